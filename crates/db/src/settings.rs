//! Settings of the whole platform.

use std::collections::HashMap;

use clipmeter_domain::platforms::{PerPlatform, Platform};
use sqlx::PgConnection;
use sqlx::types::Json;

use super::cost::StoredCost;

/// Refresh intervals of the platforms unless a group or an account overrides them; minutes.
pub type Intervals = PerPlatform<i32>;

/// Returns the default intervals.
pub async fn intervals(connection: &mut PgConnection) -> Result<Intervals, sqlx::Error> {
    let stored =
        sqlx::query_scalar!(r#"SELECT intervals AS "intervals: Json<HashMap<String, i32>>" FROM settings"#)
            .fetch_one(connection)
            .await?;
    Ok(PerPlatform::from_fn(|platform| {
        let minutes = stored.get(platform.code()).copied();
        minutes.unwrap_or(platform.descriptor().default_interval_minutes)
    }))
}

/// Sets default refresh intervals, which groups may override; minutes, 5 to 1440. Those of other platforms stay
/// unchanged. Needs the scope of an admin.
pub async fn set_intervals(
    connection: &mut PgConnection,
    intervals: &[(Platform, i32)],
) -> Result<(), sqlx::Error> {
    let by_code: HashMap<String, i32> = intervals
        .iter()
        .map(|(platform, minutes)| (platform.code().to_owned(), *minutes))
        .collect();
    sqlx::query!(
        "UPDATE settings SET intervals = intervals || $1",
        Json(by_code) as Json<HashMap<String, i32>>
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Stored in place of a digest that was made with lost keys, with which no password can be compared.
pub const LOST_DIGEST: &[u8] = &[];

/// Returns the digest of the admin password that the program was last started with; [`LOST_DIGEST`] if its keys are lost.
pub async fn admin_password_digest(connection: &mut PgConnection) -> Result<Option<Vec<u8>>, sqlx::Error> {
    sqlx::query_scalar!("SELECT admin_password_digest FROM settings")
        .fetch_one(connection)
        .await
}

/// Stores the digest of the admin password that the program was started with. Needs the scope of an admin.
pub async fn set_admin_password_digest(
    connection: &mut PgConnection,
    mark: Option<&[u8]>,
) -> Result<(), sqlx::Error> {
    sqlx::query!("UPDATE settings SET admin_password_digest = $1", mark)
        .execute(connection)
        .await?;
    Ok(())
}

/// The settings that an admin changes for all groups.
#[derive(Clone, Debug)]
pub struct PlatformSettings {
    /// `all`: every member may browse all collected items; `group`: only those that the member's group
    /// tracks.
    pub content_visibility: String,
    /// The cost of a post unless a group or an account overrides it.
    pub cost: Json<StoredCost>,
    /// ISO 4217 code of all amounts; `None`: they have no currency.
    pub currency: Option<String>,
    /// IANA name of the time zone in which days begin at midnight.
    pub time_zone: String,
    /// Accounts whose days are not yet counted in the time zone, at least 1 until days are shown in it.
    pub days_pending: i64,
    /// Maximum number of items in a full crawl of an account; 0: no limit.
    pub backfill_items: i32,
    /// Whole months of measurements kept before the current one; `None`: all.
    pub history_months: Option<i32>,
    /// Days for which removed items are kept; `None`: forever.
    pub removed_items_days: Option<i32>,
    /// Whether pictures of items and accounts are stored and shown.
    pub pictures: bool,
    /// Maximum sum of the pictures' sizes, MiB.
    pub picture_quota_mib: i32,
}

/// New settings of the platform.
#[derive(Clone, Copy, Debug)]
pub struct PlatformSettingsChange<'a> {
    pub content_visibility: &'a str,
    pub cost: StoredCost,
    /// `None` leaves it as it is, an inner `None` removes it.
    pub currency: Option<Option<&'a str>>,
    /// A zone that [`zone_exists`] accepts; `None` leaves it as it is.
    pub time_zone: Option<&'a str>,
    /// `None` leaves it as it is.
    pub backfill_items: Option<i32>,
    pub retention: RetentionChange,
    /// `None` leaves it as it is.
    pub pictures: Option<bool>,
    /// 1 to 1048576; `None` leaves it as it is.
    pub picture_quota_mib: Option<i32>,
}

/// Retention of collected data; `None` leaves a setting as it is, and an inner `None` means forever.
#[derive(Clone, Copy, Debug, Default)]
pub struct RetentionChange {
    /// 1 to 120.
    pub history_months: Option<Option<i32>>,
    /// 1 to 3650.
    pub removed_items_days: Option<Option<i32>>,
}

/// The settings that each signed-in user may read.
#[derive(Clone, Debug)]
pub struct UserSettings {
    /// The scope's user may see the content of all groups.
    pub sees_all_content: bool,
    /// IANA name of the zone in which the user's days are shown, that of the user's group or else the installation's.
    pub time_zone: String,
    /// ISO 4217 code of the amounts that the user sees, that of the user's group or else the platform's; `None`: they have no currency.
    pub currency: Option<String>,
    /// The platform's currency, which applies to items that the user's group does not track.
    pub default_currency: Option<String>,
}

/// Returns the settings of the scope's user.
pub async fn of_user(connection: &mut PgConnection) -> Result<UserSettings, sqlx::Error> {
    sqlx::query_as!(
        UserSettings,
        r#"SELECT sees_all_content() AS "sees_all_content!", viewed_zone_name() AS "time_zone!",
                  coalesce(g.currency, s.currency) AS currency, s.currency AS default_currency
           FROM settings s LEFT JOIN groups g ON g.id = (SELECT viewing_group())"#
    )
    .fetch_one(connection)
    .await
}

/// Returns whether the database server knows a time zone by this name. Names without a place, such as `CET`, are refused.
pub async fn zone_exists(connection: &mut PgConnection, zone: &str) -> Result<bool, sqlx::Error> {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"/_+-".contains(&byte);
    if !zone.bytes().all(is_name) {
        return Ok(false);
    }
    sqlx::query_scalar!(r#"SELECT zone_exists($1) AS "exists!""#, zone)
        .fetch_one(connection)
        .await
}

pub async fn platform(connection: &mut PgConnection) -> Result<PlatformSettings, sqlx::Error> {
    sqlx::query_as!(
        PlatformSettings,
        r#"SELECT content_visibility, to_jsonb(cost) AS "cost!: Json<StoredCost>", currency, backfill_items, history_months,
                  removed_items_days, pictures, picture_quota_mib, time_zone,
                  CASE WHEN days_zone = time_zone THEN 0
                       ELSE (SELECT greatest(1, count(*)) FROM account_counters c
                             WHERE NOT EXISTS (SELECT FROM account_zones k JOIN zones z ON z.id = k.zone
                                               WHERE k.account_id = c.account_id AND z.name = time_zone)) END AS "days_pending!"
           FROM settings"#
    )
    .fetch_one(connection)
    .await
}

/// Changes the settings of the platform and returns all of them. Needs the scope of an admin.
pub async fn set_platform(
    connection: &mut PgConnection,
    change: PlatformSettingsChange<'_>,
) -> Result<PlatformSettings, sqlx::Error> {
    let retention = change.retention;
    sqlx::query!(
        "UPDATE settings SET content_visibility = $1, cost = jsonb_populate_record(NULL::cost, $2),
             backfill_items = coalesce($3, backfill_items),
             history_months = CASE WHEN $4 THEN $5 ELSE history_months END,
             removed_items_days = CASE WHEN $6 THEN $7 ELSE removed_items_days END,
             currency = CASE WHEN $8 THEN $9 ELSE currency END,
             pictures = coalesce($10, pictures), picture_quota_mib = coalesce($11, picture_quota_mib),
             time_zone = coalesce($12, time_zone)",
        change.content_visibility,
        Json(change.cost) as Json<StoredCost>,
        change.backfill_items,
        retention.history_months.is_some(),
        retention.history_months.flatten(),
        retention.removed_items_days.is_some(),
        retention.removed_items_days.flatten(),
        change.currency.is_some(),
        change.currency.flatten(),
        change.pictures,
        change.picture_quota_mib,
        change.time_zone
    )
    .execute(&mut *connection)
    .await?;
    platform(connection).await
}
