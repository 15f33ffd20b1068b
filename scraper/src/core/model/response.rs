//! A response as received, and its content.

use std::borrow::Cow;
use std::fmt;

use clipmeter_proto::v1::Outcome;

use super::{Item, Profile};

/// A response from a platform. Redirects are not followed before it is parsed: the location is a signal.
#[derive(Debug, Clone, Copy)]
pub struct RawResponse<'a> {
    pub status: u16,
    pub location: Option<&'a str>,
    /// The body, decompressed.
    pub body: &'a [u8],
    /// Whether the request carried no session: the same text means an expired session with one, and a refusal
    /// without.
    pub is_anonymous: bool,
}

impl<'a> RawResponse<'a> {
    /// Creates a response with status 200 to an anonymous request.
    #[must_use]
    pub fn anonymous(body: &'a [u8]) -> Self {
        Self {
            status: 200,
            location: None,
            body,
            is_anonymous: true,
        }
    }

    /// Creates a response with status 200 to a request with a session.
    #[must_use]
    pub fn with_session(body: &'a [u8]) -> Self {
        Self {
            is_anonymous: false,
            ..Self::anonymous(body)
        }
    }
}

/// The content of a response. Items and profile may be present with an outcome other than OK: a private account
/// still shows its counts, and so does an age-restricted video.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParsedResponse<'a> {
    pub outcome: Outcome,
    /// Why the outcome is not OK, for display. The platform's own message if it sent one; empty if OK.
    pub detail: String,
    /// The account that the response is about.
    pub profile: Option<Profile<'a>>,
    /// The posts or videos, in the order of the response.
    pub items: Vec<Item<'a>>,
    /// Whether the platform has more items; `None` if the response does not include this.
    pub has_more: Option<bool>,
    /// The cursor of the next page, as the platform wrote it.
    pub cursor: Option<Scalar<'a>>,
    /// TikTok's own status code.
    pub status_code: Option<i64>,
    /// Posts of which the response shows only the shortcode.
    pub shortcodes: Vec<Cow<'a, str>>,
    /// Whether the response never contains all counts, even if it is parsed completely.
    pub partial: bool,
    /// Whether the required login concerns only this account or post; others are still shown to anonymous clients.
    pub is_gated: bool,
    /// Values that only HTML pages contain.
    pub notes: PageNotes<'a>,
}

/// URLs and texts from the head of an HTML page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageNotes<'a> {
    /// `og:description`, white space collapsed.
    pub og_description: Option<String>,
    pub og_url: Option<String>,
    /// TikTok's `seo.abtest.canonical`: the page's canonical URL, followed once if it is not the requested one.
    pub canonical: Option<Cow<'a, str>>,
}

impl ParsedResponse<'_> {
    /// Creates a response with only an outcome.
    #[must_use]
    pub fn bare(outcome: Outcome, detail: impl Into<String>) -> Self {
        Self {
            outcome,
            detail: detail.into(),
            profile: None,
            items: Vec::new(),
            has_more: None,
            cursor: None,
            status_code: None,
            shortcodes: Vec::new(),
            partial: false,
            is_gated: false,
            notes: PageNotes::default(),
        }
    }
}

/// The cursor of a page, a JSON scalar that is sent back to the platform unchanged: opaque text on one endpoint, a number of milliseconds on another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scalar<'a> {
    /// A JSON string, decoded.
    Text(Cow<'a, str>),
    /// A JSON number without a fraction.
    Number(i64),
}

impl Scalar<'_> {
    /// Returns whether there is nothing to send back.
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
