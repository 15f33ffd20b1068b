//! `ETag` values of the form `W/"<state>.<body>"`. Weak, because the same response may be sent compressed or plain.

use std::fmt;
use std::ops::Range;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use clipmeter_db::database::revisions::Revision;
use http::header::IF_NONE_MATCH;
use http::{HeaderMap, HeaderValue};
use sha2::{Digest, Sha256};

use crate::http::error::{ErrorCode, Problem};
use crate::http::scope::Caller;
use crate::http::state::TagKey;

/// Bytes of a digest in a tag: 128 bits.
const DIGEST_BYTES: usize = 16;

/// How long a state is valid, in seconds. Some responses change with time alone (due times, the last 24 hours), and a
/// silently broken connection delivers no notifications; both are noticed after this time at the latest. A tab that
/// polls every 3 seconds causes one full response in twenty polls.
const MAX_STATE_AGE_SECONDS: i64 = 60;

/// Days begin at a quarter of an hour of UTC in all time zones.
const QUARTER_SECONDS: i64 = 15 * 60;

/// A digest of what a response depends on.
#[derive(Clone, Debug)]
pub(crate) struct PollState {
    pub(crate) digest: String,
    /// When the digest is current if no source changes, in seconds since 1970-01-01T00:00:00Z.
    pub(crate) seconds: Range<i64>,
}

/// Returns a digest of what a response at this address depends on for callers with this role in this group.
pub(crate) fn state_of_role(key: &TagKey, caller: &Caller, target: &str, revision: Revision) -> PollState {
    let user = caller.user();
    let mut digest = Sha256::new_with_prefix(key.0);
    digest.update([user.is_admin, user.is_group_admin, user.share_link().is_some()].map(u8::from));
    digest.update(user.group_id.unwrap_or_default().to_be_bytes());
    digest.update(target);
    // Spreads the expiry of states over the period.
    let shift = i64::from(digest.clone().finalize()[0]) % MAX_STATE_AGE_SECONDS;
    let seconds = current_seconds(caller.now().timestamp(), shift);
    digest.update(seconds.start.to_be_bytes());
    digest.update(revision.bytes().collect::<Vec<_>>());
    PollState {
        digest: short(&digest.finalize()),
        seconds,
    }
}

/// Returns the seconds around `now` for which a state is current.
fn current_seconds(now: i64, shift: i64) -> Range<i64> {
    let minute = now - (now + shift).rem_euclid(MAX_STATE_AGE_SECONDS);
    // A daily series gets its new day at midnight, not up to a minute later, in any time zone.
    let quarter = now - now.rem_euclid(QUARTER_SECONDS);
    minute.max(quarter)..(minute + MAX_STATE_AGE_SECONDS).min(quarter + QUARTER_SECONDS)
}

/// Returns the state for one of these callers, so that a tag is of no use to others.
pub(crate) fn state_of_user(of_role: &str, caller: &Caller) -> String {
    let digest = Sha256::new_with_prefix(of_role);
    short(
        &digest
            .chain_update(caller.user().user_id.to_be_bytes())
            .finalize(),
    )
}

/// A tag of a response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tag {
    state: String,
    body: String,
}

impl Tag {
    pub(crate) fn new(state: String, body: &[u8]) -> Self {
        let body = short(&Sha256::digest(body));
        Self { state, body }
    }

    pub(crate) fn header(&self) -> Result<HeaderValue, Problem> {
        HeaderValue::try_from(self.to_string()).map_err(|_| ErrorCode::Internal.into())
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "W/\"{}.{}\"", self.state, self.body)
    }
}

/// The tags that a caller sent.
#[derive(Debug, Default)]
pub(crate) struct ClientTags(Vec<Tag>);

impl ClientTags {
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        let tags = headers
            .get_all(IF_NONE_MATCH)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .filter_map(parse)
            .collect();
        Self(tags)
    }

    /// Returns the tag with this state.
    pub(crate) fn with_state(&self, state: &str) -> Option<Tag> {
        self.0.iter().find(|tag| tag.state == state).cloned()
    }

    /// Returns whether one of the tags stands for the same body, even if its state differs.
    pub(crate) fn has_body(&self, tag: &Tag) -> bool {
        self.0.iter().any(|known| known.body == tag.body)
    }
}

fn parse(text: &str) -> Option<Tag> {
    let text = text.trim();
    let text = text.strip_prefix("W/").unwrap_or(text);
    let text = text.strip_prefix('"')?.strip_suffix('"')?;
    let (state, body) = text.split_once('.')?;
    Some(Tag {
        state: state.to_owned(),
        body: body.to_owned(),
    })
}

fn short(digest: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(&digest[..DIGEST_BYTES])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(values: &[&'static str]) -> ClientTags {
        let headers = values
            .iter()
            .map(|value| (IF_NONE_MATCH, HeaderValue::from_static(value)));
        ClientTags::of(&headers.collect())
    }

    #[test]
    fn states_expire_after_a_minute_and_at_each_quarter_of_an_hour() {
        for (now, shift, expected) in [
            (0, 0, 0..60),
            (59, 0, 0..60),
            (60, 0, 60..120),
            (0, 20, 0..40),
            (39, 20, 0..40),
            (40, 20, 40..100),
            (899, 20, 880..900),
            (900, 20, 900..940),
            (-1, 20, -20..0),
        ] {
            assert_eq!(current_seconds(now, shift), expected, "{now} {shift}");
        }
    }

    #[test]
    fn client_tags_include_every_listed_etag() {
        let tags = known(&["W/\"s.b\", W/\"f.g\"", "\"d.e\""]);
        assert_eq!(tags.with_state("s").unwrap().to_string(), "W/\"s.b\"");
        assert_eq!(tags.with_state("d").unwrap().to_string(), "W/\"d.e\"");
        assert_eq!(tags.with_state("b"), None);
    }

    #[test]
    fn client_tags_ignore_malformed_etags() {
        for text in ["*", "", "W/", "\"", "x.y", "W/\"s.b", "W/\"c\"", ","] {
            assert!(known(&[text]).0.is_empty(), "{text}");
        }
    }

    #[test]
    fn client_tag_of_other_state_matches_same_body() {
        let old = Tag::new("old".to_owned(), b"body");
        let value = HeaderValue::try_from(old.to_string()).unwrap();
        let tags = ClientTags::of(&HeaderMap::from_iter([(IF_NONE_MATCH, value)]));
        assert!(tags.has_body(&Tag::new("new".to_owned(), b"body")));
        assert!(!tags.has_body(&Tag::new("old".to_owned(), b"other")));
    }
}
