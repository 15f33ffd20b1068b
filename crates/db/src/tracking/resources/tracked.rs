//! The accounts and videos that the resources in a group's namespace track.

use clipmeter_proto::v1::Platform;
use sqlx::PgConnection;
use sqlx::types::Json;

use super::matching::{Candidate, Matched};
use crate::cost::StoredCost;
use crate::tracking::videos::NewVideo;

/// A kind of tracked resource: names are unique within a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResourceKind {
    Account(Platform),
    /// Single videos.
    Video,
}

impl ResourceKind {
    /// Returns the platform on which such resources are scraped.
    #[must_use]
    pub fn platform(self) -> Platform {
        match self {
            Self::Account(platform) => platform,
            Self::Video => Platform::Tiktok,
        }
    }
}

/// The account or video that a resource tracks.
#[derive(Clone, Debug)]
pub enum ResourceSubject {
    Account {
        platform: Platform,
        /// Lower case, without @.
        username: String,
    },
    /// A single video.
    Video(NewVideo),
}

impl ResourceSubject {
    /// Returns the kind of the resources with such a subject.
    #[must_use]
    pub fn kind(&self) -> ResourceKind {
        match self {
            Self::Account { platform, .. } => ResourceKind::Account(*platform),
            Self::Video(_) => ResourceKind::Video,
        }
    }
}

/// The desired state of an account or video, from its resource.
#[derive(Clone, Debug)]
pub struct DesiredTracked {
    /// The name of the object.
    pub resource: String,
    pub subject: ResourceSubject,
    /// Scraping is suspended.
    pub suspended: bool,
    /// Minutes; `None`: the group's. Always `None` for a video.
    pub interval_minutes: Option<i32>,
    /// `None`: the group's. Always `None` for a video.
    pub cost: Option<StoredCost>,
    /// The name of a scraper pool, which may not exist; `None`: the group's. Always `None` for a video.
    pub scraper_pool: Option<String>,
    /// Whether it is kept when it is deleted; `None`: as the group says.
    pub retain: Option<bool>,
    /// The manager other than the dashboard; empty when the dashboard may change it.
    pub managed_by: String,
}

/// The stored state of a tracked account or video.
#[derive(Clone, Debug)]
pub struct TrackedRow {
    /// `tracked_accounts.id` or `tracked_videos.id`.
    pub id: i64,
    /// Id by which runs refer to it: `platform_accounts.id`, or the first of all groups' rows of the video.
    pub unit_id: i64,
    /// Name of its resource; `None`: not linked to a resource.
    pub resource: Option<String>,
    /// Scraping is suspended.
    pub suspended: bool,
    /// Minutes; `None`: the group's.
    pub interval_minutes: Option<i32>,
    /// `None`: the group's.
    pub cost: Option<Json<StoredCost>>,
    /// The name of a scraper pool; `None`: the group's.
    pub scraper_pool: Option<String>,
    /// The manager other than the dashboard; empty when the dashboard may change it.
    pub managed_by: String,
    retain: Option<bool>,
    is_subject: bool,
}

impl TrackedRow {
    /// Whether the resource's name, its manager, the suspension and the deletion policy are stored as desired.
    #[must_use]
    pub fn is_linked_as(&self, desired: &DesiredTracked) -> bool {
        self.resource.as_deref() == Some(&desired.resource)
            && self.suspended == desired.suspended
            && self.retain == desired.retain
            && self.managed_by == desired.managed_by
    }

    /// Returns whether the stored state equals the desired state.
    #[must_use]
    pub fn matches(&self, desired: &DesiredTracked) -> bool {
        self.is_linked_as(desired)
            && self.interval_minutes == desired.interval_minutes
            && self.cost.map(|cost| cost.0) == desired.cost
            && self.scraper_pool == desired.scraper_pool
    }
}

impl Candidate for TrackedRow {
    fn resource(&self) -> Option<&str> {
        self.resource.as_deref()
    }

    fn is_subject(&self) -> bool {
        self.is_subject
    }
}

/// Returns the row of a group that matches a resource. A renamed account is still the same: it is also found
/// by a former name, unless another account now has that name.
pub async fn find(
    connection: &mut PgConnection,
    group_id: i64,
    desired: &DesiredTracked,
) -> Result<Matched<TrackedRow>, sqlx::Error> {
    let rows = match &desired.subject {
        ResourceSubject::Account { platform, username } => {
            accounts(connection, group_id, *platform, username, &desired.resource).await?
        }
        ResourceSubject::Video(video) => videos_of(connection, group_id, video, &desired.resource).await?,
    };
    Ok(Matched::choose(rows, &desired.resource))
}

async fn accounts(
    connection: &mut PgConnection,
    group_id: i64,
    platform: Platform,
    username: &str,
    resource: &str,
) -> Result<Vec<TrackedRow>, sqlx::Error> {
    sqlx::query_as!(
        TrackedRow,
        r#"SELECT t.id, t.account_id AS unit_id, t.resource, t.suspended, t.interval_minutes,
                  to_jsonb(t.cost) AS "cost: Json<StoredCost>", t.scraper_pool, t.managed_by, t.retain,
                  (a.username = $3 OR $3 = ANY (a.former_usernames)) AS "is_subject!"
           FROM tracked_accounts t JOIN platform_accounts a ON a.id = t.account_id
           WHERE a.platform = $2 AND t.id IN (
               SELECT n.id FROM tracked_accounts n WHERE n.group_id = $1 AND n.resource = $4
               UNION
               SELECT n.id FROM platform_accounts o JOIN tracked_accounts n ON n.account_id = o.id AND n.group_id = $1
               WHERE o.platform = $2 AND o.username = $3
               UNION
               SELECT n.id FROM platform_accounts o JOIN tracked_accounts n ON n.account_id = o.id AND n.group_id = $1
               WHERE o.platform = $2 AND o.former_usernames <> '{}' AND o.former_usernames @> ARRAY[$3]
                 AND NOT EXISTS (SELECT FROM known_accounts($2, ARRAY[$3])))
           ORDER BY a.username = $3 DESC, t.resource IS NULL DESC, t.id"#,
        group_id,
        platform.code(),
        username,
        resource
    )
    .fetch_all(connection)
    .await
}

async fn videos_of(
    connection: &mut PgConnection,
    group_id: i64,
    video: &NewVideo,
    resource: &str,
) -> Result<Vec<TrackedRow>, sqlx::Error> {
    sqlx::query_as!(
        TrackedRow,
        r#"SELECT v.id,
                  (SELECT min(same.id) FROM tracked_videos same
                   WHERE coalesce(same.video_id, same.short_url) = coalesce(v.video_id, v.short_url)) AS "unit_id!",
                  v.resource, v.suspended, NULL::int AS interval_minutes, NULL::jsonb AS "cost: Json<StoredCost>",
                  NULL::text AS scraper_pool, v.managed_by, v.retain,
                  (v.video_id = $2 OR v.short_url = $3) IS TRUE AS "is_subject!"
           FROM tracked_videos v
           WHERE v.group_id = $1 AND (v.video_id = $2 OR v.short_url = $3 OR v.resource = $4)
           ORDER BY v.resource IS NULL DESC, v.id"#,
        group_id,
        video.video_id,
        video.short_url(),
        resource
    )
    .fetch_all(connection)
    .await
}
