//! A client with the requests of the platforms' scrapers.

use clipmeter_simulator::Simulator;
use reqwest::{Client, RequestBuilder, Response, redirect::Policy};
use serde_json::{Value, json};

pub(crate) const SESSION: &str = "sessionid=4242424242%3AsimulatedToken%3A17";
pub(crate) const TIMELINE: &str = "28534843459473863";
pub(crate) const PROFILE: &str = "28717443601247930";
pub(crate) const CLIPS: &str = "27234427476213202";

/// A time in milliseconds after the current one, whatever clock a client has.
pub(crate) const PRESENT: &str = "1893456000000";

pub(crate) struct Browser {
    client: Client,
    base: String,
}

impl Browser {
    pub(crate) fn at(simulator: &Simulator) -> Self {
        // The test process has no default TLS provider.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder().redirect(Policy::none()).build().unwrap();
        Self {
            client,
            base: simulator.url().to_owned(),
        }
    }

    pub(crate) fn get(&self, path: &str) -> RequestBuilder {
        self.client.get(format!("{}{path}", self.base))
    }

    pub(crate) fn post(&self, path: &str) -> RequestBuilder {
        self.client.post(format!("{}{path}", self.base))
    }

    pub(crate) fn put(&self, path: &str) -> RequestBuilder {
        self.client.put(format!("{}{path}", self.base))
    }

    pub(crate) fn delete(&self, path: &str) -> RequestBuilder {
        self.client.delete(format!("{}{path}", self.base))
    }

    /// Requests an Instagram endpoint as a signed-in web client.
    pub(crate) fn instagram(&self, path: &str) -> RequestBuilder {
        self.get(path)
            .header("cookie", SESSION)
            .header("x-ig-app-id", "936619743392459")
    }

    pub(crate) fn profile(&self, username: &str) -> RequestBuilder {
        self.instagram(&format!("/api/v1/users/web_profile_info/?username={username}"))
    }

    pub(crate) fn graphql(&self, document: &str, variables: &Value) -> RequestBuilder {
        self.post("/graphql/query")
            .header("cookie", SESSION)
            .form(&[("doc_id", document), ("variables", &variables.to_string())])
    }

    pub(crate) fn timeline(&self, username: &str, after: Option<&str>) -> RequestBuilder {
        self.graphql(
            TIMELINE,
            &json!({"username": username, "first": 12, "after": after}),
        )
    }

    pub(crate) fn clips(&self, user_id: &str, after: Option<&str>) -> RequestBuilder {
        let mut data = json!({"target_user_id": user_id, "page_size": 12, "include_feed_video": true});
        if let Some(after) = after {
            data["max_id"] = json!(after);
        }
        self.graphql(CLIPS, &json!({"data": data}))
    }

    pub(crate) fn item_list(&self, sec_uid: &str, cursor: &str) -> RequestBuilder {
        self.get(&format!(
            "/api/creator/item_list/?aid=1988&count=15&cursor={cursor}&device_id=7300000000000000001\
             &secUid={sec_uid}&type=1&verifyFp=verify_abcdef0"
        ))
    }

    pub(crate) async fn fault(&self, fault: Value) {
        let response = self
            .post("/__simulator/faults")
            .body(fault.to_string())
            .send()
            .await
            .unwrap();
        assert_eq!(response.status(), 201, "{}", response.text().await.unwrap());
    }
}

/// Returns the body of a successful response.
pub(crate) async fn ok(request: RequestBuilder) -> String {
    let response = request.send().await.unwrap();
    assert_eq!(response.status(), 200);
    response.text().await.unwrap()
}

pub(crate) async fn json_of(request: RequestBuilder) -> Value {
    serde_json::from_str(&ok(request).await).unwrap()
}

pub(crate) async fn status(request: RequestBuilder) -> u16 {
    request.send().await.unwrap().status().as_u16()
}

pub(crate) fn header(response: &Response, name: &str) -> String {
    response
        .headers()
        .get(name)
        .map(|value| value.to_str().unwrap().to_owned())
        .unwrap_or_default()
}

/// Returns the JSON of the script with this ID.
pub(crate) fn script(page: &str, id: &str) -> Value {
    let begin = page
        .find(&format!("id=\"{id}\""))
        .unwrap_or_else(|| panic!("no script {id} in {page}"));
    let begin = begin + page[begin..].find('>').unwrap() + 1;
    let end = begin + page[begin..].find("</script>").unwrap();
    serde_json::from_str(&page[begin..end]).unwrap()
}

/// Returns the data of a TikTok page.
pub(crate) fn rehydrated(page: &str) -> Value {
    script(page, "__UNIVERSAL_DATA_FOR_REHYDRATION__")["__DEFAULT_SCOPE__"].clone()
}
