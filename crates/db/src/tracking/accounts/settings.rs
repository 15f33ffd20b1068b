//! A tracked account's own settings.

use clipmeter_proto::v1::Platform;
use sqlx::PgConnection;
use sqlx::types::Json;

use crate::cost::StoredCost;

/// A change of a tracked account's settings; `None` leaves one as it is, and an inner `None` resets it to the
/// group's.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AccountChange<'a> {
    /// Cost of its posts.
    pub cost: Option<Option<StoredCost>>,
    /// Refresh interval, minutes.
    pub interval_minutes: Option<Option<i32>>,
    /// The name of a scraper pool.
    pub scraper_pool: Option<Option<&'a str>>,
}

/// The settings of a tracked account.
#[derive(Clone, Debug)]
pub struct AccountSettings {
    /// The group that tracks it.
    pub group_id: i64,
    pub username: String,
    /// `None`: the group's.
    pub cost: Option<Json<StoredCost>>,
    /// Minutes; `None`: the group's.
    pub interval_minutes: Option<i32>,
    /// The name of a scraper pool; `None`: the group's.
    pub scraper_pool: Option<String>,
}

/// Changes a tracked account in scope; `None` if there is no such account.
pub async fn change(
    connection: &mut PgConnection,
    platform: Platform,
    id: i64,
    change: AccountChange<'_>,
) -> Result<Option<AccountSettings>, sqlx::Error> {
    // Sums of capped costs depend on the models of both the account and the group, so changes to the two are
    // serialized.
    sqlx::query!(
        "SELECT lock_group(group_id) FROM tracked_accounts WHERE id = $1",
        id
    )
    .fetch_optional(&mut *connection)
    .await?;
    sqlx::query_as!(
        AccountSettings,
        r#"UPDATE tracked_accounts t SET
               cost = CASE WHEN $3 THEN jsonb_populate_record(NULL::cost, $4) ELSE t.cost END,
               interval_minutes = CASE WHEN $5 THEN $6 ELSE t.interval_minutes END,
               scraper_pool = CASE WHEN $7 THEN $8 ELSE t.scraper_pool END
           FROM platform_accounts a
           WHERE t.id = $1 AND a.id = t.account_id AND a.platform = $2
           RETURNING t.group_id, a.username, to_jsonb(t.cost) AS "cost: Json<StoredCost>", t.interval_minutes,
                     t.scraper_pool"#,
        id,
        platform.code(),
        change.cost.is_some(),
        change.cost.flatten().map(Json) as Option<Json<StoredCost>>,
        change.interval_minutes.is_some(),
        change.interval_minutes.flatten(),
        change.scraper_pool.is_some(),
        change.scraper_pool.flatten()
    )
    .fetch_optional(connection)
    .await
}

/// The settings of a tracked account that override those of its group.
#[derive(Clone, Debug)]
pub struct AccountOverrides {
    /// Code.
    pub platform: String,
    pub username: String,
    /// Minutes; `None`: the group's.
    pub interval_minutes: Option<i32>,
    /// `None`: the group's.
    pub cost: Option<Json<StoredCost>>,
    /// The name of a scraper pool; `None`: the group's.
    pub scraper_pool: Option<String>,
}

/// Returns the accounts of a group in scope that have settings of their own.
pub async fn overrides(
    connection: &mut PgConnection,
    group_id: i64,
) -> Result<Vec<AccountOverrides>, sqlx::Error> {
    sqlx::query_as!(
        AccountOverrides,
        r#"SELECT a.platform, a.username, t.interval_minutes, to_jsonb(t.cost) AS "cost: Json<StoredCost>", t.scraper_pool
           FROM tracked_accounts t JOIN platform_accounts a ON a.id = t.account_id
           WHERE t.group_id = $1
             AND (t.interval_minutes IS NOT NULL OR num_nonnulls(t.cost) > 0 OR t.scraper_pool IS NOT NULL)"#,
        group_id
    )
    .fetch_all(connection)
    .await
}
