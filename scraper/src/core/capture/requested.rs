//! Secrets of a request, which must not be stored with its response.

use reqwest::header::{COOKIE, HeaderMap};

use super::Redaction;
use super::names::{Meaning, meaning};
use crate::core::fetcher::Request;

/// The session cookie.
const SESSION: &str = "sessionid";

impl Redaction {
    /// Also overwrites the secrets of the request: cookies, and headers, query parameters and form fields with a secret
    /// name.
    #[must_use]
    pub fn without_what_was_sent(self, request: &Request) -> Self {
        let query = request.url.query().unwrap_or_default();
        let form = request.form.as_deref().unwrap_or_default();
        let headers = request.headers.iter();
        let headers = headers.filter_map(|(name, value)| Some((name.as_str(), value.to_str().ok()?)));
        let named = headers.filter(|(name, _)| is_secret(name));
        let this = named.fold(self, |this, (_, value)| this.without(value));
        let fields = [query, form].map(str::as_bytes).into_iter();
        let fields = fields.flat_map(url::form_urlencoded::parse);
        let this = fields
            .filter(|(name, _)| is_secret(name))
            .fold(this, |this, (_, value)| this.without(&value));
        cookies(&request.headers).fold(this, |this, (name, value)| match name {
            SESSION => this.without_session(value),
            // Numbers in other cookies are times and versions, which also occur in responses.
            _ if is_secret(name) || !value.bytes().all(|byte| byte.is_ascii_digit()) => this.without(value),
            _ => this,
        })
    }
}

fn is_secret(name: &str) -> bool {
    meaning(name.as_bytes()) == Some(Meaning::Secret)
}

fn cookies(headers: &HeaderMap) -> impl Iterator<Item = (&str, &str)> {
    let sent = headers.get_all(COOKIE).iter();
    sent.filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split("; "))
        .filter_map(|cookie| cookie.split_once('='))
}

#[cfg(test)]
mod tests {
    use reqwest::header::{HeaderName, HeaderValue};

    use super::*;

    #[test]
    fn request_secrets_are_overwritten_in_response() {
        let mut headers = HeaderMap::new();
        for (name, value) in [
            (
                "cookie",
                "sessionid=17841400123%3AaBcDeFgHi%3A28; ds_user_id=17841400123; ig_x=1790000000; other=Oth3rs",
            ),
            ("x-csrftoken", "csrfTok3n"),
            ("x-ig-www-claim", "hm.Claim"),
            ("x-fb-lsd", "AVlsdx"),
            ("user-agent", "Browser"),
        ] {
            headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        let url = "https://a.b/?device_id=7512345678901234567&verifyFp=verify_1a2b3c&cursor=1790000000"
            .parse()
            .unwrap();
        let request = Request::post_form(
            url,
            headers,
            &[("fb_dtsg", "NAc:dtsg"), ("doc_id", "123456789012345")],
        );
        let redaction = Redaction::default().without_what_was_sent(&request);
        for secret in [
            "17841400123",
            "aBcDeFgHi",
            "Oth3rs",
            "csrfTok3n",
            "hm.Claim",
            "AVlsdx",
            "7512345678901234567",
            "verify_1a2b3c",
            "NAc:dtsg",
        ] {
            let body = format!(r#"{{"text":"it is {secret}"}}"#);
            let redacted = redaction.body(body.as_bytes()).body;
            assert!(!String::from_utf8(redacted).unwrap().contains(secret), "{secret}");
        }
        let plain = r#"{"a":"Browser 1790000000 123456789012345"}"#;
        assert_eq!(redaction.body(plain.as_bytes()).body, plain.as_bytes());
    }
}
