//! Converts a single video to its response.

use chrono::{DateTime, Utc};
use clipmeter_db::content::ContentItem;
use clipmeter_db::tracking::attempts::Attempts;
use clipmeter_db::tracking::videos::TrackedVideo;
use clipmeter_proto::v1::{Outcome, Platform};
use clipmeter_scheduler::{Target, UnitKey, UnitKind};

use crate::http::accounts::{Progress, Waits};
use crate::http::content::tiktok_video;
use crate::http::types::{Availability, MetricsStatus, SingleVideo};

/// A tracked video with its collected data, if any.
pub(super) fn single_video(
    row: TrackedVideo,
    item: Option<ContentItem>,
    now: DateTime<Utc>,
    cooldown_until: Option<DateTime<Utc>>,
    waits: &Waits,
) -> SingleVideo {
    let progress = Progress {
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
    };
    let (status, text, next_scrape, waiting) = (
        progress.status(),
        progress.status_text(video_status_text),
        (!row.suspended).then(|| progress.next_scrape(now, cooldown_until)),
        (!row.suspended).then(|| waits.waiting(progress, now)).flatten(),
    );
    let video = item.map(tiktok_video);
    let known = video.as_ref();
    SingleVideo {
        tracked_id: row.id,
        group_id: row.group_id,
        id: known.map(|video| video.id),
        video_id: row.video_id.or_else(|| known.map(|video| video.video_id.clone())),
        url: row.url,
        views: known.map_or(0, |video| video.views),
        likes: known.map_or(0, |video| video.likes),
        comments: known.map_or(0, |video| video.comments),
        shares: known.map_or(0, |video| video.shares),
        cpm: known.map_or(0.0, |video| video.cpm),
        engagement_rate: known.map_or(0.0, |video| video.engagement_rate),
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

/// Outcomes describe accounts; these have a different meaning for a video.
pub(super) fn video_status_text(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::AgeRestricted => "Up to date; the video is age-restricted, so some numbers may be missing",
        Outcome::Private => "The video or its account is private. Scraping resumes when it becomes public.",
        Outcome::NotFound => "The platform has no such video. Check the address, or delete the video here.",
        Outcome::NotAvailable => "The platform currently hides the video. Scraping is retried automatically.",
        Outcome::AmbiguousEmpty => {
            "The platform returned too little and gave no reason. Check the address; scraping is retried automatically."
        }
        Outcome::RegionBlocked => "The platform does not show the video in the scraper's region.",
        other => other.text(),
    }
}
