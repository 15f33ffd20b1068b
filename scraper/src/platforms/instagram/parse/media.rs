//! Parsing of one post, in either of Instagram's dialects.
//!
//! The app's API and the `xdt_*` queries use `pk`, `code`, `like_count`; the older queries and `web_profile_info`
//! use `id`, `shortcode`, `edge_media_preview_like.count`. No key means different things in the two, so one reader
//! serves both.

use std::borrow::Cow;

use clipmeter_domain::shortcode;
use clipmeter_proto::v1::{MediaKind, Precision};

use super::picture::smallest;
use crate::core::model::{Item, is_id};
use crate::core::parse::json::{Malformed, Reader};

/// The platform's value for likes that their author hides, along with `like_and_view_counts_disabled`.
const HIDDEN_LIKES: i64 = 3;

/// The members of one media object before they are evaluated.
#[derive(Default)]
struct Media<'a> {
    item: Item<'a>,
    /// `{pk}_{author}` in one dialect, the pk in the other.
    id: Option<Cow<'a, str>>,
    owner: Author<'a>,
    /// `media_type`
    number: Option<i64>,
    /// `__typename`
    type_name: Option<Cow<'a, str>>,
    is_video: Option<bool>,
    counts_hidden: bool,
    views: [Option<i64>; VIEW_KEYS.len()],
    likes: [Option<i64>; 3],
    comments: [Option<i64>; 4],
    pictures: [Option<Cow<'a, str>>; 6],
}

/// Username and ID of an author.
type Author<'a> = (Option<Cow<'a, str>>, Option<Cow<'a, str>>);

/// The keys that views are read from, in order of preference. Play counts count every start and are at least as
/// large as `view_count` and `video_view_count`, which count three seconds; preferring play counts wherever they
/// are available keeps series comparable.
const VIEW_KEYS: [&str; 5] = [
    "play_count",
    "ig_play_count",
    "video_play_count",
    "view_count",
    "video_view_count",
];

/// Reads a media object, or the one under `media` if the object is a wrapper. `None` if the value is not an object
/// or identifies no post.
pub(super) fn media<'a>(reader: &mut Reader<'a>) -> Result<Option<Item<'a>>, Malformed> {
    let mut wrapped = None;
    let mut media = Media::default();
    reader.object(|reader, key| {
        if key == b"media" {
            let mut inner = Media::default();
            reader.object(|reader, key| inner.member(reader, key))?;
            wrapped = inner.finish();
            return Ok(());
        }
        media.member(reader, key)
    })?;
    Ok(wrapped.or_else(|| media.finish()))
}

impl<'a> Media<'a> {
    fn member(&mut self, reader: &mut Reader<'a>, key: &[u8]) -> Result<(), Malformed> {
        let item = &mut self.item;
        match key {
            b"pk" => item.id = reader.id()?.unwrap_or_default(),
            b"id" => self.id = reader.nonempty_text()?,
            b"code" | b"shortcode" => item.shortcode = reader.nonempty_text()?.or(item.shortcode.take()),
            b"user" => (item.username, item.user_id) = author(reader)?,
            b"owner" => self.owner = author(reader)?,
            b"coauthor_producers" => {
                reader.array(|reader| {
                    item.coauthors.extend(author(reader)?.1);
                    Ok(())
                })?;
            }
            b"media_type" => self.number = reader.integer()?,
            b"product_type" => item.product_type = reader.nonempty_text()?,
            b"__typename" => self.type_name = reader.text()?,
            b"is_video" => self.is_video = reader.flag()?,
            b"taken_at" | b"taken_at_timestamp" => {
                item.posted_at = reader.count()?.filter(|time| *time > 0).or(item.posted_at);
            }
            b"caption" => item.caption = caption(reader)?,
            b"edge_media_to_caption" => item.caption = edge_caption(reader)?,
            b"image_versions2" => self.pictures[0] = reader.member("candidates", smallest)?,
            b"thumbnail_resources" => self.pictures[1] = smallest(reader)?,
            b"display_resources" => self.pictures[2] = smallest(reader)?,
            b"thumbnail_src" => self.pictures[3] = reader.nonempty_text()?,
            b"display_url" | b"display_uri" => self.pictures[4] = reader.nonempty_text()?,
            b"carousel_media" => self.pictures[5] = first_of_carousel(reader)?,
            b"like_and_view_counts_disabled" => self.counts_hidden = reader.flag()?.unwrap_or_default(),
            b"like_count" => self.likes[0] = reader.count()?,
            b"edge_media_preview_like" => self.likes[1] = reader.member("count", Reader::count)?,
            b"edge_liked_by" => self.likes[2] = reader.member("count", Reader::count)?,
            b"comment_count" => self.comments[0] = reader.count()?,
            b"edge_media_to_comment" => self.comments[1] = reader.member("count", Reader::count)?,
            b"edge_media_to_parent_comment" => self.comments[2] = reader.member("count", Reader::count)?,
            b"edge_media_preview_comment" => self.comments[3] = reader.member("count", Reader::count)?,
            b"timeline_pinned_user_ids" | b"clips_tab_pinned_user_ids" | b"pinned_for_users" => {
                item.pinned |= reader.is_filled()?;
            }
            _ => {
                if let Some(index) = VIEW_KEYS.iter().position(|name| name.as_bytes() == key) {
                    self.views[index] = reader.count()?;
                }
            }
        }
        Ok(())
    }

    fn finish(self) -> Option<Item<'a>> {
        let kind = self.kind();
        let mut item = self.item;
        if item.id.is_empty() {
            item.id = self
                .id
                .and_then(leading_digits)
                .or_else(|| shortcode::decode(item.shortcode.as_deref()?).map(|pk| pk.to_string().into()))?;
        }
        item.username = item.username.or(self.owner.0);
        item.user_id = item.user_id.or(self.owner.1);
        item.likes = first(&self.likes).filter(|likes| !(self.counts_hidden && *likes == HIDDEN_LIKES));
        item.comments = first(&self.comments);
        // Images and carousels may have a key too, but it does not count views of them.
        if !matches!(kind, MediaKind::Image | MediaKind::Carousel)
            && let Some(index) = self.views.iter().position(Option::is_some)
        {
            item.views = self.views[index];
            item.views_key = Some(VIEW_KEYS[index]);
        }
        item.picture_url = self.pictures.into_iter().flatten().next();
        item.precision = Precision::Exact;
        item.media_kind = kind;
        Some(item)
    }

    fn kind(&self) -> MediaKind {
        let type_name = self.type_name.as_deref().unwrap_or_default();
        match (self.number, self.is_video, self.item.product_type.as_deref()) {
            (Some(1), ..) => MediaKind::Image,
            (Some(2), ..) => MediaKind::Video,
            (Some(8), ..) => MediaKind::Carousel,
            _ if type_name.contains("Sidecar") || type_name.contains("Carousel") => MediaKind::Carousel,
            (.., Some("carousel_container")) => MediaKind::Carousel,
            (_, Some(true), _) | (.., Some("clips" | "igtv")) => MediaKind::Video,
            _ if type_name.contains("Video") => MediaKind::Video,
            (_, Some(false), _) => MediaKind::Image,
            _ if type_name.contains("Image") => MediaKind::Image,
            _ => MediaKind::Unspecified,
        }
    }
}

/// Reads the pictures of a carousel, and returns the first one.
fn first_of_carousel<'a>(reader: &mut Reader<'a>) -> Result<Option<Cow<'a, str>>, Malformed> {
    let mut first = None;
    reader.array(|reader| {
        if first.is_none() {
            first = reader.member("image_versions2", |reader| reader.member("candidates", smallest))?;
        }
        Ok(())
    })?;
    Ok(first)
}

/// Reads only the identity of an account.
fn author<'a>(reader: &mut Reader<'a>) -> Result<Author<'a>, Malformed> {
    let (mut username, mut pk, mut id) = (None, None, None);
    reader.object(|reader, key| {
        match key {
            b"username" => username = reader.nonempty_text()?,
            b"pk" => pk = reader.id()?,
            b"id" => id = reader.id()?,
            _ => {}
        }
        Ok(())
    })?;
    Ok((username, pk.or(id)))
}

/// Returns the pk at the start of an ID of the form `{pk}_{author}`.
fn leading_digits(id: Cow<'_, str>) -> Option<Cow<'_, str>> {
    let length = id.find(|c: char| !c.is_ascii_digit()).unwrap_or(id.len());
    match id {
        _ if !is_id(&id[..length]) => None,
        Cow::Borrowed(id) => Some(id[..length].into()),
        Cow::Owned(mut id) => {
            id.truncate(length);
            Some(id.into())
        }
    }
}

fn first(counts: &[Option<i64>]) -> Option<i64> {
    counts.iter().copied().find(Option::is_some).flatten()
}

/// Reads `{"text": …}`, null or, in some responses, the text itself.
fn caption<'a>(reader: &mut Reader<'a>) -> Result<Option<Cow<'a, str>>, Malformed> {
    if reader.is_object() {
        reader.member("text", Reader::nonempty_text)
    } else {
        reader.nonempty_text()
    }
}

/// Reads `{"edges": [{"node": {"text": …}}]}` with at most one edge.
fn edge_caption<'a>(reader: &mut Reader<'a>) -> Result<Option<Cow<'a, str>>, Malformed> {
    reader.member("edges", |reader| {
        let mut text = None;
        reader.array(|reader| {
            let found = reader.member("node", |reader| reader.member("text", Reader::nonempty_text))?;
            text = text.take().or(found);
            Ok(())
        })?;
        Ok(text)
    })
}
