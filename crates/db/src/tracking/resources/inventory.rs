//! Everything that resources can describe, including rows without a resource, for moving an installation to a
//! cluster.

use clipmeter_proto::v1::Platform;
use sqlx::PgConnection;
use sqlx::types::Json;

use crate::codes;
use crate::cost::StoredCost;
use crate::scraper_pools::{self, StoredPool};
use crate::settings::{self, Intervals};

/// The tracked items and settings of an installation.
#[derive(Clone, Debug)]
pub struct Inventory {
    /// Default refresh intervals, which groups and accounts may override.
    pub intervals: Intervals,
    /// In alphabetical order.
    pub pools: Vec<StoredPool>,
    /// In alphabetical order.
    pub groups: Vec<GroupEntry>,
    /// By group and name.
    pub accounts: Vec<AccountEntry>,
    /// By group, in the order in which they were added.
    pub videos: Vec<VideoEntry>,
}

#[derive(Clone, Debug)]
pub struct GroupEntry {
    pub id: i64,
    /// Name of its resource, if any.
    pub resource: Option<String>,
    /// Namespace of its resources, if any.
    pub namespace: Option<String>,
    /// Unique, case-insensitive.
    pub name: String,
    /// May be empty.
    pub description: String,
    /// Whether it is scraped and its users may sign in.
    pub is_active: bool,
    /// Maximum number of tracked Instagram accounts.
    pub max_instagram_accounts: i32,
    /// Maximum number of tracked TikTok accounts.
    pub max_tiktok_accounts: i32,
    /// Maximum number of single TikTok videos.
    pub max_tiktok_videos: i32,
    /// Minutes; `None`: the platform's.
    pub instagram_interval: Option<i32>,
    /// Minutes; `None`: the platform's.
    pub tiktok_interval: Option<i32>,
    /// `None`: the platform's.
    pub cost: Option<Json<StoredCost>>,
    /// ISO 4217 code; `None`: the platform's.
    pub currency: Option<String>,
    /// IANA name of its time zone; `None`: the installation's.
    pub time_zone: Option<String>,
    /// The name of the scraper pool of its accounts and videos.
    pub scraper_pool: Option<String>,
    /// The names of the scraper pools that its accounts may select instead.
    pub allowed_scraper_pools: Vec<String>,
    /// What it tracks is not purged after its deletion.
    pub retain: bool,
    pub purge_after_seconds: i64,
}

/// An account that a group tracks.
#[derive(Clone, Debug)]
pub struct AccountEntry {
    pub group_id: i64,
    pub platform: Platform,
    /// Current username.
    pub username: String,
    /// Name of its resource, if any.
    pub resource: Option<String>,
    /// Scraping is suspended.
    pub suspended: bool,
    /// Minutes; `None`: the group's.
    pub interval_minutes: Option<i32>,
    /// `None`: the group's.
    pub cost: Option<Json<StoredCost>>,
    /// The name of a scraper pool; `None`: the group's.
    pub scraper_pool: Option<String>,
    /// It is not purged after its deletion; `None`: as the group.
    pub retain: Option<bool>,
}

/// A single video that a group tracks.
#[derive(Clone, Debug)]
pub struct VideoEntry {
    pub group_id: i64,
    /// Public URL.
    pub url: String,
    /// The platform's id; `None` until the short link has been resolved.
    pub video_id: Option<String>,
    /// Name of its resource, if any.
    pub resource: Option<String>,
    /// Scraping is suspended.
    pub suspended: bool,
    /// It is not purged after its deletion; `None`: as the group.
    pub retain: Option<bool>,
}

/// Returns everything that is tracked. Needs the scope of an admin.
pub async fn inventory(connection: &mut PgConnection) -> Result<Inventory, sqlx::Error> {
    Ok(Inventory {
        intervals: settings::intervals(connection).await?,
        pools: scraper_pools::stored(connection).await?,
        groups: groups(connection).await?,
        accounts: accounts(connection).await?,
        videos: videos(connection).await?,
    })
}

async fn groups(connection: &mut PgConnection) -> Result<Vec<GroupEntry>, sqlx::Error> {
    sqlx::query_as!(
        GroupEntry,
        r#"SELECT id, resource, namespace, name, description, is_active, max_instagram_accounts, max_tiktok_accounts,
                  max_tiktok_videos, instagram_interval_minutes AS instagram_interval, tiktok_interval_minutes AS tiktok_interval,
                  to_jsonb(cost) AS "cost: Json<StoredCost>", currency, time_zone, scraper_pool,
                  coalesce(allowed_scraper_pools, '{}') AS "allowed_scraper_pools!", retain, purge_after_seconds
           FROM groups ORDER BY lower(name), id"#
    )
    .fetch_all(connection)
    .await
}

async fn accounts(connection: &mut PgConnection) -> Result<Vec<AccountEntry>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT t.group_id, a.platform, a.username, t.resource, t.suspended, t.interval_minutes,
                  to_jsonb(t.cost) AS "cost: Json<StoredCost>", t.scraper_pool, t.retain
           FROM tracked_accounts t JOIN platform_accounts a ON a.id = t.account_id
           ORDER BY t.group_id, a.platform, a.username, t.id"#
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| AccountEntry {
            group_id: row.group_id,
            platform: codes::platform(&row.platform),
            username: row.username,
            resource: row.resource,
            suspended: row.suspended,
            interval_minutes: row.interval_minutes,
            cost: row.cost,
            scraper_pool: row.scraper_pool,
            retain: row.retain,
        })
        .collect())
}

async fn videos(connection: &mut PgConnection) -> Result<Vec<VideoEntry>, sqlx::Error> {
    sqlx::query_as!(
        VideoEntry,
        "SELECT group_id, url, video_id, resource, suspended, retain FROM tracked_videos ORDER BY group_id, id"
    )
    .fetch_all(connection)
    .await
}
