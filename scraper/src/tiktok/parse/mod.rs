//! What TikTok's answers hold.

mod api;
mod counts;
mod embed;
mod item;
mod page;
mod sigi;
mod user;

pub(super) use api::Api;
pub(super) use page::{PageContent, page};

use crate::model::{Item, Profile};

/// What an answer reports about its subject, wherever in it that stands.
#[derive(Debug, Default)]
pub(super) struct Report<'a> {
    /// TikTok's own code, 0 for success.
    pub(super) code: Option<i64>,
    /// Its words for the code.
    pub(super) message: std::borrow::Cow<'a, str>,
    pub(super) profile: Option<Profile<'a>>,
    /// The items; `None` when the answer has no list.
    pub(super) items: Option<Vec<Item<'a>>>,
    /// The video was withheld from guests for its classification.
    pub(super) is_classified: bool,
    /// Elements of the list that were no items.
    pub(super) unparsed: usize,
}

impl<'a> Report<'a> {
    /// Adds what an item's object was read as.
    fn push(&mut self, item: Option<Item<'a>>) {
        let items = self.items.get_or_insert_default();
        match item {
            Some(item) => items.push(item),
            None => self.unparsed += 1,
        }
    }
}
