//! Codes of platforms and endpoints, in SQL, on the wire and in metrics.

use clipmeter_proto::v1::Platform;

use crate::DbError;

/// Maximum length of the code of an endpoint or a need.
const MAX_CODE: usize = 40;

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

/// Returns the endpoint code if this version's scrapers have it, else [`OTHER`]: a scraper cannot create metric series
/// without end.
#[must_use]
pub fn label(endpoint: &str) -> &'static str {
    Platform::ALL
        .into_iter()
        .flat_map(|platform| platform.descriptor().endpoints.iter().copied())
        .find(|known| *known == endpoint)
        .unwrap_or(OTHER)
}
