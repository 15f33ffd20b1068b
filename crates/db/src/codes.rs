//! Codes of platforms and endpoints, in SQL, on the wire and in metrics.

use clipmeter_proto::v1::Platform;

use crate::DbError;

/// Maximum length of the code of an endpoint or a need.
const MAX_CODE: usize = 40;

/// The endpoint codes of this version's scrapers. A fixed list, so that a scraper cannot create metric series
/// without end.
const ENDPOINTS: [&str; 22] = [
    "clips_user",
    "embed_user",
    "embed_video",
    "feed_by_name",
    "feed_user",
    "graphql_clips",
    "graphql_logged_out",
    "graphql_shortcode",
    "graphql_timeline",
    "home",
    "item_list",
    "media_info",
    "oembed",
    "post_page",
    "profile_by_id",
    "profile_page",
    "script",
    "short_link",
    "topsearch",
    "user_page",
    "video_page",
    "web_profile_info",
];

/// The label of every other endpoint.
pub const OTHER: &str = "other";

/// Parses a platform code from the tables, whose constraints allow only known codes.
#[must_use]
pub fn platform(code: &str) -> Platform {
    code.parse().unwrap_or(Platform::Unspecified)
}

/// Validates a code from the wire that is used as a key.
pub fn code<'a>(field: &str, text: &'a str) -> Result<&'a str, DbError> {
    let is_code = (1..=MAX_CODE).contains(&text.len())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    if is_code {
        Ok(text)
    } else {
        Err(DbError::invalid(format!(
            "{field} must be 1 to {MAX_CODE} lowercase letters, digits and underscores"
        )))
    }
}

/// Returns the endpoint code if this version's scrapers have it, else [`OTHER`].
#[must_use]
pub fn label(endpoint: &str) -> &'static str {
    ENDPOINTS
        .into_iter()
        .find(|known| *known == endpoint)
        .unwrap_or(OTHER)
}
