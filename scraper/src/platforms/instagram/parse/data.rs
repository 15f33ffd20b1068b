//! The payload of a GraphQL response, which pages also contain in scripts.

use super::list::{List, connection, posts};
use super::media::media;
use super::user::{User, user};
use crate::core::parse::json::{Malformed, Reader};

/// A member of the payload.
#[derive(Debug, Default)]
pub(crate) enum Node<T> {
    /// The response has no such member.
    #[default]
    Absent,
    /// The member is null or empty: the platform has no such object, or does not show it.
    Empty,
    /// The member's value.
    Found(T),
}

/// The content of a payload.
#[derive(Debug, Default)]
pub(crate) struct Data<'a> {
    /// An account; `data.user` or an equivalent member.
    pub(crate) user: Node<User<'a>>,
    /// A list of posts outside of an account object.
    pub(crate) list: Node<List<'a>>,
    /// The reels of an account that its own query requests; other responses may contain them beside its posts.
    reels: Node<List<'a>>,
    /// Whether the list is a single post that was requested by its shortcode.
    pub(crate) is_single: bool,
    /// Whether the post is not shown to anonymous clients.
    pub(crate) is_gated: bool,
    /// Whether the payload has any member at all.
    pub(crate) is_filled: bool,
}

impl<T> From<Option<T>> for Node<T> {
    fn from(found: Option<T>) -> Self {
        found.map_or(Self::Empty, Self::Found)
    }
}

impl<T> Node<T> {
    /// Replaces the value by another occurrence of it, unless that contains less.
    fn update(&mut self, other: Option<T>) {
        if other.is_some() || matches!(self, Self::Absent) {
            *self = other.into();
        }
    }

    /// Uses another node unless this one has a value.
    fn or(&mut self, other: Self) {
        if !matches!(self, Self::Found(_)) && !matches!(other, Self::Absent) {
            *self = other;
        }
    }
}

impl<'a> Data<'a> {
    /// Reads the payload.
    pub(super) fn read(&mut self, reader: &mut Reader<'a>) -> Result<(), Malformed> {
        reader.object(|reader, key| {
            self.is_filled = true;
            self.member(reader, key)
        })?;
        Ok(())
    }

    /// Returns whether the payload neither contains nor denies any expected content.
    pub(crate) fn has_no_content(&self) -> bool {
        matches!((&self.user, &self.list), (Node::Absent, Node::Absent))
    }

    /// Returns whether the payload contains the post whose shortcode was requested.
    pub(super) fn has_single(&self) -> bool {
        self.is_single && matches!(self.list, Node::Found(_))
    }

    /// Returns whether the payload contains an account.
    pub(super) fn has_user(&self) -> bool {
        matches!(self.user, Node::Found(_))
    }

    /// Adds what another script of the same page contains. What was found before is not replaced.
    pub(super) fn add(&mut self, other: Self) {
        match (&mut self.user, other.user) {
            (Node::Found(known), Node::Found(part)) if known.is_same(&part) => known.merge(part),
            (user, found) => user.or(found),
        }
        self.list.or(other.list);
        self.reels.or(other.reels);
        self.is_single |= other.is_single;
        self.is_gated |= other.is_gated;
        self.is_filled |= other.is_filled;
    }

    /// Uses the reels as the list, if there is no other.
    pub(crate) fn with_reels(mut self) -> Self {
        if matches!(self.list, Node::Absent) {
            self.list = std::mem::take(&mut self.reels);
        }
        self
    }

    fn member(&mut self, reader: &mut Reader<'a>, key: &[u8]) -> Result<(), Malformed> {
        match key {
            b"user" | b"xig_user_by_username" => {
                let found = user(reader)?;
                self.account(found);
            }
            b"xdt_api__v1__feed__user_timeline_graphql_connection" => self.list.update(connection(reader)?),
            b"xdt_shortcode_media" | b"shortcode_media" => self.single(media(reader)?.map(List::single)),
            b"xdt_api__v1__media__shortcode__web_info" => {
                let list = reader.member("items", posts)?;
                self.single(list);
            }
            b"xig_polaris_media" => self.polaris(reader)?,
            // The clips query was renamed, and its connection moved one level down and was renamed too.
            b"fetch__XDTUserDict" | b"node" => {
                reader.object(|reader, key| match key {
                    b"polaris_ordered_timeline_connection" => {
                        self.list.update(connection(reader)?);
                        Ok(())
                    }
                    _ => self.clips(reader, key),
                })?;
            }
            _ => self.clips(reader, key)?,
        }
        Ok(())
    }

    /// Adds an account, which a page may contain in parts.
    fn account(&mut self, mut found: Option<User<'a>>) {
        if let Some(reels) = found.as_mut().and_then(|user| user.reels.take()) {
            self.reels.update(Some(reels));
        }
        match (&mut self.user, found) {
            (Node::Found(known), Some(part)) if known.is_same(&part) => known.merge(part),
            (user, found) => user.update(found),
        }
    }

    fn clips(&mut self, reader: &mut Reader<'a>, key: &[u8]) -> Result<(), Malformed> {
        if key.starts_with(b"xdt_api__v1__clips__user__connection") {
            self.list.update(connection(reader)?);
        } else if matches!(key, b"clips_connection" | b"polaris_clips_connection") {
            self.reels.update(connection(reader)?);
        }
        Ok(())
    }

    fn single(&mut self, list: Option<List<'a>>) {
        self.is_single = true;
        self.list.update(list.filter(|list| !list.items.is_empty()));
    }

    /// Reads `{"if_not_gated_logged_out": {…}}`; null inside if anonymous clients may not see the post,
    /// entirely null if there is none.
    fn polaris(&mut self, reader: &mut Reader<'a>) -> Result<(), Malformed> {
        let mut item = None;
        self.is_gated = reader.object(|reader, key| {
            if key == b"if_not_gated_logged_out" {
                item = media(reader)?;
            }
            Ok(())
        })? && item.is_none();
        self.single(item.map(List::single));
        Ok(())
    }
}
