//! The pages that other sites embed.
//!
//! A profile's page shows about ten of its newest videos with only their views; a video's page shows its four
//! counts. Both round.

use std::borrow::Cow;

use clipmeter_proto::v1::MediaKind;

use super::Report;
use super::counts::Counts;
use super::user::{UserStats, identity};
use crate::core::model::{Item, Profile};
use crate::core::parse::json::{Malformed, Reader, decode};

/// Reads `source.data["/embed/…"]`.
pub(super) fn embed(content: &[u8]) -> Result<Report<'_>, Malformed> {
    let mut report = Report::default();
    Reader::document(content, |reader| {
        reader.member("source", |reader| {
            reader.member("data", |reader| {
                reader.object(|reader, path| {
                    if decode(path).starts_with("/embed/") {
                        subject(reader, &mut report)?;
                    }
                    Ok(())
                })?;
                Ok(Some(()))
            })
        })
    })?;
    Ok(report)
}

fn subject<'a>(reader: &mut Reader<'a>, report: &mut Report<'a>) -> Result<(), Malformed> {
    let (mut code, mut is_error) = (None, false);
    reader.object(|reader, key| {
        match key {
            b"errorCode" => code = reader.integer()?.filter(|code| *code != 0),
            b"isError" => is_error = reader.flag()?.unwrap_or_default(),
            b"userInfo" => report.profile = account(reader)?.or(report.profile.take()),
            b"videoList" => {
                reader.array(|reader| {
                    let item = video(reader, "videoList.playCount")?;
                    report.push(item);
                    Ok(())
                })?;
            }
            b"videoData" => video_data(reader, report)?,
            _ => {}
        }
        Ok(())
    })?;
    // An error names the requested account, and its list is empty.
    if is_error || code.is_some() {
        *report = Report {
            code,
            ..Report::default()
        };
        return Ok(());
    }
    // A profile shows its own videos, so they do not name their author.
    if let Some(profile) = &report.profile {
        for item in report.items.iter_mut().flatten() {
            item.username = Some(profile.username.clone());
            item.sec_uid = Some(profile.sec_uid.clone()).filter(|id| !id.is_empty());
        }
    }
    Ok(())
}

/// Reads `{itemInfos, authorInfos, authorStats}`.
fn video_data<'a>(reader: &mut Reader<'a>, report: &mut Report<'a>) -> Result<(), Malformed> {
    let (mut item, mut author, mut stats) = (None, None, UserStats::default());
    let is_object = reader.object(|reader, key| {
        match key {
            b"itemInfos" => item = video(reader, "itemInfos.playCount")?,
            b"authorInfos" => author = account(reader)?,
            b"authorStats" => stats = UserStats::read(reader)?.unwrap_or_default(),
            _ => {}
        }
        Ok(())
    })?;
    if let Some(author) = &mut author {
        UserStats::fill(None, stats, author);
    }
    if is_object {
        report.push(item);
    }
    report.profile = author;
    Ok(())
}

/// Reads an account with its counts next to its names.
fn account<'a>(reader: &mut Reader<'a>) -> Result<Option<Profile<'a>>, Malformed> {
    let (mut profile, mut stats) = (Profile::default(), UserStats::default());
    reader.object(|reader, key| {
        identity(reader, key, &mut profile)?;
        stats.member(reader, key)
    })?;
    UserStats::fill(None, stats, &mut profile);
    Ok((!profile.username.is_empty()).then_some(profile))
}

fn video<'a>(reader: &mut Reader<'a>, views_key: &'static str) -> Result<Option<Item<'a>>, Malformed> {
    let mut counts = Counts::default();
    let mut item = Item::default();
    reader.object(|reader, key| {
        match key {
            b"id" => item.id = reader.id()?.unwrap_or_default(),
            b"desc" | b"text" => item.caption = reader.nonempty_text()?,
            b"coverUrl" => item.picture_url = reader.nonempty_text()?,
            b"createTime" => {
                let time: Option<Cow<'_, str>> = reader.clone().text()?;
                item.posted_at = reader.count()?.filter(|time| *time > 0);
                item.posted_at_text = time.filter(|_| item.posted_at.is_some());
            }
            _ => counts.member(reader, key)?,
        }
        Ok(())
    })?;
    if item.id.is_empty() {
        return Ok(None);
    }
    item.views = counts.views;
    item.views_key = counts.views.map(|_| views_key);
    (item.likes, item.comments) = (counts.likes, counts.comments);
    (item.shares, item.saves) = (counts.shares, counts.saves);
    item.rounded = counts.left_rounded(&Counts::default());
    item.precision = item.rounded.precision();
    item.media_kind = MediaKind::Video;
    Ok(Some(item))
}
