//! A group as what people want of it is kept elsewhere.

use sqlx::PgConnection;
use sqlx::types::Json;

use crate::control_plane::{GroupIntent, GroupName};
use crate::store::cost::StoredCost;

/// By what a group is found elsewhere, and who says there what it is.
#[derive(Clone, Debug)]
pub struct GroupResource {
    /// Its name.
    pub name: GroupName,
    /// Who else than the dashboard says it; empty when the dashboard may.
    pub managed_by: String,
}

/// Where a group in scope comes from.
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

/// A group in scope as it is now, to be found by the name that it had.
pub async fn intent(
    connection: &mut PgConnection,
    id: i64,
    name: GroupName,
) -> Result<Option<GroupIntent>, sqlx::Error> {
    let row = sqlx::query!(
        r#"SELECT name, description, is_active, max_instagram_accounts, max_tiktok_accounts,
                  instagram_interval_minutes, tiktok_interval_minutes, to_jsonb(cost) AS "cost: Json<StoredCost>"
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
        instagram_minutes: row.instagram_interval_minutes,
        tiktok_minutes: row.tiktok_interval_minutes,
        cost: row.cost.map(|cost| cost.0),
    }))
}
