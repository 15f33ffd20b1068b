//! JSON responses: lists, details and previews.

use std::borrow::Cow;

use clipmeter_proto::v1::MediaKind;

use super::Report;
use super::item::item_struct;
use super::page::item_info;
use super::user::user_info;
use crate::core::model::{Item, Scalar, is_id};
use crate::core::parse::json::{Malformed, Reader};

/// The top level of a JSON response.
#[derive(Debug, Default)]
pub(crate) struct Api<'a> {
    pub(crate) report: Report<'a>,
    pub(crate) has_more: Option<bool>,
    pub(crate) cursor: Option<Scalar<'a>>,
    /// `code` of responses from outside of TikTok's API: the captcha's, the preview's.
    pub(crate) outer_code: Option<i64>,
    /// Whether a captcha came instead of the requested data.
    pub(crate) is_captcha: bool,
    /// Whether the only item is from a preview, which has no counts.
    pub(crate) is_preview: bool,
    preview: Preview<'a>,
}

/// The members of an oEmbed response.
#[derive(Debug, Default)]
struct Preview<'a> {
    id: Option<Cow<'a, str>>,
    /// The markup to embed, which also contains the ID.
    html: Option<Cow<'a, str>>,
    title: Option<Cow<'a, str>>,
    author: Option<Cow<'a, str>>,
    author_url: Option<Cow<'a, str>>,
    thumbnail_url: Option<Cow<'a, str>>,
}

impl<'a> Api<'a> {
    /// Reads a JSON response.
    pub(crate) fn read(body: &'a [u8]) -> Result<Self, Malformed> {
        let mut api = Self::default();
        let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body);
        Reader::document(body, |reader| {
            reader.object(|reader, key| api.member(reader, key))
        })?;
        if api.report.items.is_none()
            && let Some(item) = api.preview.item()
        {
            api.report.push(Some(item));
            api.is_preview = true;
        }
        Ok(api)
    }

    fn member(&mut self, reader: &mut Reader<'a>, key: &[u8]) -> Result<(), Malformed> {
        let report = &mut self.report;
        match key {
            b"statusCode" | b"status_code" => report.code = reader.integer()?.or(report.code),
            b"statusMsg" | b"status_msg" | b"message" => {
                let text = reader.nonempty_text()?;
                report.message = text.unwrap_or(std::mem::take(&mut report.message));
            }
            b"code" => self.outer_code = reader.integer()?,
            b"itemList" | b"aweme_list" | b"aweme_details" => items(reader, report)?,
            b"aweme_detail" => {
                if let Some(found) = item_struct(reader)? {
                    report.push(Some(found.item));
                }
            }
            b"itemInfo" => item_info(reader, report)?,
            b"userInfo" => report.profile = user_info(reader)?,
            b"hasMorePrevious" | b"hasMore" | b"has_more" => self.has_more = reader.flag()?.or(self.has_more),
            b"cursor" | b"max_cursor" => self.cursor = reader.scalar()?.or(self.cursor.take()),
            b"type" => self.is_captcha = reader.text()?.as_deref() == Some("verify"),
            _ => self.preview.member(reader, key)?,
        }
        Ok(())
    }
}

fn items<'a>(reader: &mut Reader<'a>, report: &mut Report<'a>) -> Result<(), Malformed> {
    let is_array = reader.array(|reader| {
        let found = item_struct(reader)?;
        report.push(found.map(|found| found.item));
        Ok(())
    })?;
    if is_array {
        report.items.get_or_insert_default();
    }
    Ok(())
}

impl<'a> Preview<'a> {
    fn member(&mut self, reader: &mut Reader<'a>, key: &[u8]) -> Result<(), Malformed> {
        match key {
            b"embed_product_id" => self.id = reader.id()?,
            b"html" => self.html = reader.text()?,
            b"title" => self.title = reader.nonempty_text()?,
            b"author_unique_id" => self.author = reader.nonempty_text()?,
            b"author_url" => self.author_url = reader.text()?,
            b"thumbnail_url" => self.thumbnail_url = reader.nonempty_text()?,
            _ => {}
        }
        Ok(())
    }

    fn item(&mut self) -> Option<Item<'a>> {
        let from_html = |html: Cow<'_, str>| {
            let after = html
                .split_once("data-video-id=")?
                .1
                .trim_start_matches(['"', '\'']);
            let length = after
                .find(|c: char| !c.is_ascii_digit())
                .filter(|length| *length > 0)?;
            Some(&after[..length])
                .filter(|id| is_id(id))
                .map(|id| Cow::Owned(id.to_owned()))
        };
        let from_url = |url: Cow<'_, str>| {
            let name = url.split_once("/@")?.1.split(['/', '?']).next()?;
            (!name.is_empty()).then(|| Cow::Owned(name.to_owned()))
        };
        Some(Item {
            id: self.id.take().or_else(|| self.html.take().and_then(from_html))?,
            caption: self.title.take(),
            username: self
                .author
                .take()
                .or_else(|| self.author_url.take().and_then(from_url)),
            media_kind: MediaKind::Video,
            picture_url: self.thumbnail_url.take(),
            ..Item::default()
        })
    }
}
