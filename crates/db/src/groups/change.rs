//! Changes and deletes groups.

use sqlx::PgConnection;
use sqlx::types::Json;

use crate::cost::StoredCost;
use crate::deletion;
use crate::tombstones::Burial;

/// A change of a group; `None` leaves a setting as it is, and an inner `None` resets it to the platform's.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GroupChange<'a> {
    /// Unique, case-insensitive.
    pub name: Option<&'a str>,
    /// May be empty.
    pub description: Option<&'a str>,
    /// Maximum number of tracked Instagram accounts; accounts that are already tracked stay.
    pub max_instagram_accounts: Option<i32>,
    /// Maximum number of tracked TikTok accounts; accounts that are already tracked stay.
    pub max_tiktok_accounts: Option<i32>,
    /// Maximum number of single TikTok videos; videos that are already tracked stay.
    pub max_tiktok_videos: Option<i32>,
    /// Whether all members may change the tracked accounts, or only the group's admins.
    pub members_manage_accounts: Option<bool>,
    /// Cost of its posts.
    pub cost: Option<Option<StoredCost>>,
    /// ISO 4217 code of its costs.
    pub currency: Option<Option<&'a str>>,
    /// A zone that [`zone_exists`](crate::settings::zone_exists) accepts.
    pub time_zone: Option<Option<&'a str>>,
    /// Refresh interval of Instagram accounts, minutes.
    pub instagram_interval: Option<Option<i32>>,
    /// Refresh interval of TikTok accounts and videos, minutes.
    pub tiktok_interval: Option<Option<i32>>,
    /// The name of the scraper pool of its accounts and videos, which may not exist.
    pub scraper_pool: Option<Option<&'a str>>,
    /// The names of the scraper pools that its accounts may select instead.
    pub allowed_scraper_pools: Option<&'a [String]>,
}

/// The result of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    Done,
    /// There is no such group.
    NotFound,
    /// Another group has the name; the transaction can only be rolled back.
    NameTaken,
}

/// Changes a group. Needs the scope of an admin.
pub async fn change(
    connection: &mut PgConnection,
    id: i64,
    change: &GroupChange<'_>,
) -> Result<Changed, sqlx::Error> {
    let done = sqlx::query!(
        "UPDATE groups SET
             name = coalesce($2, name),
             description = coalesce($3, description),
             max_instagram_accounts = coalesce($4, max_instagram_accounts),
             max_tiktok_accounts = coalesce($5, max_tiktok_accounts),
             max_tiktok_videos = coalesce($6, max_tiktok_videos),
             members_manage_accounts = coalesce($7, members_manage_accounts),
             cost = CASE WHEN $8 THEN jsonb_populate_record(NULL::cost, $9) ELSE cost END,
             instagram_interval_minutes = CASE WHEN $10 THEN $11 ELSE instagram_interval_minutes END,
             tiktok_interval_minutes = CASE WHEN $12 THEN $13 ELSE tiktok_interval_minutes END,
             currency = CASE WHEN $14 THEN $15 ELSE currency END,
             scraper_pool = CASE WHEN $16 THEN $17 ELSE scraper_pool END,
             allowed_scraper_pools = CASE WHEN $18 THEN $19 ELSE allowed_scraper_pools END,
             time_zone = CASE WHEN $20 THEN $21 ELSE time_zone END
         WHERE id = $1",
        id,
        change.name,
        change.description,
        change.max_instagram_accounts,
        change.max_tiktok_accounts,
        change.max_tiktok_videos,
        change.members_manage_accounts,
        change.cost.is_some(),
        change.cost.flatten().map(Json) as Option<Json<StoredCost>>,
        change.instagram_interval.is_some(),
        change.instagram_interval.flatten(),
        change.tiktok_interval.is_some(),
        change.tiktok_interval.flatten(),
        change.currency.is_some(),
        change.currency.flatten(),
        change.scraper_pool.is_some(),
        change.scraper_pool.flatten(),
        change.allowed_scraper_pools.is_some(),
        change.allowed_scraper_pools.unwrap_or_default(),
        change.time_zone.is_some(),
        change.time_zone.flatten()
    )
    .execute(connection)
    .await;
    match done {
        Ok(done) if done.rows_affected() > 0 => Ok(Changed::Done),
        Ok(_) => Ok(Changed::NotFound),
        Err(error) if is_name_taken(&error) => Ok(Changed::NameTaken),
        Err(error) => Err(error),
    }
}

fn is_name_taken(error: &sqlx::Error) -> bool {
    error
        .as_database_error()
        .and_then(|error| error.constraint())
        .is_some_and(|constraint| constraint == "groups_name_key")
}

/// Toggles whether a group is active. Returns the new state; `None` if there is no such group. Needs the
/// scope of an admin.
pub async fn toggle(connection: &mut PgConnection, id: i64) -> Result<Option<bool>, sqlx::Error> {
    sqlx::query_scalar!(
        "UPDATE groups SET is_active = NOT is_active WHERE id = $1 RETURNING is_active",
        id
    )
    .fetch_optional(connection)
    .await
}

/// Deletes a group with its users, what it tracks, and what its users have added. It can be restored; `burial` says
/// until when. Returns the name; `None` if there is no such group. Needs the scope of an admin.
pub async fn delete(
    connection: &mut PgConnection,
    id: i64,
    burial: Burial,
) -> Result<Option<String>, sqlx::Error> {
    deletion::extend_timeouts(connection).await?;
    // Additions end first: what is added while the group is deleted would be deleted without a tombstone.
    if !super::lock(connection, id).await? {
        return Ok(None);
    }
    lock_users(connection, id).await?;
    let accounts = sqlx::query_scalar!("SELECT account_id FROM tracked_accounts WHERE group_id = $1", id)
        .fetch_all(&mut *connection)
        .await?;
    let videos = sqlx::query_scalar!("SELECT id FROM tracked_videos WHERE group_id = $1", id)
        .fetch_all(&mut *connection)
        .await?;
    deletion::begin(connection, &accounts, &videos).await?;
    sqlx::query_scalar!("SELECT bury_group($1, $2, $3)", id, burial.at, burial.retained)
        .fetch_one(connection)
        .await
}

/// Waits for concurrent additions and changes of the group's users, and blocks further ones until this transaction ends: otherwise, the
/// group's tombstone would not contain them.
async fn lock_users(connection: &mut PgConnection, group_id: i64) -> Result<(), sqlx::Error> {
    // The reference of a new user to the group conflicts with no weaker lock.
    sqlx::query!("SELECT id FROM groups WHERE id = $1 FOR UPDATE", group_id)
        .fetch_optional(&mut *connection)
        .await?;
    sqlx::query!(
        "SELECT id FROM users WHERE group_id = $1 ORDER BY id FOR UPDATE",
        group_id
    )
    .fetch_all(connection)
    .await?;
    Ok(())
}
