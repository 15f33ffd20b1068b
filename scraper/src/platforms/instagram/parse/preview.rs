//! The preview texts of a page: all that anonymous clients get if the page has no data.
//!
//! A post's reads `152K likes, 784 comments - jaimelorentelo on April 19, 2021: "caption"`, in earlier pages
//! `5 Likes, 1 Comments - Jaime Lorente (@jaimelorentelo) on Instagram: “caption”`, a profile's
//! `2,362 Followers, 136 Following, 224 Posts - See Instagram photos and videos from Pluto (@pluto__travel)`.

use std::borrow::Cow;

use clipmeter_domain::shortcode;
use clipmeter_proto::v1::MediaKind;

use crate::core::model::{Item, PageNotes, Profile, Rounded, is_id};
use crate::core::parse::html::{Metas, json_strings};

/// The text before a caption, and the quote after it.
const QUOTES: [(&str, char); 2] = [(": \"", '"'), (": \u{201c}", '\u{201d}')];

/// The content of a page's preview texts.
#[derive(Debug, Default)]
pub(crate) struct Preview<'a> {
    pub(crate) notes: PageNotes<'a>,
    pub(crate) item: Option<Item<'a>>,
    pub(crate) profile: Option<Profile<'a>>,
}

/// Parses the preview texts of a post's or a profile's page.
pub(crate) fn preview(page: &[u8]) -> Preview<'_> {
    let metas = Metas::of(page);
    let Some(description) = metas.get("og:description").or_else(|| metas.get("description")) else {
        return Preview::default();
    };
    let description = description.split_whitespace().collect::<Vec<_>>().join(" ");
    let og_url = metas.get("og:url");
    let address = og_url.as_deref().unwrap_or_default();
    let picture_url = metas.get("og:image").filter(|url| !url.is_empty());
    let picture_url = picture_url.map(Cow::Owned);
    let mut preview = Preview::default();
    let (counts, rest) = description.split_once(" - ").unwrap_or((&description, ""));
    if let Some(code) = post_code(address) {
        preview.item = post(counts, rest, code, &metas).map(|item| Item { picture_url, ..item });
        if let Some(username) = preview.item.as_ref().and_then(|item| item.username.clone()) {
            preview.profile = Some(Profile {
                username,
                ..Profile::default()
            });
        }
    } else {
        preview.profile = profile(counts, rest, address).map(|mut profile| {
            profile.platform_id = profile_id(page).unwrap_or_default();
            profile.picture_url = picture_url;
            profile
        });
    }
    preview.notes = PageNotes {
        og_description: Some(description),
        og_url,
        canonical: None,
    };
    preview
}

fn post(counts: &str, rest: &str, code: &str, metas: &Metas<'_>) -> Option<Item<'static>> {
    let (likes, comments) = (counted(counts, "like"), counted(counts, "comment"));
    likes.or(comments)?;
    let id = metas
        .get("al:ios:url")
        .and_then(|url| Some(url.split_once("media?id=")?.1.to_owned()))
        .filter(|id| is_id(id))
        .or_else(|| shortcode::decode(code).map(|pk| pk.to_string()))?;
    let is_reel = metas.get("og:url").is_some_and(|url| url.contains("/reel/"));
    let quoted = QUOTES.into_iter().filter_map(|(opening, closing)| {
        let (head, caption) = rest.split_once(opening)?;
        Some((head, caption.trim_end_matches([' ', '.', closing])))
    });
    // The caption may contain the other kind of quotes.
    let (head, caption) = quoted.min_by_key(|(head, _)| head.len()).unwrap_or((rest, ""));
    let username = named(head).map_or_else(|| head.split(' ').next(), |(_, name)| Some(name));
    // Abbreviated above ten thousand, and older than the page.
    let mut rounded = Rounded::default();
    rounded.set(Rounded::LIKES, likes.is_some());
    rounded.set(Rounded::COMMENTS, comments.is_some());
    Some(Item {
        id: id.into(),
        shortcode: Some(code.to_owned().into()),
        username: username
            .filter(|name| !name.is_empty())
            .map(|name| name.to_owned().into()),
        caption: (!caption.is_empty()).then(|| caption.to_owned().into()),
        likes,
        comments,
        precision: rounded.precision(),
        rounded,
        media_kind: if is_reel {
            MediaKind::Video
        } else {
            MediaKind::Unspecified
        },
        product_type: is_reel.then_some("clips".into()),
        ..Item::default()
    })
}

fn profile(counts: &str, rest: &str, address: &str) -> Option<Profile<'static>> {
    let follower_count = counted(counts, "follower")?;
    let (display_name, username) = named(rest).unwrap_or_else(|| ("", path(address).trim_matches('/')));
    let display_name = display_name
        .strip_prefix("See Instagram photos and videos from ")
        .unwrap_or(display_name);
    Some(Profile {
        username: username.to_owned().into(),
        display_name: display_name.to_owned().into(),
        follower_count: Some(follower_count),
        following_count: counted(counts, "following"),
        item_count: counted(counts, "post"),
        ..Profile::default()
    })
}

/// Splits `Name (@username)`, ignoring any text after it.
fn named(text: &str) -> Option<(&str, &str)> {
    let (name, after) = text.split_once("(@")?;
    Some((name.trim(), after.split_once(')')?.0))
}

/// Returns the ID of the profile in the page's own scripts.
fn profile_id(page: &[u8]) -> Option<Cow<'_, str>> {
    json_strings(page, "profile_id").find_map(|after| {
        let value = after
            .trim_ascii_start()
            .strip_prefix(b":")?
            .trim_ascii_start()
            .strip_prefix(b"\"")?;
        let length = value
            .iter()
            .position(|byte| !byte.is_ascii_digit())
            .filter(|length| *length > 0)?;
        (value[length] == b'"').then(|| String::from_utf8_lossy(&value[..length]))
    })
}

/// Returns the shortcode of the post in a URL.
fn post_code(address: &str) -> Option<&str> {
    let mut parts = path(address)
        .split('/')
        .skip_while(|part| !matches!(*part, "p" | "reel" | "tv"));
    parts.next()?;
    parts.next().filter(|code| !code.is_empty())
}

fn path(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    rest.find('/')
        .map_or("", |slash| &rest[slash..])
        .split(['?', '#'])
        .next()
        .unwrap_or_default()
}

/// Returns the number before the word with this prefix: `8,873 comments` in `990K likes, 8,873 comments`.
fn counted(counts: &str, word: &str) -> Option<i64> {
    counts.split(", ").find_map(|part| {
        let (number, unit) = part.trim().split_once(' ')?;
        let is_it = unit.get(..word.len())?.eq_ignore_ascii_case(word);
        is_it.then(|| abbreviated(number)).flatten()
    })
}

/// Characters before a fraction or between thousands, depending on the language of the page.
const NUMBER_SIGNS: [char; 2] = ['.', ','];

/// Parses `2,362`, `152K` and `1.2M`, also with commas and dots exchanged. A number without a suffix has no fraction.
fn abbreviated(number: &str) -> Option<i64> {
    let (digits, mut scale) = match number.char_indices().last()? {
        (at, 'K' | 'k') => (&number[..at], 1_000),
        (at, 'M' | 'm') => (&number[..at], 1_000_000),
        (at, 'B' | 'b') => (&number[..at], 1_000_000_000),
        _ => (number, 1),
    };
    let split = digits.rsplit_once(NUMBER_SIGNS).filter(|_| scale > 1);
    let (whole, fraction) = split.unwrap_or((digits, ""));
    if !whole.split(NUMBER_SIGNS).skip(1).all(|group| group.len() == 3) {
        return None;
    }
    let mut value = whole
        .replace(NUMBER_SIGNS, "")
        .parse::<u32>()
        .map(i64::from)
        .ok()?
        .checked_mul(scale)?;
    for digit in fraction.chars() {
        scale /= 10;
        value += i64::from(digit.to_digit(10)?) * scale;
    }
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preview_numbers_with_suffix_are_expanded() {
        for (text, number) in [
            ("0", 0),
            ("951", 951),
            ("8,873", 8873),
            ("152K", 152_000),
            ("1.25M", 1_250_000),
            ("1,234,567", 1_234_567),
            // In other languages.
            ("8.873", 8873),
            ("1,2K", 1200),
            ("2B", 2_000_000_000),
        ] {
            assert_eq!(abbreviated(text), Some(number), "{text}");
        }
        for text in ["", "K", "many", "1.x", "-3", "1,2.3.4", "1.5", "12,34"] {
            assert_eq!(abbreviated(text), None, "{text}");
        }
    }

    #[test]
    fn preview_of_post_is_parsed() {
        let page = br#"<html><meta property="og:url" content="https://www.instagram.com/someone/p/DF5s0duxDts/?x=1">
            <meta content='1 like, 2 comments - someone on May 1, 2026: "A &quot;b&quot;". ' property="og:description"></html>"#;
        let Preview {
            item: Some(item),
            notes,
            ..
        } = preview(page)
        else {
            panic!("no post")
        };
        assert_eq!(
            (item.id.as_ref(), item.likes, item.comments),
            ("3565077699422862188", Some(1), Some(2))
        );
        assert_eq!(item.username.as_deref(), Some("someone"));
        assert_eq!(item.caption.as_deref(), Some("A \"b"));
        assert_eq!(item.views, None);
        assert!(notes.og_url.unwrap().ends_with("?x=1"));
    }

    #[test]
    fn preview_of_profile_is_parsed() {
        let page = br#"<meta property="og:description" content="1.5M Followers, 3 Following, 1,024 Posts - See Instagram photos and videos from A - B (&#064;a.b)">
            <meta property="og:url" content="https://www.instagram.com/a.b/"><script>{"profile_id" : "77"}</script>"#;
        let profile = preview(page).profile.unwrap();
        assert_eq!(
            (profile.username.as_ref(), profile.display_name.as_ref()),
            ("a.b", "A - B")
        );
        assert_eq!(profile.platform_id, "77");
        let counts = (
            profile.follower_count,
            profile.following_count,
            profile.item_count,
        );
        assert_eq!(counts, (Some(1_500_000), Some(3), Some(1024)));
    }

    #[test]
    fn preview_names_are_found_in_old_and_new_texts() {
        assert_eq!(
            named("Jaime (x) Lorente (@jaime) on Instagram"),
            Some(("Jaime (x) Lorente", "jaime"))
        );
        assert_eq!(named("jaime on April 19, 2021"), None);
        let description =
            "5 Likes, 1 Comments - Jaime Lorente (@jaime) on Instagram: \u{201c}c (@other)\u{201d}";
        let page = format!(
            r#"<meta property="og:url" content="https://www.instagram.com/p/DF5s0duxDts/"><meta property="og:description" content="{description}">"#
        );
        let item = preview(page.as_bytes()).item.unwrap();
        assert_eq!(item.username.as_deref(), Some("jaime"));
        assert_eq!(item.caption.as_deref(), Some("c (@other)"));
    }

    #[test]
    fn preview_caption_keeps_other_kind_of_quotes() {
        for (text, caption) in [
            (
                "a on May 1, 2026: \"b: \u{201c}c\u{201d}\". ",
                "b: \u{201c}c\u{201d}",
            ),
            ("A (@a) on Instagram: \u{201c}b: \"c\"\u{201d}", "b: \"c\""),
        ] {
            let page = format!(
                r#"<meta property="og:url" content="https://www.instagram.com/p/DF5s0duxDts/"><meta property="og:description" content='5 likes - {text}'>"#
            );
            let item = preview(page.as_bytes()).item.unwrap();
            assert_eq!(item.caption.as_deref(), Some(caption), "{text}");
        }
    }

    #[test]
    fn preview_is_absent_on_page_without_post_or_profile() {
        let page = br#"<meta property="og:description" content="Welcome back to Instagram. Sign in to check out what your friends are doing">"#;
        let preview = preview(page);
        assert!(preview.item.is_none() && preview.profile.is_none());
    }
}
