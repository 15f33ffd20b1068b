//! A single video in responses.

use chrono::{DateTime, Utc};
use clipmeter_db::content::ContentItem;
use clipmeter_db::tracking::attempts::Attempts;
use clipmeter_db::tracking::videos::{FailingVideo, TrackedVideo};
use clipmeter_proto::v1::Platform;
use clipmeter_scheduler::{Target, UnitKey, UnitKind};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::content::item::{Availability, MetricsStatus};
use crate::http::content::view::tiktok_video;
use crate::http::failing::{FailingEntry, FailingKind};
use crate::http::metrics::TiktokMetrics;
use crate::http::progress::Progress;
use crate::http::waiting::{Blocks, Waiting};

/// A single video that a group tracks.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct SingleVideo {
    /// ID of the video within its group; two groups that track the same video have different IDs.
    pub(crate) tracked_id: i64,
    /// The group that tracks it.
    pub(crate) group_id: i64,
    /// ID of the collected video; absent before the first successful scrape.
    pub(crate) id: Option<i64>,
    /// The platform's ID; absent until a short link was followed.
    pub(crate) video_id: Option<String>,
    /// Public URL.
    pub(crate) url: String,
    /// Path of its picture, which needs no token; null if there is none.
    #[schema(example = "/api/pictures/9f86d081884c7d659a2feaa0c55ad015")]
    pub(crate) picture: Option<String>,
    /// Empty when the video has none or it is not known yet.
    pub(crate) caption: String,
    /// Whether the caption exceeded the platform's limit and was truncated.
    pub(crate) caption_cut: bool,
    /// The author's handle, without @; empty while unknown.
    pub(crate) username: String,
    /// ID of the author's account; null unless it is tracked by a group that the user sees.
    pub(crate) account_id: Option<i64>,
    #[serde(flatten)]
    #[schema(inline)]
    pub(crate) metrics: TiktokMetrics,
    /// When it was posted.
    pub(crate) video_timestamp: Option<DateTime<Utc>>,
    /// Why a metric is missing.
    pub(crate) metrics_status: MetricsStatus,
    /// Whether the platform still shows the video; `public` before the first successful scrape.
    pub(crate) availability: Availability,
    /// When the video was found to be no longer public; absent while it is public.
    pub(crate) unavailable_since: Option<DateTime<Utc>>,
    /// When the metrics last changed; absent before the first successful scrape.
    pub(crate) updated_at: Option<DateTime<Utc>>,
    /// `pending` before the first scrape, then the code of the last outcome: `ok`, `private`, `rate_limited`, ...
    #[schema(example = "ok")]
    pub(crate) status: String,
    /// Human-readable status, with what can be done about it.
    pub(crate) status_text: String,
    /// The last successful scrape; absent before the first.
    pub(crate) last_scraped: Option<DateTime<Utc>>,
    /// When the video is due; in the past while it is queued, now before the first scrape, not before its platform's
    /// cooldown ends, absent while the video is suspended or its group is deactivated.
    pub(crate) next_scrape: Option<DateTime<Utc>>,
    /// Why the video is not read although it is due; absent while nothing blocks it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) waiting: Option<Waiting>,
    /// On Kubernetes: the tool that manages the resource, such as `kubectl`, so that it cannot be changed here; null if it can.
    #[schema(example = "argocd-controller")]
    pub(crate) managed_by: Option<String>,
}

fn progress(row: &TrackedVideo) -> Progress<'_> {
    Progress {
        key: UnitKey {
            platform: Platform::Tiktok,
            target: Target::Video(row.id),
        },
        group_id: row.group_id,
        attempts: Attempts {
            kind: UnitKind::Video,
            interval_minutes: row.interval_minutes,
            last_outcome: row.last_outcome.as_deref(),
            last_attempt_at: row.last_attempt_at,
            consecutive_failures: row.consecutive_failures,
            quiet_since: row.posted_at,
        },
    }
}

/// A video whose last update failed.
pub(crate) fn failing_video(
    FailingVideo { video, group_name }: FailingVideo,
    now: DateTime<Utc>,
    blocks: Blocks,
) -> FailingEntry {
    let progress = progress(&video);
    FailingEntry {
        platform: Platform::Tiktok.into(),
        kind: FailingKind::Video,
        id: video.id,
        status: progress.status(),
        status_text: progress.status_text(),
        last_scraped: video.last_success_at,
        next_scrape: Some(progress.next_scrape(now, blocks.cooldown_until)),
        items: video.post_id.is_some().into(),
        managed_by: video.managed_by,
        name: video.url,
        group_id: video.group_id,
        group: group_name,
    }
}

/// A tracked video with its collected data, if any.
pub(crate) fn single_video(
    row: TrackedVideo,
    item: Option<ContentItem>,
    now: DateTime<Utc>,
    blocks: Blocks,
) -> SingleVideo {
    let progress = progress(&row);
    let is_scraped = !row.suspended && row.group_is_active;
    let (status, text, next_scrape, waiting) = (
        progress.status(),
        progress.status_text(),
        is_scraped.then(|| progress.next_scrape(now, blocks.cooldown_until)),
        is_scraped.then(|| blocks.waiting(progress, now)).flatten(),
    );
    let video = item.map(tiktok_video);
    let known = video.as_ref();
    SingleVideo {
        tracked_id: row.id,
        group_id: row.group_id,
        id: known.map(|video| video.id),
        video_id: row.video_id.or_else(|| known.map(|video| video.video_id.clone())),
        url: row.url,
        picture: known.and_then(|video| video.picture.clone()),
        account_id: known.and_then(|video| video.account_id),
        metrics: known.map(|video| video.metrics).unwrap_or_default(),
        video_timestamp: known.and_then(|video| video.video_timestamp),
        metrics_status: known.map_or(MetricsStatus::NoViews, |video| video.metrics_status),
        availability: known.map_or(Availability::Public, |video| video.availability),
        unavailable_since: known.and_then(|video| video.unavailable_since),
        updated_at: known.map(|video| video.updated_at),
        status,
        status_text: text,
        last_scraped: row.last_success_at,
        next_scrape,
        waiting,
        managed_by: row.managed_by,
        caption_cut: known.is_some_and(|video| video.caption_cut),
        caption: known.map(|video| video.caption.clone()).unwrap_or_default(),
        username: video.map(|video| video.username).unwrap_or_default(),
    }
}
