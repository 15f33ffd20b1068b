//! Bounds of a platform's posts and videos: ID, links, caption, date. The scraper cuts what it sends to these bounds; the API cuts or
//! refuses anything that still exceeds them.

use crate::{Username, shortcode};

/// Longest caption on Instagram, in characters.
pub const MAX_INSTAGRAM_CAPTION_LENGTH: usize = 2_200;

/// Longest caption on TikTok, in characters.
pub const MAX_TIKTOK_CAPTION_LENGTH: usize = 4_000;

/// 2010-10-01T00:00:00Z in seconds: days before the first post on Instagram, the older of the two platforms.
pub const EARLIEST_POST: i64 = 1_285_891_200;

/// How far ahead of the clock a post may be dated, in seconds: time zones and clocks differ by less than a day.
pub const LATEST_POST_AHEAD: i64 = 24 * 60 * 60;

/// Most digits of an ID: 2^64 has this many.
pub const MAX_ID_LENGTH: usize = 20;

/// Placeholder for an unknown author; TikTok still redirects such a link to the video.
const ANY_AUTHOR: &str = "_";

/// Returns the number in an item's ID, or None if the text is not an ID.
#[must_use]
pub fn id(text: &str) -> Option<u64> {
    let is_id = (1..=MAX_ID_LENGTH).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_id)
}

/// Returns the link to an Instagram post.
#[must_use]
pub fn instagram_link(pk: u64, is_reel: bool) -> String {
    let folder = if is_reel { "reel" } else { "p" };
    format!("https://www.instagram.com/{folder}/{}/", shortcode::encode(pk))
}

/// Whether a link leads to an Instagram reel. Both forms lead to the same post, so a wrong result does no harm.
#[must_use]
pub fn is_reel(link: &str) -> bool {
    link.starts_with("https://www.instagram.com/reel/")
}

/// Returns the link to a TikTok video. An author that cannot be a username is omitted.
#[must_use]
pub fn tiktok_link(author: &str, id: u64) -> String {
    let author = if Username::TIKTOK.check(author).is_ok() {
        author
    } else {
        ANY_AUTHOR
    };
    format!("https://www.tiktok.com/@{author}/video/{id}")
}

/// Returns the date of a post, or None if the platform cannot have had a post at that time. Seconds since 1970-01-01T00:00:00Z.
#[must_use]
pub fn posted_at(seconds: i64, now: i64) -> Option<i64> {
    (EARLIEST_POST..=now.saturating_add(LATEST_POST_AHEAD))
        .contains(&seconds)
        .then_some(seconds)
}

/// Returns the first `most` characters of a text.
#[must_use]
pub fn beginning(text: &str, most: usize) -> &str {
    match text.char_indices().nth(most) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn item_ids_are_decimal_u64_numbers() {
        assert_eq!(id("3565077699422862188"), Some(3_565_077_699_422_862_188));
        assert_eq!(id("18446744073709551615"), Some(u64::MAX));
        for text in [
            "",
            "+1",
            "-1",
            "1.5",
            "1 ",
            "../../x",
            "18446744073709551616",
            "000000000000000000001",
        ] {
            assert_eq!(id(text), None, "{text}");
        }
    }

    #[test]
    fn posted_at_outside_possible_dates_is_none() {
        let now = 1_800_000_000;
        for (seconds, is_retained) in [
            (now, true),
            (now + LATEST_POST_AHEAD, true),
            (now + LATEST_POST_AHEAD + 1, false),
            (4_102_444_800, false),
            (EARLIEST_POST, true),
            (EARLIEST_POST - 1, false),
            (0, false),
            (i64::MIN, false),
            (i64::MAX, false),
        ] {
            assert_eq!(
                posted_at(seconds, now),
                is_retained.then_some(seconds),
                "{seconds}"
            );
        }
    }

    #[test]
    fn text_is_truncated_between_characters() {
        assert_eq!(beginning("äöü", 2), "äö");
        assert_eq!(beginning("äöü", 3), "äöü");
        assert_eq!(beginning("", 3), "");
    }

    proptest! {
        #[test]
        fn links_stay_on_their_platform_for_any_author(author in "\\PC{0,40}", id in any::<u64>(), is_reel in any::<bool>()) {
            let tail = |link: String, start: &str| link.strip_prefix(start).map(str::to_owned);
            let video = tail(tiktok_link(&author, id), "https://www.tiktok.com/@").unwrap();
            prop_assert!(video.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_./".contains(&byte)), "{video}");
            let post = tail(instagram_link(id, is_reel), "https://www.instagram.com/").unwrap();
            prop_assert!(post.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_/".contains(&byte)), "{post}");
        }
    }
}
