//! A JSON scalar that is sent back to the platform unchanged.

use std::borrow::Cow;
use std::fmt;

/// The cursor of a page: opaque text on one endpoint, a number of milliseconds on another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scalar<'a> {
    /// A JSON string, decoded.
    Text(Cow<'a, str>),
    /// A JSON number without a fraction.
    Number(i64),
}

impl Scalar<'_> {
    /// Whether there is nothing to send back.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Text(text) if text.is_empty())
    }
}

impl fmt::Display for Scalar<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Number(number) => number.fmt(f),
        }
    }
}
