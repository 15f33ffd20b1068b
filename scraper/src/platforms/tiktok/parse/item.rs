//! One video or photo post: the web's `itemStruct` and the app's `aweme`.

use std::borrow::Cow;

use clipmeter_proto::v1::MediaKind;

use super::counts::Counts;
use super::picture::{Covers, cover_of_photos};
use crate::core::model::Item;
use crate::core::parse::json::{Malformed, Reader};

/// An item, with the flag that determines whether it was shown in full.
#[derive(Debug, Default)]
pub(super) struct ItemStruct<'a> {
    pub(super) item: Item<'a>,
    /// Whether the item is withheld from anonymous clients for its classification; the counts may be present.
    pub(super) is_withheld: bool,
}

#[derive(Default)]
struct Fields<'a> {
    item: Item<'a>,
    /// `contents[0].desc`, the caption of photo posts that have no `desc`.
    first_content: Option<Cow<'a, str>>,
    /// `statsV2`: exact, as strings.
    exact: Counts,
    /// `stats`: rounded to three digits.
    rounded: Counts,
    /// `statistics` of the app's API: exact.
    statistics: Counts,
    video: Covers<'a>,
    has_images: bool,
    cover_of_photos: Option<Cow<'a, str>>,
    is_classified: bool,
}

/// Reads an item; `None` if the value is not an object or has no ID.
pub(super) fn item_struct<'a>(reader: &mut Reader<'a>) -> Result<Option<ItemStruct<'a>>, Malformed> {
    let mut fields = Fields::default();
    reader.object(|reader, key| fields.member(reader, key))?;
    Ok(fields.finish())
}

impl<'a> Fields<'a> {
    fn member(&mut self, reader: &mut Reader<'a>, key: &[u8]) -> Result<(), Malformed> {
        let item = &mut self.item;
        match key {
            b"id" | b"aweme_id" => item.id = reader.id()?.unwrap_or_default(),
            b"desc" => item.caption = reader.nonempty_text()?,
            b"contents" => self.first_content = first_content(reader)?,
            b"createTime" | b"create_time" => item.posted_at = reader.count()?.filter(|time| *time > 0),
            b"author" => author(reader, item)?,
            // Accompanies an author given only as a name.
            b"authorId" => item.user_id = reader.id()?.or(item.user_id.take()),
            b"authorSecId" => item.sec_uid = reader.nonempty_text()?.or(item.sec_uid.take()),
            b"statsV2" => self.exact = Counts::read(reader)?.unwrap_or_default(),
            b"stats" => self.rounded = Counts::read(reader)?.unwrap_or_default(),
            b"statistics" => self.statistics = Counts::read(reader)?.unwrap_or_default(),
            b"video" => self.video = Covers::read(reader)?,
            b"imagePost" | b"image_post_info" => {
                self.has_images = reader.clone().is_filled()?;
                self.cover_of_photos = cover_of_photos(reader)?;
            }
            b"isContentClassified" => self.is_classified = reader.flag()?.unwrap_or_default(),
            b"isPinnedItem" | b"is_top" => item.pinned = reader.flag()?.unwrap_or_default(),
            _ => {}
        }
        Ok(())
    }

    fn finish(self) -> Option<ItemStruct<'a>> {
        let mut item = self.item;
        if item.id.is_empty() {
            return None;
        }
        item.caption = item.caption.or(self.first_content);
        let exact = self.exact.or(self.statistics);
        let counts = exact.or(self.rounded);
        item.views = counts.views;
        item.views_key = [
            (self.exact.views, "statsV2.playCount"),
            (self.statistics.views, "statistics.play_count"),
            (self.rounded.views, "stats.playCount"),
        ]
        .into_iter()
        .find_map(|(views, key)| views.map(|_| key));
        (item.likes, item.comments) = (counts.likes, counts.comments);
        (item.shares, item.saves) = (counts.shares, counts.saves);
        item.rounded = self.rounded.left_rounded(&exact);
        item.precision = item.rounded.precision();
        item.media_kind = if self.has_images {
            MediaKind::Image
        } else {
            MediaKind::Video
        };
        let is_withheld = self.is_classified && !self.video.is_filled && !self.has_images;
        item.picture_url = self.cover_of_photos.or_else(|| self.video.first());
        Some(ItemStruct { item, is_withheld })
    }
}

/// Reads an object, or in old layouts just the name.
fn author<'a>(reader: &mut Reader<'a>, item: &mut Item<'a>) -> Result<(), Malformed> {
    if !reader.is_object() {
        item.username = reader.nonempty_text()?;
        return Ok(());
    }
    reader.object(|reader, key| {
        match key {
            b"uniqueId" | b"unique_id" => item.username = reader.nonempty_text()?,
            b"id" | b"uid" => item.user_id = reader.id()?,
            b"secUid" | b"sec_uid" => item.sec_uid = reader.nonempty_text()?,
            _ => {}
        }
        Ok(())
    })?;
    Ok(())
}

fn first_content<'a>(reader: &mut Reader<'a>) -> Result<Option<Cow<'a, str>>, Malformed> {
    let mut first = None;
    reader.array(|reader| {
        let text = reader.member("desc", Reader::nonempty_text)?;
        first = first.take().or(text);
        Ok(())
    })?;
    Ok(first)
}
