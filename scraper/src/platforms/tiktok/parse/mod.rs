//! Parsers of TikTok's responses.

mod api;
mod counts;
mod embed;
mod item;
mod page;
mod picture;
mod sigi;
mod user;

pub(super) use api::Api;
pub(super) use page::{PageContent, page};

use crate::core::model::{Item, Profile};

/// The content of a response, independent of its position in the document.
#[derive(Debug, Default)]
pub(super) struct Report<'a> {
    /// TikTok's own code, 0 for success.
    pub(super) code: Option<i64>,
    /// TikTok's message for the code.
    pub(super) message: std::borrow::Cow<'a, str>,
    pub(super) profile: Option<Profile<'a>>,
    /// The items; `None` if the response has no list.
    pub(super) items: Option<Vec<Item<'a>>>,
    /// Whether the video was withheld from anonymous clients for its classification.
    pub(super) is_classified: bool,
    /// Number of list elements that are not items.
    pub(super) unparsed: usize,
}

impl<'a> Report<'a> {
    /// Returns whether the response has neither an account nor a list.
    pub(super) fn is_bare(&self) -> bool {
        self.profile.is_none() && self.items.is_none()
    }

    /// Adds the result of reading one item.
    fn push(&mut self, item: Option<Item<'a>>) {
        let items = self.items.get_or_insert_default();
        match item {
            Some(item) => items.push(item),
            None => self.unparsed += 1,
        }
    }
}
