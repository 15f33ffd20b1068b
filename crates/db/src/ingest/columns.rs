//! Observations as one array per column, for a single statement. Implausible values from a platform are
//! dropped or truncated here.

use std::collections::{BTreeMap, HashSet};

use chrono::{DateTime, Utc};
use clipmeter_domain::item;
use clipmeter_domain::platforms::{ItemRef, Platform};
use clipmeter_proto::v1::{MediaKind, Observation, Precision};

use crate::erasure::mentions;
use crate::values::{count, text};

#[derive(Default)]
pub(crate) struct Columns {
    pub external_id: Vec<String>,
    pub shortcode: Vec<Option<String>>,
    pub url: Vec<Option<String>>,
    pub caption: Vec<Option<String>>,
    /// The caption was longer than the platform's limit.
    pub caption_cut: Vec<bool>,
    pub media_kind: Vec<Option<String>>,
    pub pinned: Vec<bool>,
    pub posted_at: Vec<Option<DateTime<Utc>>>,
    pub views: Vec<Option<i64>>,
    pub likes: Vec<Option<i64>>,
    pub comments: Vec<Option<i64>>,
    pub shares: Vec<Option<i64>>,
    pub saves: Vec<Option<i64>>,
    pub views_source: Vec<Option<String>>,
    /// Bits of the counts that are rounded.
    pub rounded: Vec<i16>,
}

impl Columns {
    /// Of an item that is listed twice (pinned, and again by date) the last observation counts. Mentions of the names become unreadable.
    pub(crate) fn of<'o>(
        observations: impl IntoIterator<Item = &'o Observation>,
        erased_names: &HashSet<String>,
        platform: Platform,
        now: DateTime<Utc>,
    ) -> Self {
        let mut by_id = BTreeMap::new();
        for observation in observations {
            by_id.insert(observation.external_id.as_str(), observation);
        }
        let mut columns = Self::default();
        for observation in by_id.into_values() {
            let (shortcode, url) = links(observation, platform);
            let (caption, is_cut) = caption(&observation.caption, erased_names, platform);
            columns.external_id.push(observation.external_id.clone());
            columns.shortcode.push(shortcode);
            columns.url.push(url);
            columns.caption.push(caption);
            columns.caption_cut.push(is_cut);
            columns
                .media_kind
                .push(media_kind(observation.media_kind()).map(str::to_owned));
            columns.pinned.push(observation.pinned);
            columns.posted_at.push(posted_at(observation, now));
            columns.views.push(count(observation.views));
            columns.likes.push(count(observation.likes));
            columns.comments.push(count(observation.comments));
            columns.shares.push(count(observation.shares));
            columns.saves.push(count(observation.saves));
            columns.views_source.push(text(&observation.views_source));
            columns.rounded.push(rounded(observation));
        }
        columns
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.external_id.is_empty()
    }
}

/// Derives the shortcode and the URL from the id; a scraper's own values are not trusted.
fn links(observation: &Observation, platform: Platform) -> (Option<String>, Option<String>) {
    let Some(id) = item::id(&observation.external_id) else {
        return (None, None);
    };
    let links = (platform.descriptor().links)(&ItemRef {
        id,
        author: &observation.author_username,
        url: &observation.url,
    });
    (links.shortcode, text(&links.url))
}

/// Returns the caption truncated to the platform's limit, without mentions of the names, and whether it was longer.
fn caption(caption: &str, erased_names: &HashSet<String>, platform: Platform) -> (Option<String>, bool) {
    let beginning = item::beginning(caption, platform.descriptor().max_caption_length);
    let readable = mentions::without(beginning, erased_names);
    (text(&readable), beginning.len() < caption.len())
}

/// Returns when an item was posted, unless the date is impossible.
pub(crate) fn posted_at(observation: &Observation, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    observation
        .posted_at
        .and_then(|seconds| item::posted_at(seconds, now.timestamp()))
        .and_then(|seconds| DateTime::from_timestamp(seconds, 0))
}

/// The bits of all counts of an observation.
const ALL_COUNTS: u32 = 0b1_1111;

/// Returns the bits of the rounded counts. An older scraper reports only whether any are.
fn rounded(observation: &Observation) -> i16 {
    let bits = match observation.rounded & ALL_COUNTS {
        0 if observation.precision() == Precision::Rounded => ALL_COUNTS,
        bits => bits,
    };
    i16::try_from(bits).unwrap_or_default()
}

fn media_kind(kind: MediaKind) -> Option<&'static str> {
    match kind {
        MediaKind::Unspecified => None,
        MediaKind::Video => Some("video"),
        MediaKind::Image => Some("image"),
        MediaKind::Carousel => Some("carousel"),
    }
}
