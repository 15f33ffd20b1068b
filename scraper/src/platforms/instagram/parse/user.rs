//! Parsing of accounts.

use super::list::{List, connection};
use crate::core::model::Profile;
use crate::core::parse::json::{Malformed, Reader};

/// An account and its first posts.
#[derive(Debug, Default)]
pub(crate) struct User<'a> {
    pub(crate) profile: Profile<'a>,
    /// The first posts, if the response has the list.
    pub(crate) timeline: Option<List<'a>>,
    /// The first reels, if the response has the list.
    pub(crate) reels: Option<List<'a>>,
    /// Whether the ID is the account's `pk`; otherwise, it may be an opaque one.
    has_pk: bool,
}

impl User<'_> {
    /// Returns whether another object is about the same account. A part of an account may have neither ID nor name.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        if self.has_pk && other.has_pk {
            return self.profile.platform_id == other.profile.platform_id;
        }
        let is_unnamed = |user: &Self| !user.has_pk && user.profile.username.is_empty();
        is_unnamed(self) || is_unnamed(other) || self.profile.username == other.profile.username
    }

    /// Adds what only another object about the same account contains.
    pub(super) fn merge(&mut self, other: Self) {
        let (profile, part) = (&mut self.profile, other.profile);
        if (other.has_pk && !self.has_pk) || profile.platform_id.is_empty() {
            profile.platform_id = part.platform_id;
            self.has_pk = other.has_pk;
        }
        for (text, other) in [
            (&mut profile.username, part.username),
            (&mut profile.display_name, part.display_name),
        ] {
            if text.is_empty() {
                *text = other;
            }
        }
        profile.is_private = profile.is_private.or(part.is_private);
        profile.follower_count = profile.follower_count.or(part.follower_count);
        profile.following_count = profile.following_count.or(part.following_count);
        profile.item_count = profile.item_count.or(part.item_count);
        profile.picture_url = profile.picture_url.take().or(part.picture_url);
        let is_empty = |list: &List<'_>| list.items.is_empty() && list.shortcodes.is_empty();
        if self.timeline.as_ref().is_none_or(is_empty) {
            self.timeline = other.timeline.or(self.timeline.take());
        }
    }
}

/// Reads an account in either dialect; `None` if the value is not an object.
pub(super) fn user<'a>(reader: &mut Reader<'a>) -> Result<Option<User<'a>>, Malformed> {
    let mut user = User::default();
    let (mut id, mut larger_picture) = (None, None);
    let is_object = reader.object(|reader, key| {
        let profile = &mut user.profile;
        match key {
            b"pk" => {
                profile.platform_id = reader.id()?.unwrap_or_default();
                user.has_pk = !user.profile.platform_id.is_empty();
            }
            b"id" => id = reader.id()?,
            b"username" => profile.username = reader.text()?.unwrap_or_default(),
            b"full_name" => profile.display_name = reader.text()?.unwrap_or_default(),
            b"is_private" => profile.is_private = reader.flag()?,
            b"profile_pic_url" => profile.picture_url = reader.nonempty_text()?,
            b"profile_pic_url_hd" => larger_picture = reader.nonempty_text()?,
            b"follower_count" => profile.follower_count = reader.count()?,
            b"edge_followed_by" => profile.follower_count = reader.member("count", Reader::count)?,
            b"following_count" => profile.following_count = reader.count()?,
            b"edge_follow" => profile.following_count = reader.member("count", Reader::count)?,
            b"media_count" | b"all_media_count" => {
                profile.item_count = reader.count()?.or(profile.item_count);
            }
            b"edge_owner_to_timeline_media" => {
                user.timeline = connection(reader)?;
                let total = user.timeline.as_ref().and_then(|list| list.total);
                profile.item_count = total.or(profile.item_count);
            }
            b"polaris_ordered_timeline_connection" => {
                let posts = connection(reader)?.map(List::without_bare_items);
                user.timeline = posts.or(user.timeline.take());
            }
            b"polaris_clips_connection" => user.reels = connection(reader)?,
            _ => {}
        }
        Ok(())
    })?;
    // If both are present, `id` may be another, opaque one.
    if user.profile.platform_id.is_empty() {
        user.profile.platform_id = id.unwrap_or_default();
    }
    user.profile.picture_url = user.profile.picture_url.or(larger_picture);
    user.profile.is_exact = true;
    Ok(is_object.then_some(user))
}
