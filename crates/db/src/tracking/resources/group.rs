//! The group that a `ClientGroup` describes.

use sqlx::PgConnection;
use sqlx::types::Json;

use super::{Match, binding};
use crate::cost::StoredCost;
use crate::groups::GroupChange;

/// The desired state of a group, from its resource.
#[derive(Clone, Copy, Debug)]
pub struct DesiredGroup<'a> {
    /// The name of the `ClientGroup`.
    pub resource: &'a str,
    /// The target namespace, which contains the resources of its accounts.
    pub namespace: &'a str,
    /// Unique, case-insensitive.
    pub name: &'a str,
    /// May be empty.
    pub description: &'a str,
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
    pub cost: Option<StoredCost>,
    /// ISO 4217 code; `None`: the platform's.
    pub currency: Option<&'a str>,
    /// IANA name of its time zone, which may be unknown; `None`: the installation's.
    pub time_zone: Option<&'a str>,
    /// The name of the scraper pool of its accounts and videos, which may not exist.
    pub scraper_pool: Option<&'a str>,
    /// The names of the scraper pools that its accounts may select instead.
    pub allowed_scraper_pools: &'a [String],
    /// Whether what is deleted is kept until it is restored or erased.
    pub retain: bool,
    /// Otherwise: how long it can be restored, in seconds.
    pub purge_after_seconds: i64,
    /// The manager other than the dashboard; empty when the dashboard may change the group.
    pub managed_by: &'a str,
}

/// The stored state of a group.
#[derive(Clone, Debug)]
pub struct GroupRow {
    pub id: i64,
    /// The name of its `ClientGroup`; `None`: not linked to a resource.
    pub resource: Option<String>,
    namespace: Option<String>,
    managed_by: String,
    retain: bool,
    purge_after_seconds: i64,
    name: String,
    description: String,
    is_active: bool,
    max_instagram_accounts: i32,
    max_tiktok_accounts: i32,
    max_tiktok_videos: i32,
    instagram_interval: Option<i32>,
    tiktok_interval: Option<i32>,
    cost: Option<Json<StoredCost>>,
    currency: Option<String>,
    time_zone: Option<String>,
    scraper_pool: Option<String>,
    allowed_scraper_pools: Vec<String>,
}

impl GroupRow {
    /// Returns the settings that differ from the desired state.
    #[must_use]
    pub fn change<'a>(&self, desired: &DesiredGroup<'a>) -> GroupChange<'a> {
        let cost = self.cost.map(|cost| cost.0);
        GroupChange {
            name: (desired.name != self.name).then_some(desired.name),
            description: (desired.description != self.description).then_some(desired.description),
            max_instagram_accounts: (desired.max_instagram_accounts != self.max_instagram_accounts)
                .then_some(desired.max_instagram_accounts),
            max_tiktok_accounts: (desired.max_tiktok_accounts != self.max_tiktok_accounts)
                .then_some(desired.max_tiktok_accounts),
            max_tiktok_videos: (desired.max_tiktok_videos != self.max_tiktok_videos)
                .then_some(desired.max_tiktok_videos),
            members_manage_accounts: None,
            cost: (desired.cost != cost).then_some(desired.cost),
            currency: (desired.currency != self.currency.as_deref()).then_some(desired.currency),
            time_zone: (desired.time_zone != self.time_zone.as_deref()).then_some(desired.time_zone),
            instagram_interval: (desired.instagram_interval != self.instagram_interval)
                .then_some(desired.instagram_interval),
            tiktok_interval: (desired.tiktok_interval != self.tiktok_interval)
                .then_some(desired.tiktok_interval),
            scraper_pool: (desired.scraper_pool != self.scraper_pool.as_deref())
                .then_some(desired.scraper_pool),
            allowed_scraper_pools: (desired.allowed_scraper_pools != self.allowed_scraper_pools)
                .then_some(desired.allowed_scraper_pools),
        }
    }

    /// Returns whether the group must be activated or deactivated.
    #[must_use]
    pub fn toggles(&self, desired: &DesiredGroup<'_>) -> bool {
        self.is_active != desired.is_active
    }

    /// Whether the row is linked to the resource, with its deletion policy.
    #[must_use]
    pub fn is_linked_as(&self, desired: &DesiredGroup<'_>) -> bool {
        self.resource.as_deref() == Some(desired.resource)
            && self.namespace.as_deref() == Some(desired.namespace)
            && self.managed_by == desired.managed_by
            && self.retain == desired.retain
            && self.purge_after_seconds == desired.purge_after_seconds
    }

    /// Returns whether the stored state equals the desired state.
    #[must_use]
    pub fn matches(&self, desired: &DesiredGroup<'_>) -> bool {
        self.change(desired) == GroupChange::default() && !self.toggles(desired) && self.is_linked_as(desired)
    }
}

/// Returns the group linked to the resource, otherwise the one with the same name. Needs the scope of an
/// admin.
pub async fn find(
    connection: &mut PgConnection,
    resource: &str,
    name: &str,
) -> Result<Match<GroupRow>, sqlx::Error> {
    let mut rows = sqlx::query_as!(
        GroupRow,
        r#"SELECT id, resource, namespace, managed_by, retain, purge_after_seconds, name, description, is_active,
                  max_instagram_accounts, max_tiktok_accounts, max_tiktok_videos,
                  instagram_interval_minutes AS instagram_interval, tiktok_interval_minutes AS tiktok_interval, to_jsonb(cost) AS "cost: Json<StoredCost>",
                  currency, time_zone, scraper_pool, coalesce(allowed_scraper_pools, '{}') AS "allowed_scraper_pools!"
           FROM groups WHERE resource = $1 OR lower(name) = lower($2)
           ORDER BY resource IS NOT DISTINCT FROM $1 DESC"#,
        resource,
        name
    )
    .fetch_all(connection)
    .await?
    .into_iter();
    Ok(match rows.next() {
        None => Match::Nothing,
        Some(row) => match row.resource.as_deref() {
            Some(own) if own == resource => Match::Named(row),
            None => Match::Free(row),
            Some(other) => Match::Taken(other.to_owned()),
        },
    })
}

/// Returns the id of the group linked to a resource. Needs the scope of an admin.
pub async fn id(connection: &mut PgConnection, resource: &str) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!("SELECT id FROM groups WHERE resource = $1", resource)
        .fetch_optional(connection)
        .await
}

/// Links a group to its resource, and stores its deletion policy. Needs the scope of an admin.
pub async fn link_resource(
    connection: &mut PgConnection,
    id: i64,
    desired: &DesiredGroup<'_>,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE groups SET resource = $2, namespace = $3, managed_by = $4, retain = $5, purge_after_seconds = $6
         WHERE id = $1",
        id,
        desired.resource,
        desired.namespace,
        desired.managed_by,
        desired.retain,
        desired.purge_after_seconds
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Unlinks all groups and everything that they track from their resources, and scraper pools from their resources and
/// nodes, for an installation outside a cluster. Needs the scope of an admin.
pub async fn release_everything(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    binding::release_all(connection).await?;
    sqlx::query!(
        "UPDATE groups SET resource = NULL, namespace = NULL, managed_by = '', retain = DEFAULT,
             purge_after_seconds = DEFAULT
         WHERE resource IS NOT NULL OR managed_by <> ''"
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "UPDATE scraper_pools SET managed_by = '', address = NULL WHERE managed_by <> '' OR address IS NOT NULL"
    )
    .execute(connection)
    .await?;
    Ok(())
}
