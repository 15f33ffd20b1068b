//! What a post or video of a platform may be: its id, its links, its caption, its date. The scraper cuts what it sends to these bounds,
//! and the API cuts or refuses what comes all the same.

use crate::{Username, shortcode};

/// Most characters of a caption on Instagram.
pub const LONGEST_INSTAGRAM_CAPTION: usize = 2_200;

/// Most characters of a caption on TikTok.
pub const LONGEST_TIKTOK_CAPTION: usize = 4_000;

/// 2010-10-01T00:00:00Z, seconds: days before the first post on Instagram, the older of both platforms.
pub const EARLIEST_POST: i64 = 1_285_891_200;

/// How far ahead of the clock a post may be dated, seconds: time zones and clocks differ by less than a day.
pub const LATEST_POST_AHEAD: i64 = 24 * 60 * 60;

/// Most digits of an id: those of 2^64.
pub const LONGEST_ID: usize = 20;

/// What stands for an author whose name is unknown; TikTok leads from there to the video.
const ANY_AUTHOR: &str = "_";

/// Returns the number in an item's id; None when the text is no id.
#[must_use]
pub fn id(text: &str) -> Option<u64> {
    let is_id = (1..=LONGEST_ID).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_id)
}

/// Returns the link to an Instagram post.
#[must_use]
pub fn instagram_link(pk: u64, is_reel: bool) -> String {
    let folder = if is_reel { "reel" } else { "p" };
    format!("https://www.instagram.com/{folder}/{}/", shortcode::encode(pk))
}

/// Whether a link leads to an Instagram reel: both forms lead to the same post, so that a wrong answer does no harm.
#[must_use]
pub fn is_reel(link: &str) -> bool {
    link.starts_with("https://www.instagram.com/reel/")
}

/// Returns the link to a TikTok video. What cannot be a username is left out.
#[must_use]
pub fn tiktok_link(author: &str, id: u64) -> String {
    let author = if Username::TIKTOK.check(author).is_ok() {
        author
    } else {
        ANY_AUTHOR
    };
    format!("https://www.tiktok.com/@{author}/video/{id}")
}

/// Returns the date of a post unless the platform cannot have had one then. Seconds since 1970-01-01T00:00:00Z.
#[must_use]
pub fn posted_at(seconds: i64, now: i64) -> Option<i64> {
    (EARLIEST_POST..=now.saturating_add(LATEST_POST_AHEAD))
        .contains(&seconds)
        .then_some(seconds)
}

/// Returns the beginning of a text, at most so many characters.
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
    fn ids_are_decimal_numbers_below_2_to_the_64() {
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
    fn a_date_that_no_post_can_have_is_none() {
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
    fn a_text_is_cut_between_characters() {
        assert_eq!(beginning("äöü", 2), "äö");
        assert_eq!(beginning("äöü", 3), "äöü");
        assert_eq!(beginning("", 3), "");
    }

    proptest! {
        #[test]
        fn a_link_is_of_its_platform_whatever_the_author_is_called(author in "\\PC{0,40}", id in any::<u64>(), is_reel in any::<bool>()) {
            let tail = |link: String, start: &str| link.strip_prefix(start).map(str::to_owned);
            let video = tail(tiktok_link(&author, id), "https://www.tiktok.com/@").unwrap();
            prop_assert!(video.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_./".contains(&byte)), "{video}");
            let post = tail(instagram_link(id, is_reel), "https://www.instagram.com/").unwrap();
            prop_assert!(post.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_/".contains(&byte)), "{post}");
        }
    }
}
