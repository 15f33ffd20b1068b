//! Bounds of a field, and the error for a message out of bounds.

use std::fmt::{self, Display, Formatter};

/// The values that a field may have.
#[derive(Clone, Copy, Debug)]
pub enum Bound {
    /// All values of the type. The text states how implausible values are handled.
    Any(&'static str),
    /// A message, whose fields have their own bounds.
    Message,
    /// A list with at most this many entries.
    List(usize, &'static Bound),
    /// A text with a minimum and maximum number of characters and this form.
    Text(usize, usize, Form),
    /// At most this many bytes.
    Bytes(usize),
    /// An integer within these limits.
    Number(i128, i128),
    /// A finite number within these limits.
    Real(f64, f64),
    /// A value that the contract defines. With `true`, UNSPECIFIED is allowed as well.
    Choice(bool),
}

/// The form of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A UUID of 36 characters.
    Uuid,
    /// Decimal digits of a number below 2^64.
    Id,
    /// The code of an endpoint, need or kind: lower-case letters, digits, `_`.
    Code,
    /// A name: ASCII letters, digits, `.`, `_`, `-`.
    Name,
    /// URL-safe base 64: ASCII letters, digits, `-`, `_`, `=`.
    Base64,
    /// A link to Instagram or TikTok: after the site's origin, ASCII letters, digits, `@`, `.`, `_`, `-`, `/`.
    Link,
    /// Printable ASCII without spaces, as allowed in a header or a URL.
    Token,
    /// All characters except NUL, which `PostgreSQL` cannot store.
    Text,
}

/// Sites that links to items may lead to.
const SITES: [&str; 2] = ["https://www.instagram.com/", "https://www.tiktok.com/"];

impl Form {
    /// Returns whether a text has the form. An empty text has every form: the length is checked separately.
    #[must_use]
    pub fn fits(self, text: &str) -> bool {
        let all = |is_part: fn(u8) -> bool| text.bytes().all(is_part);
        match self {
            _ if text.is_empty() => true,
            Self::Uuid => is_uuid(text),
            Self::Id => all(|byte| byte.is_ascii_digit()) && text.parse::<u64>().is_ok(),
            Self::Code => all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_'),
            Self::Name => all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte)),
            Self::Base64 => all(|byte| byte.is_ascii_alphanumeric() || b"-_=".contains(&byte)),
            Self::Link => SITES.iter().any(|site| {
                text.strip_prefix(site).is_some_and(|path| {
                    path.bytes()
                        .all(|byte| byte.is_ascii_alphanumeric() || b"@._-/".contains(&byte))
                })
            }),
            Self::Token => all(|byte| byte.is_ascii_graphic()),
            Self::Text => !text.contains('\0'),
        }
    }

    /// Returns the description of the form for an error message.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::Uuid => "a UUID",
            Self::Id => "decimal digits of a number below 2^64",
            Self::Code => "lower-case letters, digits and _",
            Self::Name => "letters, digits, dots, hyphens and _",
            Self::Base64 => "letters, digits, - and _",
            Self::Link => "a link to www.instagram.com or www.tiktok.com",
            Self::Token => "printable ASCII without spaces",
            Self::Text => "text without NUL",
        }
    }
}

fn is_uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(place, byte)| match place {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// The field that is out of bounds, such as `page.observations[3].url`, and its allowed values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundsViolation {
    field: String,
    reason: String,
}

impl BoundsViolation {
    pub(super) fn of(reason: impl Into<String>) -> Self {
        Self {
            field: String::new(),
            reason: reason.into(),
        }
    }

    /// Prepends the path of the message or list that contains the refused value.
    pub(super) fn within(mut self, place: &str) -> Self {
        let is_in_a_message = !self.field.is_empty() && !self.field.starts_with('[');
        let dot = if is_in_a_message { "." } else { "" };
        self.field = format!("{place}{dot}{}", self.field);
        self
    }
}

impl Display for BoundsViolation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.field.is_empty() {
            return f.write_str(&self.reason);
        }
        write!(f, "{}: {}", self.field, self.reason)
    }
}

impl std::error::Error for BoundsViolation {}
