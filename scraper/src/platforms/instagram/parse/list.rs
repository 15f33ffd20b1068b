//! Lists of posts and their pagination.

use std::borrow::Cow;
use std::collections::HashMap;

use super::media::media;
use crate::core::model::{Item, Profile, Scalar};
use crate::core::parse::json::{Malformed, Reader};

/// A page of posts.
#[derive(Debug, Default)]
pub(crate) struct List<'a> {
    pub(crate) items: Vec<Item<'a>>,
    /// Number of elements that are not posts.
    pub(crate) unparsed: usize,
    /// Shortcodes of posts for which the list contains nothing else.
    pub(crate) shortcodes: Vec<Cow<'a, str>>,
    pub(crate) has_more: Option<bool>,
    pub(crate) cursor: Option<Scalar<'a>>,
    /// Number of posts on all pages.
    pub(super) total: Option<i64>,
    /// Whether the object has no member for posts, so that it is not an empty list.
    pub(crate) lacks_posts: bool,
}

impl<'a> List<'a> {
    /// Creates a list of one post.
    pub(crate) fn single(item: Item<'a>) -> Self {
        Self {
            items: vec![item],
            ..Self::default()
        }
    }

    /// Adds the result of reading one element.
    fn push(&mut self, item: Option<Item<'a>>) {
        match item {
            Some(item) => self.items.push(item),
            None => self.unparsed += 1,
        }
    }

    /// Moves the posts that have neither time nor counts to the bare shortcodes.
    pub(super) fn without_bare_items(mut self) -> Self {
        let is_bare = |item: &Item<'_>| {
            item.posted_at.is_none()
                && item.likes.is_none()
                && item.comments.is_none()
                && item.views.is_none()
        };
        let (bare, items) = self.items.into_iter().partition::<Vec<_>, _>(is_bare);
        self.shortcodes = bare.into_iter().filter_map(|item| item.shortcode).collect();
        self.items = items;
        self
    }

    /// Returns the author of most of the posts. A list may contain posts by coauthors of its owner.
    pub(crate) fn owner(&self) -> Option<Profile<'a>> {
        let mut posts = HashMap::<&str, usize>::new();
        for name in self.items.iter().filter_map(|item| item.username.as_deref()) {
            *posts.entry(name).or_default() += 1;
        }
        let most = posts.values().copied().max()?;
        let is_owner = |item: &&Item<'_>| item.username.as_deref().is_some_and(|name| posts[name] == most);
        let item = self.items.iter().find(is_owner)?;
        Some(Profile {
            platform_id: item.user_id.clone().unwrap_or_default(),
            username: item.username.clone().unwrap_or_default(),
            ..Profile::default()
        })
    }
}

/// Reads an array of posts; `None` if the value is not an array.
pub(super) fn posts<'a>(reader: &mut Reader<'a>) -> Result<Option<List<'a>>, Malformed> {
    let mut list = List::default();
    let is_array = reader.array(|reader| {
        list.push(media(reader)?);
        Ok(())
    })?;
    Ok(is_array.then_some(list))
}

/// Reads `{count, page_info, edges: [{node}]}`; `None` if the value is not an object.
pub(super) fn connection<'a>(reader: &mut Reader<'a>) -> Result<Option<List<'a>>, Malformed> {
    let mut list = List {
        lacks_posts: true,
        ..List::default()
    };
    let is_object = reader.object(|reader, key| {
        match key {
            b"count" => list.total = reader.count()?,
            b"page_info" => (list.has_more, list.cursor) = page_info(reader)?,
            b"edges" => {
                list.lacks_posts = !reader.array(|reader| {
                    let item = reader.member("node", media)?;
                    list.push(item);
                    Ok(())
                })?;
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(is_object.then_some(list))
}

/// Reads whether a list continues, and with what cursor, in each of the spellings.
pub(super) fn page_info<'a>(
    reader: &mut Reader<'a>,
) -> Result<(Option<bool>, Option<Scalar<'a>>), Malformed> {
    let (mut has_more, mut cursor) = (None, None);
    reader.object(|reader, key| {
        match key {
            b"has_next_page" | b"more_available" => has_more = reader.flag()?,
            b"end_cursor" | b"max_id" => cursor = reader.scalar()?,
            _ => {}
        }
        Ok(())
    })?;
    Ok((has_more, cursor))
}
