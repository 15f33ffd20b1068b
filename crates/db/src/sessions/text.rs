//! Sessions as entered by a user.

use std::fmt;

use secrecy::zeroize::Zeroizing;

use super::normalization::trim;

/// A text with one session on each line. It is wiped from memory when dropped, and never printed.
#[derive(Default)]
pub struct SessionText(Zeroizing<String>);

impl SessionText {
    /// Whether all lines are blank.
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
