//! The session of a run. Its value never leaves this type except in a request's cookie.

use clipmeter_proto::v1;
use secrecy::{ExposeSecret, SecretString};

/// A usable session.
#[derive(Debug)]
pub(super) struct Session {
    /// Session ID used in reports.
    pub(super) id: i64,
    value: SecretString,
    /// Digits before the first colon of the value: the user ID of the session.
    pub(super) user_id: String,
    /// The user agent assigned to the session for life; none if it is left to the platform configuration.
    pub(super) user_agent: Option<String>,
    /// The `X-IG-WWW-Claim` that its last response set, if any.
    pub(super) claim: Option<String>,
}

impl Session {
    /// Parses a pasted value, with colons plain or encoded. `None` if it is not a session's value and could not even be
    /// sent in a cookie.
    pub(super) fn new(session: &v1::Session) -> Option<Self> {
        let value = session.value.trim().replace(':', "%3A");
        let user_id = value
            .split_once("%3A")
            .or_else(|| value.split_once("%3a"))?
            .0
            .to_owned();
        let is_token =
            |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'%' | b'-' | b'_' | b'.' | b'~');
        let is_sound = !user_id.is_empty()
            && user_id.bytes().all(|byte| byte.is_ascii_digit())
            && value.bytes().all(is_token);
        is_sound.then(|| Self {
            id: session.session_id,
            value: value.into(),
            user_id,
            user_agent: sendable(&session.user_agent),
            claim: sendable(&session.claim),
        })
    }

    /// Returns the session's part of the `Cookie` header.
    pub(super) fn cookie(&self) -> String {
        format!(
            "sessionid={}; ds_user_id={}",
            self.value.expose_secret(),
            self.user_id
        )
    }
}

/// Returns the text if it can be sent in a header.
fn sendable(text: &str) -> Option<String> {
    let is_printable_ascii = !text.is_empty() && text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    is_printable_ascii.then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(value: &str) -> Option<Session> {
        Session::new(&v1::Session {
            session_id: 1,
            value: value.to_owned(),
            ..v1::Session::default()
        })
    }

    #[test]
    fn session_value_yields_same_cookie_encoded_or_decoded() {
        let cookie = "sessionid=123%3Aabc%3A7%3AAYf-x_y; ds_user_id=123";
        assert_eq!(session("123%3Aabc%3A7%3AAYf-x_y").unwrap().cookie(), cookie);
        assert_eq!(session(" 123:abc:7:AYf-x_y\n").unwrap().cookie(), cookie);
    }

    #[test]
    fn session_value_with_invalid_characters_or_form_is_rejected() {
        for value in [
            "",
            "abc",
            "12a:b",
            ":b",
            "123:b; csrftoken=x",
            "123:b\r\nX: y",
            "123:ü",
        ] {
            assert!(session(value).is_none(), "{value}");
        }
    }

    #[test]
    fn session_value_is_hidden_in_debug_output() {
        assert!(!format!("{:?}", session("123:verysecret").unwrap()).contains("verysecret"));
    }
}
