//! Requests from the platforms without a server everything that they show of one account.

use std::collections::BTreeMap;

use clipmeter_proto::v1::{Observation, Platform, Profile};
use clipmeter_simulator::{Offline, OfflineResponse, RawRequest};
use serde_json::{Value, json};
use url::form_urlencoded;

use crate::client::{CLIPS, PRESENT, PROFILE, SESSION, TIMELINE, rehydrated};

/// The comparable data of a post: the fields that its list shows.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Post {
    author: String,
    posted_at: Option<i64>,
    caption: String,
    views: Option<i64>,
    likes: Option<i64>,
    comments: Option<i64>,
    shares: Option<i64>,
    pinned: bool,
}

impl From<&Observation> for Post {
    fn from(observation: &Observation) -> Self {
        Self {
            author: observation.author_username.clone(),
            posted_at: observation.posted_at,
            caption: observation.caption.clone(),
            views: observation.views,
            likes: observation.likes,
            comments: observation.comments,
            shares: observation.shares,
            pinned: observation.pinned,
        }
    }
}

/// The visible data of an account.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct AccountView {
    pub(crate) id: String,
    pub(crate) sec_uid: String,
    pub(crate) username: String,
    pub(crate) is_private: bool,
    followers: i64,
    items: i64,
}

impl From<&Profile> for AccountView {
    fn from(profile: &Profile) -> Self {
        Self {
            id: profile.platform_id.clone(),
            sec_uid: profile.sec_uid.clone(),
            username: profile.username.clone(),
            is_private: profile.is_private.unwrap(),
            followers: profile.follower_count.unwrap(),
            items: profile.item_count.unwrap(),
        }
    }
}

pub(crate) struct Reader<'a>(pub(crate) &'a Offline);

impl Reader<'_> {
    pub(crate) fn send(&self, method: &str, uri: &str, body: &str) -> OfflineResponse {
        let mut raw_request = RawRequest {
            method: method.parse().unwrap(),
            uri: uri.parse().unwrap(),
            body: body.to_owned().into(),
            address: "192.0.2.1".to_owned(),
            ..RawRequest::default()
        };
        raw_request.headers.insert("cookie", SESSION.parse().unwrap());
        raw_request
            .headers
            .insert("x-ig-app-id", "936619743392459".parse().unwrap());
        self.0.response(raw_request)
    }

    fn json(&self, method: &str, uri: &str, body: &str) -> Value {
        serde_json::from_slice(&self.send(method, uri, body).body).unwrap()
    }

    fn graphql(&self, document: &str, variables: &Value) -> Value {
        let form = form_urlencoded::Serializer::new(String::new())
            .append_pair("doc_id", document)
            .append_pair("variables", &variables.to_string())
            .finish();
        self.json("POST", "/graphql/query", &form)["data"].clone()
    }

    /// Returns the account of a name.
    pub(crate) fn account_view(&self, platform: Platform, name: &str) -> Option<AccountView> {
        if platform == Platform::Tiktok {
            let page = self.send("GET", &format!("/@{name}"), "").body;
            let detail = rehydrated(std::str::from_utf8(&page).unwrap())["webapp.user-detail"].clone();
            let (user, stats) = (&detail["userInfo"]["user"], &detail["userInfo"]["statsV2"]);
            return user["id"].is_string().then(|| AccountView {
                id: text(&user["id"]),
                sec_uid: text(&user["secUid"]),
                username: text(&user["uniqueId"]),
                is_private: user["privateAccount"] == true,
                followers: text(&stats["followerCount"]).parse().unwrap(),
                items: text(&stats["videoCount"]).parse().unwrap(),
            });
        }
        let path = format!("/api/v1/users/web_profile_info/?username={name}");
        let user = self.json("GET", &path, "")["data"]["user"].clone();
        user["id"].is_string().then(|| AccountView {
            id: text(&user["id"]),
            sec_uid: String::new(),
            username: text(&user["username"]),
            is_private: user["is_private"] == true,
            followers: user["edge_followed_by"]["count"].as_i64().unwrap(),
            items: user["edge_owner_to_timeline_media"]["count"].as_i64().unwrap(),
        })
    }

    /// Returns the current name of an Instagram account.
    pub(crate) fn name_of(&self, id: &str) -> Option<String> {
        let user = self.graphql(PROFILE, &json!({"id": id}))["user"].clone();
        user["username"].as_str().map(str::to_owned)
    }

    /// Returns everything on an account's lists, by ID.
    pub(crate) fn posts(&self, platform: Platform, of: &AccountView) -> BTreeMap<String, Post> {
        match platform {
            Platform::Tiktok => self.videos(&of.sec_uid),
            _ => self.timeline(of),
        }
    }

    fn timeline(&self, of: &AccountView) -> BTreeMap<String, Post> {
        let views = self.plays(&of.id);
        let (mut after, mut posts) = (Value::Null, BTreeMap::new());
        loop {
            let page = self.graphql(
                TIMELINE,
                &json!({"username": of.username, "first": 12, "after": after}),
            );
            let connection = &page["xdt_api__v1__feed__user_timeline_graphql_connection"];
            for edge in connection["edges"].as_array().unwrap() {
                let node = &edge["node"];
                let hides = node["like_and_view_counts_disabled"] == true;
                let id = text(&node["pk"]);
                let post = Post {
                    author: text(&node["user"]["username"]),
                    posted_at: node["taken_at"].as_i64(),
                    caption: text(&node["caption"]["text"]),
                    views: views
                        .get(&id)
                        .copied()
                        .filter(|_| node["product_type"] == "clips"),
                    likes: node["like_count"].as_i64().filter(|_| !hides),
                    comments: node["comment_count"].as_i64(),
                    shares: None,
                    pinned: node["timeline_pinned_user_ids"] != json!([]),
                };
                assert!(posts.insert(id, post).is_none(), "every post once");
            }
            if connection["page_info"]["has_next_page"] != true {
                return posts;
            }
            after = connection["page_info"]["end_cursor"].clone();
        }
    }

    fn plays(&self, id: &str) -> BTreeMap<String, i64> {
        let (mut after, mut plays) = (Value::Null, BTreeMap::new());
        loop {
            let data = json!({"target_user_id": id, "page_size": 12, "max_id": after});
            let page = self.graphql(CLIPS, &json!({"data": data}));
            let connection = &page["xdt_api__v1__clips__user__connection_v2"];
            for edge in connection["edges"].as_array().unwrap() {
                let media = &edge["node"]["media"];
                plays.insert(text(&media["pk"]), media["play_count"].as_i64().unwrap());
            }
            if connection["page_info"]["has_next_page"] != true {
                return plays;
            }
            after = connection["page_info"]["end_cursor"].clone();
        }
    }

    fn videos(&self, sec_uid: &str) -> BTreeMap<String, Post> {
        let (mut cursor, mut posts) = (PRESENT.to_owned(), BTreeMap::new());
        loop {
            let page = self.json("GET", &item_list(sec_uid, &cursor, "7300000000000000001"), "");
            for item in page["itemList"].as_array().into_iter().flatten() {
                let count = |name: &str| Some(text(&item["statsV2"][name]).parse().unwrap());
                let post = Post {
                    author: text(&item["author"]["uniqueId"]),
                    posted_at: item["createTime"].as_i64(),
                    caption: text(&item["desc"]),
                    views: count("playCount"),
                    likes: count("diggCount"),
                    comments: count("commentCount"),
                    shares: count("shareCount"),
                    pinned: item["isPinnedItem"] == true,
                };
                posts.insert(text(&item["id"]), post);
            }
            if page["hasMorePrevious"] != true {
                return posts;
            }
            cursor = text(&page["cursor"]);
        }
    }
}

pub(crate) fn item_list(sec_uid: &str, cursor: &str, device: &str) -> String {
    format!(
        "/api/creator/item_list/?aid=1988&count=15&cursor={cursor}&device_id={device}\
         &secUid={sec_uid}&type=1&verifyFp=verify_abcdef0"
    )
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
