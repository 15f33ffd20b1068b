//! Increases the counts in a recorded response without changing anything else.
//!
//! The counts are found by their keys wherever they occur: in JSON, in scripts inside pages, as numbers or as strings, in both
//! formats. A grown count depends only on the recorded one, its kind and the time, so the same item has the same count in every
//! response, and counts never decrease with time.

use clipmeter_runtime::saturate;
use memchr::memchr;

use crate::clock::Millis;

const HOUR: u128 = 3_600_000;

/// Maximum length of a key.
const MAX_KEY: usize = 32;

/// Instagram writes 3 instead of a hidden like count, so likes up to it are unchanged.
const HIDDEN_LIKES: u64 = 3;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Count {
    Views,
    Likes,
    Comments,
    Shares,
    Followers,
}

/// The position of a key's number.
enum CountForm {
    /// `"key": 12` or `"key": "12"`
    Value,
    /// `"key": {"count": 12`
    Edge,
}

impl Count {
    fn of(key: &[u8]) -> Option<(Self, CountForm)> {
        Some(match key {
            b"play_count" | b"ig_play_count" | b"fb_play_count" | b"view_count" | b"video_view_count"
            | b"video_play_count" | b"playCount" => (Self::Views, CountForm::Value),
            b"like_count" | b"diggCount" | b"digg_count" | b"heart" | b"heartCount" | b"heart_count" => {
                (Self::Likes, CountForm::Value)
            }
            b"comment_count" | b"commentCount" => (Self::Comments, CountForm::Value),
            b"share_count" | b"shareCount" | b"collectCount" | b"collect_count" | b"repostCount" => {
                (Self::Shares, CountForm::Value)
            }
            b"follower_count" | b"followerCount" => (Self::Followers, CountForm::Value),
            b"edge_media_preview_like" | b"edge_liked_by" => (Self::Likes, CountForm::Edge),
            b"edge_media_to_comment" | b"edge_media_to_parent_comment" | b"edge_media_preview_comment" => {
                (Self::Comments, CountForm::Edge)
            }
            b"edge_followed_by" => (Self::Followers, CountForm::Edge),
            _ => return None,
        })
    }

    /// Returns the growth per hour, in millionths of the recorded count.
    fn per_hour(self) -> u128 {
        match self {
            Self::Views => 4_000,
            Self::Likes => 3_000,
            Self::Shares => 2_500,
            Self::Comments => 2_000,
            Self::Followers => 100,
        }
    }

    fn grown(self, recorded: u64, ahead: u128) -> u64 {
        if recorded == 0 || (self == Self::Likes && recorded <= HIDDEN_LIKES) {
            return recorded;
        }
        // Even a small item grows once an hour, so that every later scrape finds more.
        let seen = if self == Self::Views { ahead / HOUR } else { 0 };
        let more = u128::from(recorded) * self.per_hour() * ahead / (1_000_000 * HOUR) + seen;
        saturate::<u64>(u128::from(recorded) + more)
    }
}

/// Returns the response with its counts grown by `ahead` milliseconds.
pub(super) fn grown(body: &[u8], ahead: Millis) -> Vec<u8> {
    let ahead = u128::try_from(ahead).unwrap_or_default();
    let mut out = Vec::with_capacity(body.len() + body.len() / 64);
    let mut copied = 0;
    let mut at = 0;
    while let Some(quote) = memchr(b'"', body.get(at..).unwrap_or_default()) {
        at += quote + 1;
        let Some((count, digits)) = number_at(body, at) else {
            continue;
        };
        let recorded = std::str::from_utf8(&body[digits.clone()])
            .ok()
            .and_then(|text| text.parse().ok());
        if let Some(recorded) = recorded {
            out.extend_from_slice(&body[copied..digits.start]);
            out.extend_from_slice(count.grown(recorded, ahead).to_string().as_bytes());
            copied = digits.end;
            at = digits.end;
        }
    }
    out.extend_from_slice(&body[copied..]);
    out
}

/// Returns the kind and the digits' position of a count whose key begins at `at`, just after its quote.
fn number_at(body: &[u8], at: usize) -> Option<(Count, std::ops::Range<usize>)> {
    let key = &body[at..body.len().min(at + MAX_KEY)];
    let length = memchr(b'"', key)?;
    let (count, form) = Count::of(&key[..length])?;
    let mut rest = colon(body, at + length + 1)?;
    if matches!(form, CountForm::Edge) {
        rest = skip_space(body, expect(body, rest, b'{')?);
        let inner = body.get(rest..)?.strip_prefix(b"\"count\"")?;
        rest = colon(body, body.len() - inner.len())?;
    }
    if body.get(rest) == Some(&b'"') {
        rest += 1;
    }
    let digits = body
        .get(rest..)?
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let end = rest + digits;
    let is_integer = !matches!(body.get(end), Some(b'.' | b'e' | b'E'));
    (digits > 0 && is_integer).then_some((count, rest..end))
}

fn colon(body: &[u8], at: usize) -> Option<usize> {
    expect(body, skip_space(body, at), b':').map(|after| skip_space(body, after))
}

fn expect(body: &[u8], at: usize, byte: u8) -> Option<usize> {
    (body.get(at) == Some(&byte)).then_some(at + 1)
}

fn skip_space(body: &[u8], at: usize) -> usize {
    at + body
        .get(at..)
        .unwrap_or_default()
        .iter()
        .take_while(|byte| byte.is_ascii_whitespace())
        .count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const DAY: Millis = 24 * 3_600_000;

    fn after_a_day(text: &str) -> String {
        String::from_utf8(grown(text.as_bytes(), DAY)).unwrap()
    }

    #[test]
    fn replayed_counts_grow_as_numbers_and_as_text() {
        assert_eq!(
            after_a_day(r#"{"play_count": 10000}"#),
            r#"{"play_count": 10984}"#
        );
        assert_eq!(
            after_a_day(r#"{"statsV2":{"diggCount":"1000"}}"#),
            r#"{"statsV2":{"diggCount":"1072"}}"#
        );
        assert_eq!(
            after_a_day(r#"{"edge_media_to_comment":{"count":1000,"edges":[]}}"#),
            r#"{"edge_media_to_comment":{"count":1048,"edges":[]}}"#
        );
    }

    #[test]
    fn replayed_hidden_or_unknown_counts_are_unchanged() {
        for text in [
            r#"{"like_count":3,"like_and_view_counts_disabled":true}"#,
            r#"{"edge_liked_by":{"count":-1}}"#,
            r#"{"view_count":null}"#,
            r#"{"taken_at":1700000000,"pk":"123","videoCount":12,"desc":"play_count"}"#,
            r#"{"play_count":1.5}"#,
            r#"{"play_count"#,
        ] {
            assert_eq!(after_a_day(text), text);
        }
    }

    proptest! {
        #[test]
        fn replayed_counts_never_fall_and_responses_stay_valid(views in 0_u64..10_000_000_000, time in 0_i64..1_000_000_000_000, more in 0_i64..1_000_000_000_000, noise in ".{0,40}") {
            let text = serde_json::json!({"play_count": views, "caption": noise}).to_string();
            let read = |time| {
                let value: serde_json::Value = serde_json::from_slice(&grown(text.as_bytes(), time)).unwrap();
                assert_eq!(value["caption"], noise.as_str());
                value["play_count"].as_u64().unwrap()
            };
            prop_assert!(views <= read(time) && read(time) <= read(time + more));
        }
    }
}
