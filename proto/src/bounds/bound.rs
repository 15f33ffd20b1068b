//! What a field may hold.

/// What a field may hold.
#[derive(Clone, Copy, Debug)]
pub enum Bound {
    /// Every value of its type. The text says why that is safe: what becomes of a value that nobody can mean.
    Any(&'static str),
    /// A message; its fields have bounds of their own.
    Message,
    /// A list with at most so many entries.
    List(usize, &'static Bound),
    /// A text with this number of characters, from the fewest to the most, of this form.
    Text(usize, usize, Form),
    /// At most so many bytes.
    Bytes(usize),
    /// A whole number from the first to the second.
    Number(i128, i128),
    /// A number from the first to the second, and no other.
    Real(f64, f64),
    /// A value that the contract names. With `true`, UNSPECIFIED is one as well.
    Choice(bool),
}

/// The form of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A UUID as 36 characters.
    Uuid,
    /// Decimal digits of a number below 2^64.
    Id,
    /// The code of an endpoint, a need or a kind: lower-case letters, digits, `_`.
    Code,
    /// A name: ASCII letters, digits, `.`, `_`, `-`.
    Name,
    /// Base 64 as in addresses: ASCII letters, digits, `-`, `_`, `=`.
    Base64,
    /// A link to Instagram or TikTok: after the site's address ASCII letters, digits, `@`, `.`, `_`, `-`, `/`.
    Link,
    /// Printable ASCII, without spaces: what a header or an address holds.
    Token,
    /// Anything but NUL, which `PostgreSQL` has no place for.
    Text,
}

/// Where links to items lead.
const SITES: [&str; 2] = ["https://www.instagram.com/", "https://www.tiktok.com/"];

impl Form {
    /// Whether a text has the form. An empty text has every form: the number of characters is another matter.
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

    /// Names the form in a refusal.
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
