//! The desired state of a group that is kept outside the dashboard.

use sqlx::PgConnection;
use sqlx::types::Json;

use crate::cost::StoredCost;
use crate::intent::{GroupIntent, GroupName};

/// How a group is identified outside the dashboard, and the tool that manages it there.
#[derive(Clone, Debug)]
pub struct GroupResource {
    pub name: GroupName,
    /// The manager other than the dashboard; empty when the dashboard may change the group.
    pub managed_by: String,
}

/// Returns the resource of a group in scope.
pub async fn resource(connection: &mut PgConnection, id: i64) -> Result<Option<GroupResource>, sqlx::Error> {
    let row = sqlx::query!(
        "SELECT name, resource, namespace, managed_by FROM groups WHERE id = $1",
        id
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| GroupResource {
        name: GroupName {
            resource: row.resource,
            namespace: row.namespace,
            display_name: row.name,
        },
        managed_by: row.managed_by,
    }))
}

/// Returns the current settings of a group in scope, to be applied under the name that it had before.
pub async fn intent(
    connection: &mut PgConnection,
    id: i64,
    name: GroupName,
) -> Result<Option<GroupIntent>, sqlx::Error> {
    let row = sqlx::query!(
        r#"SELECT name, description, is_active, max_instagram_accounts, max_tiktok_accounts, max_tiktok_videos,
                  instagram_interval_minutes, tiktok_interval_minutes, to_jsonb(cost) AS "cost: Json<StoredCost>",
                  currency, time_zone, scraper_pool, coalesce(allowed_scraper_pools, '{}') AS "allowed_scraper_pools!",
                  retain, purge_after_seconds
           FROM groups WHERE id = $1"#,
        id
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| GroupIntent {
        name,
        display_name: row.name,
        description: row.description,
        suspended: !row.is_active,
        max_instagram_accounts: row.max_instagram_accounts,
        max_tiktok_accounts: row.max_tiktok_accounts,
        max_tiktok_videos: row.max_tiktok_videos,
        instagram_minutes: row.instagram_interval_minutes,
        tiktok_minutes: row.tiktok_interval_minutes,
        cost: row.cost.map(|cost| cost.0),
        currency: row.currency,
        time_zone: row.time_zone,
        scraper_pool: row.scraper_pool,
        allowed_scraper_pools: row.allowed_scraper_pools,
        retain: row.retain,
        purge_after_seconds: row.purge_after_seconds,
    }))
}
