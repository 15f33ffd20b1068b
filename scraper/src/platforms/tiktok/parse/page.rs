//! The data in TikTok's pages.

use std::borrow::Cow;

use super::Report;
use super::embed::embed;
use super::item::item_struct;
use super::sigi::sigi;
use super::user::user_info;
use crate::core::parse::html::Scripts;
use crate::core::parse::json::{Malformed, Reader};

/// The data script of current pages.
const REHYDRATION: &str = "__UNIVERSAL_DATA_FOR_REHYDRATION__";
/// The data scripts of the pages of 2022 and 2023.
const SIGI: [&str; 2] = ["SIGI_STATE", "sigi-persisted-data"];
/// The data script of embedded players and profiles.
const FRONTITY: &str = "__FRONTITY_CONNECT_STATE__";
/// The data script of the pages before 2022.
const NEXT: &str = "__NEXT_DATA__";

/// The content of a page's data scripts.
#[derive(Debug)]
pub(crate) enum PageContent<'a> {
    /// An account or item, or why there is none.
    Report(Report<'a>),
    /// The content of an embedded page, which is only partial.
    Embed(Report<'a>),
    /// Data of another kind of page, and its canonical URL if it has one.
    Elsewhere(Option<Cow<'a, str>>),
    /// Data in a layout that is no longer supported.
    OldLayout,
    /// No data at all: another page was sent in place of the requested one.
    Nothing,
}

/// Reads the data of a page.
pub(crate) fn page(page: &[u8]) -> Result<PageContent<'_>, Malformed> {
    let mut other = PageContent::Nothing;
    for script in Scripts::of(page) {
        let Some(id) = script.id() else { continue };
        let is = |name: &str| id == name.as_bytes();
        if !(is(REHYDRATION) || is(FRONTITY) || is(NEXT) || SIGI.iter().any(|name| is(name))) {
            continue;
        }
        let content = script.content.ok_or(Malformed { at: page.len() })?;
        let found = if is(REHYDRATION) {
            rehydration(content)?
        } else if is(FRONTITY) {
            PageContent::Embed(embed(content)?)
        } else if is(NEXT) {
            PageContent::OldLayout
        } else {
            sigi(content)?.map_or(PageContent::OldLayout, PageContent::Report)
        };
        if matches!(found, PageContent::Report(_) | PageContent::Embed(_)) {
            return Ok(found);
        }
        // The old layout comes with the current script, which then contains nothing useful.
        if !matches!(other, PageContent::Elsewhere(_)) {
            other = found;
        }
    }
    Ok(other)
}

fn rehydration(content: &[u8]) -> Result<PageContent<'_>, Malformed> {
    let (mut report, mut canonical) = (None, None);
    Reader::document(content, |reader| {
        reader.object(|reader, key| {
            if key == b"__DEFAULT_SCOPE__" {
                reader.object(|reader, key| {
                    match key {
                        b"webapp.user-detail" | b"webapp.video-detail" | b"webapp.reflow.video.detail" => {
                            report = detail(reader)?.or(report.take());
                        }
                        b"seo.abtest" => canonical = reader.member("canonical", Reader::nonempty_text)?,
                        _ => {}
                    }
                    Ok(())
                })?;
            }
            Ok(())
        })
    })?;
    Ok(report.map_or(PageContent::Elsewhere(canonical), PageContent::Report))
}

/// Reads `{statusCode, statusMsg, userInfo}` or `{…, itemInfo: {itemStruct}}`; `None` for another type.
fn detail<'a>(reader: &mut Reader<'a>) -> Result<Option<Report<'a>>, Malformed> {
    let mut report = Report::default();
    let is_object = reader.object(|reader, key| {
        match key {
            b"statusCode" => report.code = reader.integer()?,
            b"statusMsg" | b"statusMessage" => report.message = reader.text()?.unwrap_or_default(),
            b"userInfo" => report.profile = user_info(reader)?,
            b"itemInfo" => item_info(reader, &mut report)?,
            _ => {}
        }
        Ok(())
    })?;
    Ok(is_object.then_some(report))
}

/// Reads `{itemStruct}` of a page about one item.
pub(super) fn item_info<'a>(reader: &mut Reader<'a>, report: &mut Report<'a>) -> Result<(), Malformed> {
    if let Some(found) = reader.member("itemStruct", item_struct)? {
        report.is_classified = found.is_withheld;
        report.push(Some(found.item));
    }
    Ok(())
}
