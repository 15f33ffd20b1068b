//! Sessions as entered by a user, and their normal form.

use std::fmt;

use secrecy::SecretString;
use secrecy::zeroize::Zeroizing;

/// Maximum length of a session cookie; browsers store no longer ones.
const MAX_LENGTH: usize = 4_096;

/// The mark with which some editors begin a UTF-8 file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A text with one session on each line. It is wiped from memory when dropped, and never printed.
#[derive(Default)]
pub struct SessionText(Zeroizing<String>);

impl SessionText {
    /// Returns whether all lines are blank.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        trim(&self.0).is_empty()
    }

    pub fn push(&mut self, line: &str) {
        self.0.push_str(line);
        self.0.push('\n');
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<String> for SessionText {
    fn from(text: String) -> Self {
        Self(Zeroizing::new(text))
    }
}

impl<'a> FromIterator<&'a str> for SessionText {
    fn from_iter<T: IntoIterator<Item = &'a str>>(lines: T) -> Self {
        let mut text = Self::default();
        for line in lines {
            text.push(line);
        }
        text
    }
}

impl fmt::Debug for SessionText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SessionText").finish_non_exhaustive()
    }
}

/// A parsed line of a text.
#[derive(Debug)]
pub(super) enum SessionLine {
    Blank,
    /// Browsers show the encoded form (`%3A`); the decoded one (`:`) is the same session. This is the encoded
    /// form.
    Session(SecretString),
    /// Not a value of the cookie `sessionid`, which begins with the user ID and a colon, and has no spaces or semicolons.
    Invalid,
}

impl SessionLine {
    pub(super) fn read(line: &str) -> Self {
        let value = trim(line);
        if value.is_empty() {
            return Self::Blank;
        }
        if value.len() > MAX_LENGTH || !value.bytes().all(is_cookie_octet) {
            return Self::Invalid;
        }
        let encoded = Zeroizing::new(value.replace(':', "%3A"));
        let encoded = Zeroizing::new(encoded.replace("%3a", "%3A"));
        if !begins_with_user_id(&encoded) {
            return Self::Invalid;
        }
        Self::Session(encoded.as_str().into())
    }
}

/// Trims characters at both ends that cannot be part of a session.
pub(super) fn trim(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || c == BYTE_ORDER_MARK)
}

/// Returns whether a user ID precedes the first colon, and something follows. Requests send the user ID in a cookie of its own, so
/// no other value can be used.
fn begins_with_user_id(encoded: &str) -> bool {
    encoded.split_once("%3A").is_some_and(|(id, rest)| {
        !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit()) && !rest.is_empty()
    })
}

/// Returns whether a cookie's value may contain the byte, by RFC 6265, section 4.1.1.
fn is_cookie_octet(octet: u8) -> bool {
    octet.is_ascii_graphic() && !matches!(octet, b'"' | b',' | b';' | b'\\')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use secrecy::ExposeSecret as _;

    use super::*;

    fn normalization(line: &str) -> Option<String> {
        match SessionLine::read(line) {
            SessionLine::Session(value) => Some(value.expose_secret().to_owned()),
            SessionLine::Blank | SessionLine::Invalid => None,
        }
    }

    #[test]
    fn session_normalization_unifies_plain_and_encoded_values() {
        for line in [
            "  17:tok:5:sig \r",
            "17%3Atok%3a5%3Asig",
            "\u{feff}17%3Atok%3A5%3Asig",
        ] {
            assert_eq!(normalization(line).as_deref(), Some("17%3Atok%3A5%3Asig"));
        }
        assert!(matches!(SessionLine::read(" \t\u{feff}"), SessionLine::Blank));
    }

    #[test]
    fn session_normalization_rejects_invalid_cookie_values() {
        let longest = format!("17%3A{}", "x".repeat(MAX_LENGTH - "17%3A".len()));
        assert_eq!(normalization(&longest), Some(longest.clone()));
        for line in [
            "two words",
            "a;b",
            "a,b",
            "\"a\"",
            "a\\b",
            "a\0b",
            "é",
            "short",
            "token:17",
            "17",
            "17:",
            ":17",
            "x17%3Atok",
            &(longest + "x"),
        ] {
            assert!(matches!(SessionLine::read(line), SessionLine::Invalid), "{line}");
        }
    }

    proptest! {
        #[test]
        fn session_normalized_from_any_line_is_cookie_value_and_normal(
            line in "\\PC{0,60}|\\s*[0-9]{0,3}(:|%3A|%3a)[ -~]{0,30}\\s*",
        ) {
            if let Some(value) = normalization(&line) {
                prop_assert!(value.bytes().all(is_cookie_octet));
                prop_assert!(!value.contains(':') && begins_with_user_id(&value));
                prop_assert_eq!(normalization(&value), Some(value.clone()));
            }
        }
    }
}
