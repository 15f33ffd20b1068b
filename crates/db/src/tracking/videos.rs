//! Single TikTok videos that groups track by URL.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use clipmeter_domain::VideoAddress;
use sqlx::PgConnection;

use super::accounts::TrackedResource;
use crate::intent::{Subject, TrackedName};
use crate::tombstones::{self, Burial};
use crate::{deletion, groups};

/// A video to track: by its id, or by a short link that leads to it.
#[derive(Clone, Debug)]
pub struct NewVideo {
    /// Public URL.
    pub url: String,
    /// The platform's id; `None` for a short link.
    pub video_id: Option<String>,
}

impl From<VideoAddress> for NewVideo {
    fn from(address: VideoAddress) -> Self {
        match address {
            VideoAddress::Video { id, url } => Self {
                url,
                video_id: Some(id),
            },
            VideoAddress::Short { url } => Self { url, video_id: None },
        }
    }
}

impl NewVideo {
    /// Returns the address that the video was created from.
    #[must_use]
    pub fn address(&self) -> VideoAddress {
        let url = self.url.clone();
        match &self.video_id {
            Some(id) => VideoAddress::Video { id: id.clone(), url },
            None => VideoAddress::Short { url },
        }
    }

    /// Returns the id, or the URL of a short link.
    #[must_use]
    pub fn name(&self) -> &str {
        self.video_id.as_deref().unwrap_or(&self.url)
    }

    /// Returns the short link; `None` when the id is known.
    #[must_use]
    pub fn short_url(&self) -> Option<&str> {
        self.video_id.is_none().then_some(self.url.as_str())
    }
}

/// The result of adding a video.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddVideoOutcome {
    /// The video is now tracked.
    Tracked,
    /// The group already tracks it, or it occurs earlier in the list.
    Exists,
    /// The group has reached its limit.
    LimitReached,
}

/// What [`add`] did with each video.
#[derive(Clone, Debug)]
pub struct AddedVideos {
    /// In the order of the videos.
    pub outcomes: Vec<AddVideoOutcome>,
    /// The group's limit on single videos.
    pub limit: i32,
}

#[derive(Clone, Debug)]
pub struct TrackedVideo {
    /// `tracked_videos.id`.
    pub id: i64,
    pub group_id: i64,
    /// Public URL.
    pub url: String,
    /// The platform's id; `None` until the short link has been resolved.
    pub video_id: Option<String>,
    /// `posts.id`; `None` before the first success.
    pub post_id: Option<i64>,
    /// Code of the outcome of the last attempt.
    pub last_outcome: Option<String>,
    /// End of the last attempt.
    pub last_attempt_at: Option<DateTime<Utc>>,
    /// End of the last successful attempt.
    pub last_success_at: Option<DateTime<Utc>>,
    /// Attempts since the last success.
    pub consecutive_failures: i32,
    /// When it was posted, once known.
    pub posted_at: Option<DateTime<Utc>>,
    /// Refresh interval of the group.
    pub interval_minutes: i32,
    /// The group is not deactivated.
    pub group_is_active: bool,
    /// Scraping is suspended.
    pub suspended: bool,
    /// The manager other than the dashboard that tracks it; `None` when the dashboard may change it.
    pub managed_by: Option<String>,
}

/// Adds videos to a group, the first ones as far as its limit allows. Locks the group, so that neither the limit
/// is exceeded nor a duplicate added. `added_by` is `None` for automatic additions. `None` if there is no such
/// group in scope.
pub async fn add(
    connection: &mut PgConnection,
    group_id: i64,
    videos: &[NewVideo],
    added_by: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Option<AddedVideos>, sqlx::Error> {
    if !groups::lock(connection, group_id).await? {
        return Ok(None);
    }
    let limit = sqlx::query_scalar!("SELECT max_tiktok_videos FROM groups WHERE id = $1", group_id)
        .fetch_one(&mut *connection)
        .await?;
    let known = sqlx::query!(
        "SELECT video_id, short_url FROM tracked_videos WHERE group_id = $1",
        group_id
    )
    .fetch_all(&mut *connection)
    .await?;
    let mut free = usize::try_from(limit).map_or(0, |limit| limit.saturating_sub(known.len()));
    let mut names: HashSet<String> = known
        .into_iter()
        .flat_map(|row| [row.video_id, row.short_url])
        .flatten()
        .collect();
    let mut chosen = Vec::new();
    let outcomes = videos
        .iter()
        .map(|video| {
            if names.contains(video.name()) {
                AddVideoOutcome::Exists
            } else if free == 0 {
                AddVideoOutcome::LimitReached
            } else {
                free -= 1;
                names.insert(video.name().to_owned());
                chosen.push(video);
                AddVideoOutcome::Tracked
            }
        })
        .collect();
    insert(connection, group_id, &chosen, added_by, now).await?;
    Ok(Some(AddedVideos { outcomes, limit }))
}

async fn insert(
    connection: &mut PgConnection,
    group_id: i64,
    videos: &[&NewVideo],
    added_by: Option<i64>,
    now: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    let urls: Vec<String> = videos.iter().map(|video| video.url.clone()).collect();
    let ids: Vec<Option<String>> = videos.iter().map(|video| video.video_id.clone()).collect();
    sqlx::query!(
        "INSERT INTO tracked_videos (group_id, url, video_id, short_url, added_by, created_at)
         SELECT $1, n.url, n.video_id, CASE WHEN n.video_id IS NULL THEN n.url END, $4, $5
         FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS n(url, video_id, place)
         ORDER BY n.place",
        group_id,
        &urls,
        &ids as &[Option<String>],
        added_by,
        now
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Counts the tracked videos in scope.
pub async fn count(connection: &mut PgConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(r#"SELECT count(*) AS "n!" FROM tracked_videos"#)
        .fetch_one(connection)
        .await
}

/// Returns a page of the tracked videos in scope, latest added first. `skip` may be past the end.
pub async fn list(
    connection: &mut PgConnection,
    skip: i64,
    take: i64,
) -> Result<Vec<TrackedVideo>, sqlx::Error> {
    sqlx::query_as!(
        TrackedVideo,
        r#"SELECT v.id, v.group_id, v.url, v.video_id, v.post_id, v.last_outcome, v.last_attempt_at, v.last_success_at,
                  v.consecutive_failures, p.posted_at AS "posted_at?",
                  scrape_interval('tiktok', NULL, g, s) AS "interval_minutes!", g.is_active AS group_is_active,
                  v.suspended, nullif(v.managed_by, '') AS managed_by
           FROM tracked_videos v
           JOIN groups g ON g.id = v.group_id
           LEFT JOIN posts p ON p.id = v.post_id
           CROSS JOIN settings s
           ORDER BY v.id DESC OFFSET $1 LIMIT $2"#,
        skip,
        take
    )
    .fetch_all(connection)
    .await
}

/// A video whose last attempt failed.
#[derive(Clone, Debug)]
pub struct FailingVideo {
    pub video: TrackedVideo,
    pub group_name: String,
}

/// Failing videos.
#[derive(Clone, Debug)]
pub struct FailingVideos {
    /// The longest without a success first.
    pub videos: Vec<FailingVideo>,
    /// Number of all.
    pub total: i64,
}

/// Returns the tracked videos in scope that are scraped and whose last attempt failed, at most `take`.
pub async fn failing(connection: &mut PgConnection, take: i64) -> Result<FailingVideos, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT v.id, v.group_id, v.url, v.video_id, v.post_id, v.last_outcome, v.last_attempt_at, v.last_success_at,
                  v.consecutive_failures, p.posted_at AS "posted_at?",
                  scrape_interval('tiktok', NULL, g, s) AS "interval_minutes!",
                  v.suspended, nullif(v.managed_by, '') AS managed_by, g.name AS group_name, count(*) OVER () AS "total!"
           FROM tracked_videos v
           JOIN groups g ON g.id = v.group_id
           LEFT JOIN posts p ON p.id = v.post_id
           CROSS JOIN settings s
           WHERE v.consecutive_failures > 0 AND g.is_active AND NOT v.suspended
           ORDER BY v.last_success_at NULLS FIRST, v.id LIMIT $1"#,
        take
    )
    .fetch_all(connection)
    .await?;
    let total = rows.first().map_or(0, |row| row.total);
    let videos = rows.into_iter().map(|row| FailingVideo {
        group_name: row.group_name,
        video: TrackedVideo {
            id: row.id,
            group_id: row.group_id,
            url: row.url,
            video_id: row.video_id,
            post_id: row.post_id,
            last_outcome: row.last_outcome,
            last_attempt_at: row.last_attempt_at,
            last_success_at: row.last_success_at,
            consecutive_failures: row.consecutive_failures,
            group_is_active: true,
            posted_at: row.posted_at,
            interval_minutes: row.interval_minutes,
            suspended: row.suspended,
            managed_by: row.managed_by,
        },
    });
    Ok(FailingVideos {
        videos: videos.collect(),
        total,
    })
}

#[derive(Clone, Debug)]
pub struct VideoToScrape {
    /// `tracked_videos.id`.
    pub id: i64,
    /// Code of the outcome of the last attempt.
    pub last_outcome: Option<String>,
}

/// Returns the videos in scope that active groups track and have not suspended.
pub async fn to_scrape(connection: &mut PgConnection) -> Result<Vec<VideoToScrape>, sqlx::Error> {
    sqlx::query_as!(
        VideoToScrape,
        "SELECT v.id, v.last_outcome FROM tracked_videos v JOIN groups g ON g.id = v.group_id AND g.is_active
         WHERE NOT v.suspended ORDER BY v.id"
    )
    .fetch_all(connection)
    .await
}

/// Returns the tracking resources of those of the videos that are in scope, by `tracked_videos.id`. A short
/// link stays a short link after it was resolved.
pub async fn resources(
    connection: &mut PgConnection,
    ids: &[i64],
) -> Result<HashMap<i64, TrackedResource>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT id, group_id, url, coalesce(video_id, '') AS "video_id!", short_url, resource, managed_by
           FROM tracked_videos WHERE id = ANY ($1)"#,
        ids
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let address = match row.short_url {
                Some(url) => VideoAddress::Short { url },
                None => VideoAddress::Video {
                    id: row.video_id,
                    url: row.url,
                },
            };
            let resource = TrackedResource {
                group_id: row.group_id,
                name: TrackedName {
                    resource: row.resource,
                    subject: Subject::Video(address),
                },
                managed_by: row.managed_by,
            };
            (row.id, resource)
        })
        .collect())
}

/// A video that is no longer tracked.
#[derive(Clone, Debug)]
pub struct Removed {
    /// The group that tracked it.
    pub group_id: i64,
    pub url: String,
}

/// Stops tracking a video in scope. It can be restored; `burial` says until when. `None` if there is no such
/// video.
pub async fn remove(
    connection: &mut PgConnection,
    id: i64,
    burial: Burial,
) -> Result<Option<Removed>, sqlx::Error> {
    deletion::begin(connection, &[], &[id]).await?;
    let locked = sqlx::query_scalar!("SELECT id FROM tracked_videos WHERE id = $1 FOR UPDATE", id)
        .fetch_all(&mut *connection)
        .await?;
    tombstones::bury_videos(connection, &locked, burial).await?;
    sqlx::query_as!(
        Removed,
        "DELETE FROM tracked_videos WHERE id = $1 RETURNING group_id, url",
        id
    )
    .fetch_optional(connection)
    .await
}
