//! Names and regions of scraper pools. A set of sessions is named like a pool.

/// Maximum length of the name of a pool or a set of sessions: that of a label.
pub const MAX_NAME_LENGTH: usize = 63;

/// The form of the name of a pool or a set of sessions, without the length.
pub const NAME_PATTERN: &str = "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$";

/// The rule of the name of a pool or a set of sessions.
pub const NAME_RULE: &str = "The name of a scraper pool or a set of sessions has 1 to 63 letters (a-z), digits and hyphens, and begins and \
                             ends with a letter or digit";

/// Maximum length of a region: that of a label's value.
pub const MAX_REGION_LENGTH: usize = 63;

/// The form of a region, without the length.
pub const REGION_PATTERN: &str = "^[A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?$";

/// The rule of a region.
pub const REGION_RULE: &str = "A region has 1 to 63 letters (A-Z, a-z), digits, hyphens, underscores and dots, and begins and ends with a \
                               letter or digit";

/// Maximum number of pools that a group allows its accounts to select.
pub const MAX_ALLOWED: usize = 20;

/// Maximum length of a proxy's name, in characters.
pub const MAX_PROXY_NAME_LENGTH: usize = 60;

/// Why a text cannot be a name or a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadScraperPool {
    /// The text is not a name.
    #[error("{rule}", rule = NAME_RULE)]
    Name,
    /// The text is not a region.
    #[error("{rule}", rule = REGION_RULE)]
    Region,
}

/// Validates the name of a pool or a set of sessions and returns it without surrounding blanks.
pub fn name(text: &str) -> Result<&str, BadScraperPool> {
    let name = text.trim();
    let is_end = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    if is_label(name, MAX_NAME_LENGTH, is_end, b"-") {
        Ok(name)
    } else {
        Err(BadScraperPool::Name)
    }
}

/// Validates a region and returns it without surrounding blanks.
pub fn region(text: &str) -> Result<&str, BadScraperPool> {
    let region = text.trim();
    let is_end = |byte: u8| byte.is_ascii_alphanumeric();
    if is_label(region, MAX_REGION_LENGTH, is_end, b"_.-") {
        Ok(region)
    } else {
        Err(BadScraperPool::Region)
    }
}

/// Returns whether a text begins and ends with such a byte, and has only those and `inner` ones.
fn is_label(text: &str, longest: usize, is_end: impl Fn(u8) -> bool, inner: &[u8]) -> bool {
    let bytes = text.as_bytes();
    bytes.len() <= longest
        && bytes.first().is_some_and(|byte| is_end(*byte))
        && bytes.last().is_some_and(|byte| is_end(*byte))
        && bytes.iter().all(|byte| is_end(*byte) || inner.contains(byte))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use regex::Regex;

    use super::*;

    #[test]
    fn names_are_labels_and_regions_are_values_of_labels() {
        let longest = "a".repeat(63);
        for text in ["a", "eu", "eu-central-1", "1", &longest] {
            assert_eq!(name(text), Ok(text));
            assert_eq!(region(text), Ok(text));
        }
        assert_eq!(name(" eu\n"), Ok("eu"));
        for text in ["EU", "eu_1", "eu.1"] {
            assert_eq!(name(text), Err(BadScraperPool::Name), "{text}");
            assert_eq!(region(text), Ok(text));
        }
        for text in ["", "-", "-eu", "eu-", "e u", "é", "eu\0", &"a".repeat(64)] {
            assert_eq!(name(text), Err(BadScraperPool::Name), "{text}");
            assert_eq!(region(text), Err(BadScraperPool::Region), "{text}");
        }
        assert_eq!(BadScraperPool::Name.to_string(), NAME_RULE);
        assert_eq!(BadScraperPool::Region.to_string(), REGION_RULE);
    }

    proptest! {
        #[test]
        fn patterns_and_lengths_agree_with_checks(text in "[a-z0-9-]{0,65}|[A-Za-z0-9_.-]{0,65}|\\PC{0,4}") {
            prop_assume!(text == text.trim());
            let matches = |pattern: &str| Regex::new(pattern).unwrap().is_match(&text);
            prop_assert_eq!(name(&text).is_ok(), matches(NAME_PATTERN) && text.len() <= MAX_NAME_LENGTH);
            prop_assert_eq!(region(&text).is_ok(), matches(REGION_PATTERN) && text.len() <= MAX_REGION_LENGTH);
        }
    }
}
