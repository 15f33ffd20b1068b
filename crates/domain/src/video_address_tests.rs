use proptest::prelude::*;
use regex::Regex;

use super::{PATTERN, VideoAddress};
use crate::malicious_urls::{self, ID};

fn video(user: &str) -> VideoAddress {
    VideoAddress::Video {
        id: ID.to_owned(),
        url: format!("https://www.tiktok.com/@{user}/video/{ID}"),
    }
}

fn short(url: &str) -> VideoAddress {
    VideoAddress::Short { url: url.to_owned() }
}

#[test]
fn video_address_parses_every_form() {
    for (text, expected) in [
        ("https://www.tiktok.com/@scout2015/video/ID", video("scout2015")),
        ("http://tiktok.com/@a_b.c/video/ID/", video("a_b.c")),
        (
            "tiktok.com/@u/video/ID?is_from_webapp=1&sender_device=pc",
            video("u"),
        ),
        ("tiktok.com/@u/video/ID?from=https://example.com/", video("u")),
        ("  HTTPS://M.TikTok.com/@u/video/ID#top \r\n", video("u")),
        ("https://www.tiktok.com/@u/photo/ID", video("u")),
        ("https://www.tiktok.com/@/video/ID", video("")),
        ("https://www.tiktok.com/share/video/ID", video("")),
        ("https://m.tiktok.com/v/ID.html?u_code=1", video("")),
        ("https://www.tiktokv.com/share/video/ID/", video("")),
        ("tiktokv.com/share/video/ID", video("")),
        ("https://www.tiktok.com/embed/v2/ID", video("")),
        ("https://www.tiktok.com/embed/ID", video("")),
        ("https://www.tiktok.com/player/v1/ID?autoplay=1", video("")),
        (
            "https://vm.tiktok.com/ZMabc1234/",
            short("https://vm.tiktok.com/ZMabc1234/"),
        ),
        (
            "vm.tiktok.com/ZMabc1234",
            short("https://vm.tiktok.com/ZMabc1234/"),
        ),
        (
            "https://VT.tiktok.com/ZSabc1234?k=1",
            short("https://vt.tiktok.com/ZSabc1234/"),
        ),
        (
            "https://www.tiktok.com/t/ZTabc1234/",
            short("https://www.tiktok.com/t/ZTabc1234/"),
        ),
        (
            "tiktok.com/t/ZTabc1234",
            short("https://www.tiktok.com/t/ZTabc1234/"),
        ),
    ] {
        assert_eq!(
            VideoAddress::parse(&text.replace("ID", ID)),
            Some(expected),
            "{text}"
        );
    }
}

#[test]
fn author_of_video_address_is_in_lower_case() {
    for (address, expected) in [
        (video("Scout.2015"), Some("scout.2015")),
        (video(""), None),
        (short("https://www.tiktok.com/t/ZTabc1234/"), None),
    ] {
        assert_eq!(address.author().as_deref(), expected, "{address:?}");
    }
}

#[test]
fn asvs_1_3_6_video_address_refuses_malicious_and_malformed_input() {
    let pattern = Regex::new(PATTERN).unwrap();
    let mistaken = ["ID", "@u", ""].map(|text| text.replace("ID", ID));
    for text in malicious_urls::addresses(8080).chain(mistaken) {
        assert_eq!(VideoAddress::parse(&text), None, "{text}");
        assert!(!pattern.is_match(&text), "{text}");
    }
}

/// Texts close to the accepted forms, so that the properties cover more than refusals.
fn nearly() -> impl Strategy<Value = String> {
    let one_of = |texts: &'static [&'static str]| prop::sample::select(texts);
    (
        one_of(&["", "https://", "HTTP://", "https:/", "ftp://"]),
        one_of(&[
            "www.tiktok.com",
            "M.TikTok.com",
            "tiktokv.com",
            "vm.tiktok.com",
            "x.tiktok.com",
            "vt.ti\u{212a}tok.com",
        ]),
        one_of(&[
            "/@u/video/",
            "/@/photo/",
            "/@u./video/",
            "/@a23456789012345678901234/video/",
            "/@a234567890123456789012345/video/",
            "/share/video/",
            "/embed/v2/",
            "/player/v1/",
            "/v/",
            "/t/",
            "/",
            "//",
        ]),
        "1?[0-9]{16,20}|[A-Za-z0-9_-]{3,10}",
        one_of(&["", "", "/", ".html", "?a=https://b/", "/#\n", "//", ":1", "%2f"]),
    )
        .prop_map(|(scheme, host, path, name, end)| [scheme, host, path, &name, end].concat())
}

proptest! {
    #[test]
    fn video_address_is_always_on_tiktok_host(text in prop_oneof!["\\PC{0,80}", nearly()]) {
        if let Some(address) = VideoAddress::parse(&text) {
            let (VideoAddress::Video { url, .. } | VideoAddress::Short { url }) = &address;
            let parsed = url::Url::parse(url).unwrap();
            prop_assert!(matches!(
                parsed.host_str(),
                Some("www.tiktok.com" | "vm.tiktok.com" | "vt.tiktok.com")
            ));
            prop_assert_eq!(parsed.scheme(), "https");
            prop_assert_eq!(parsed.as_str(), url.as_str(), "every parser returns the same URL");
            prop_assert_eq!(parsed.port(), None);
            prop_assert_eq!((parsed.username(), parsed.query(), parsed.fragment()), ("", None, None));
            prop_assert_eq!(VideoAddress::parse(url), Some(address.clone()), "parsing the result returns the same address");
        }
    }

    #[test]
    fn video_address_pattern_agrees_with_parser(text in prop_oneof!["\\PC{0,80}", nearly()]) {
        let text = text.trim();
        let pattern = Regex::new(PATTERN).unwrap();
        prop_assert_eq!(pattern.is_match(text), VideoAddress::parse(text).is_some(), "{}", text);
    }
}
