//! Parses usernames from typed or pasted text.

use clipmeter_proto::v1::Platform;

use crate::http::error::Problem;

/// Returns the username of a text, lower case and without @: a name, a name with @, or the URL of a profile.
pub(crate) fn parse(platform: Platform, text: &str) -> Result<String, Problem> {
    let text = text.trim().to_lowercase();
    if text.is_empty() {
        return Err(Problem::invalid("username is required"));
    }
    let name = if text.contains('/') {
        from_address(platform, &text)?
    } else {
        &text
    };
    let name = name.strip_prefix('@').unwrap_or(name);
    platform
        .usernames()
        .check(name)
        .map_err(|bad| Problem::invalid(bad.to_string()))?;
    Ok(name.to_owned())
}

/// Returns the username in a profile's URL, which must be in lower case. Nothing is fetched: the URL is only
/// parsed.
fn from_address(platform: Platform, text: &str) -> Result<&str, Problem> {
    let descriptor = platform.descriptor();
    let refused = || {
        Problem::invalid(format!(
            "Not a profile link on {}. Enter the username or copy the link of the profile.",
            descriptor.name
        ))
    };
    let rest = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"))
        .unwrap_or(text);
    let (host, path) = rest.split_once('/').ok_or_else(refused)?;
    if !descriptor.profile_hosts.contains(&host) {
        return Err(refused());
    }
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
    (descriptor.profile_name)(&segments).ok_or_else(refused)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn name(platform: Platform, text: &str) -> Option<String> {
        parse(platform, text).ok()
    }

    #[test]
    fn username_is_parsed_from_handles_and_profile_urls() {
        for text in [
            "natgeo",
            "  NatGeo \n",
            "@natgeo",
            "https://www.instagram.com/natgeo/",
            "http://instagram.com/NatGeo?igsh=abc",
            "instagram.com/natgeo/reels/",
        ] {
            assert_eq!(
                name(Platform::Instagram, text).as_deref(),
                Some("natgeo"),
                "{text}"
            );
        }
        for text in [
            "khaby.lame",
            "@Khaby.Lame",
            "https://www.tiktok.com/@khaby.lame?lang=de",
            "tiktok.com/@khaby.lame/",
        ] {
            assert_eq!(
                name(Platform::Tiktok, text).as_deref(),
                Some("khaby.lame"),
                "{text}"
            );
        }
    }

    /// One case of the table shared with the web app's tests: the typed text, what the web app sends, and the resulting
    /// username.
    #[derive(serde::Deserialize)]
    struct Case {
        platform: String,
        typed: String,
        sent: String,
        username: Option<String>,
    }

    #[test]
    fn username_sent_by_web_app_equals_typed_one() {
        let cases: Vec<Case> = serde_json::from_str(include_str!(
            "../../../../web/src/pages/accounts/usernames.cases.json"
        ))
        .unwrap();
        for case in cases {
            let platform = match case.platform.as_str() {
                "tiktok" => Platform::Tiktok,
                _ => Platform::Instagram,
            };
            for text in [&case.typed, &case.sent] {
                assert_eq!(name(platform, text), case.username, "{text}");
            }
        }
    }

    #[test]
    fn username_rejects_invalid_names_and_other_urls() {
        let long = "x".repeat(5_000);
        for text in ["", "  ", "two words", "na\u{0}me", "ünïcode", "a/b", &long] {
            for platform in [Platform::Instagram, Platform::Tiktok] {
                assert_eq!(name(platform, text), None, "{text}");
            }
        }
        for text in [
            "@",
            "@@natgeo",
            "nat geo",
            "natgéo",
            "natgeo.",
            "a-b",
            "https://www.instagram.com/",
            "https://www.instagram.com/p/Cabc/",
            "https://www.tiktok.com/@khaby.lame",
            "https://instagram.com.evil.example/natgeo",
            "https://instagram.com@evil.example/natgeo",
            "javascript://instagram.com/natgeo",
            "a234567890123456789012345678901",
        ] {
            assert_eq!(name(Platform::Instagram, text), None, "{text}");
        }
        for text in [
            "a",
            "_individual_videos_",
            "@_Individual_Videos_",
            "https://www.tiktok.com/@khaby.lame/video/7000000000000000000",
            "https://www.tiktok.com/foryou",
        ] {
            assert_eq!(name(Platform::Tiktok, text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn username_parsed_from_any_text_parses_to_itself(text in "\\PC{0,60}|[a-zA-Z@./:?#_]{0,40}") {
            for platform in [Platform::Instagram, Platform::Tiktok] {
                if let Some(first) = name(platform, &text) {
                    prop_assert_eq!(name(platform, &first), Some(first.clone()));
                    prop_assert!(platform.usernames().check(&first).is_ok());
                }
            }
        }
    }
}
