//! The meaning of one answer.

use std::borrow::Cow;

use clipmeter_proto::v1::Outcome;

use super::{Item, Profile, Scalar};
use crate::tiktok::waf::Challenge;

/// What an answer says. Items and profile may be present beside an outcome that is not ok: a private account
/// still shows its counts, an age-restricted video too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParsedResponse<'a> {
    /// How the attempt ended.
    pub outcome: Outcome,
    /// For people: why the outcome is not ok. The platform's own message where it gave one; empty when ok.
    pub detail: String,
    /// The account that the answer is about.
    pub profile: Option<Profile<'a>>,
    /// The posts or videos, in the order of the answer.
    pub items: Vec<Item<'a>>,
    /// Whether the platform says that there are more; `None` when it does not say.
    pub has_more: Option<bool>,
    /// What to ask the next page with, as the platform wrote it.
    pub cursor: Option<Scalar<'a>>,
    /// TikTok's own status code.
    pub status_code: Option<i64>,
    /// Posts of which the answer shows no more than the code.
    pub shortcodes: Vec<Cow<'a, str>>,
    /// The answer never has more than a part of the counts, however well it was read.
    pub partial: bool,
    /// The login that it asks for is for this one post; others are shown to guests all the same.
    pub is_gated: bool,
    /// The proof-of-work to solve, when that is what came instead of the page.
    pub challenge: Option<Challenge>,
    /// What only HTML pages say.
    pub notes: PageNotes<'a>,
}

/// Addresses and texts from the head of an HTML page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageNotes<'a> {
    /// `og:description`, white space collapsed.
    pub og_description: Option<String>,
    /// `og:url`.
    pub og_url: Option<String>,
    /// TikTok's `seo.abtest.canonical`: where the page lives, to be followed once when it is not the one wanted.
    pub canonical: Option<Cow<'a, str>>,
}

impl ParsedResponse<'_> {
    /// An answer that says nothing but its outcome.
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

    /// The cursor at which TikTok's creator list continues: the last item's time in milliseconds.
    #[must_use]
    pub fn next_cursor_ms(&self) -> Option<i64> {
        self.items.last()?.posted_at?.checked_mul(1000)
    }
}
