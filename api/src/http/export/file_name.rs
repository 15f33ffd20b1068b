//! File names of exports.

use chrono::NaiveDate;
use clipmeter_proto::v1::Platform;

use crate::http::content::listing::ContentFilter;

/// Maximum length of a part of the name that comes from user input; the whole name stays far below the 255 bytes of
/// file systems.
const MAX_PART_LENGTH: usize = 40;

/// Returns `clipmeter-<platform>-<filters>-<day>.csv`, with `content` for several platforms, in characters that every file system
/// accepts.
pub(crate) fn file_name(platforms: &[Platform], filter: &ContentFilter, today: NaiveDate) -> String {
    let mut parts = Vec::new();
    parts.extend(filter.account.as_deref().map(slug));
    parts.extend(filter.q.as_deref().map(slug));
    parts.extend(filter.group_id.map(|id| format!("group-{id}")));
    parts.extend(filter.kind.map(|kind| <&str>::from(kind).to_owned()));
    parts.extend(filter.min_views.map(|views| format!("views-{views}")));
    parts.extend(filter.from.map(|day| format!("from-{day}")));
    parts.extend(filter.to.map(|day| format!("to-{day}")));
    parts.extend(filter.gained_from.map(|day| format!("gained-{day}")));
    parts.extend(filter.gained_to.map(|day| format!("to-{day}")));
    parts.retain(|part| !part.is_empty());
    if parts.is_empty() {
        parts.push("all".to_owned());
    }
    let content = match platforms {
        [platform] => platform.code(),
        _ => "content",
    };
    format!("clipmeter-{content}-{}-{today}.csv", parts.join("-"))
}

/// Returns the letters and digits of a text in lower case, with a dash in place of other characters.
fn slug(text: &str) -> String {
    let is_allowed = |character: char| character.is_ascii_alphanumeric() || matches!(character, '.' | '_');
    let words = text
        .split(|character| !is_allowed(character))
        .filter(|word| !word.is_empty());
    let mut name = words.collect::<Vec<_>>().join("-").to_ascii_lowercase();
    name.truncate(MAX_PART_LENGTH);
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(query: &str) -> String {
        let uri = format!("/?{query}").parse().unwrap();
        let filter = axum::extract::Query::<ContentFilter>::try_from_uri(&uri).unwrap();
        let today = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
        file_name(&[Platform::Tiktok], &filter, today)
    }

    #[test]
    fn file_name_contains_filters() {
        assert_eq!(named("sort=views"), "clipmeter-tiktok-all-2026-11-21.csv");
        assert_eq!(
            named("gained_from=2026-11-14&gained_to=2026-11-20"),
            "clipmeter-tiktok-gained-2026-11-14-to-2026-11-20-2026-11-21.csv"
        );
        assert_eq!(
            named("account=%40khaby.lame&q=Two%20%22Words%22&group_id=3&from=2026-01-01&to=2026-02-01"),
            "clipmeter-tiktok-khaby.lame-two-words-group-3-from-2026-01-01-to-2026-02-01-2026-11-21.csv"
        );
    }

    #[test]
    fn file_name_of_items_of_a_type_is_not_all() {
        assert_eq!(
            named("kind=video&min_views=5000"),
            "clipmeter-tiktok-video-views-5000-2026-11-21.csv"
        );
    }

    #[test]
    fn file_name_contains_only_safe_characters() {
        assert_eq!(
            named("q=..%2F%0D%0A%22%3B%20x%3D1"),
            "clipmeter-tiktok-..-x-1-2026-11-21.csv"
        );
        assert_eq!(named("q=%E2%98%83"), "clipmeter-tiktok-all-2026-11-21.csv");
        assert_eq!(
            named(&format!("q={}", "x".repeat(100))),
            format!("clipmeter-tiktok-{}-2026-11-21.csv", "x".repeat(MAX_PART_LENGTH))
        );
    }
}
