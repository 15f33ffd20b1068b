use std::borrow::Cow;

use clipmeter_proto::v1::Outcome;

use super::{Item, Profile, Scalar};
use crate::platforms::tiktok::waf::Challenge;

/// The content of a response. Items and profile may be present with an outcome other than OK: a private account
/// still shows its counts, and so does an age-restricted video.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParsedResponse<'a> {
    /// Outcome of the attempt.
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
    /// Whether the required login concerns only this post; others are still shown to anonymous clients.
    pub is_gated: bool,
    /// The proof-of-work challenge, if the response contains one instead of the page.
    pub challenge: Option<Challenge>,
    /// Values that only HTML pages contain.
    pub notes: PageNotes<'a>,
}

/// URLs and texts from the head of an HTML page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageNotes<'a> {
    /// `og:description`, white space collapsed.
    pub og_description: Option<String>,
    /// `og:url`.
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
            challenge: None,
            notes: PageNotes::default(),
        }
    }

    /// Returns the cursor for the next page of TikTok's creator list: the last item's time in milliseconds.
    #[must_use]
    pub fn next_cursor_ms(&self) -> Option<i64> {
        self.items.last()?.posted_at?.checked_mul(1000)
    }
}
