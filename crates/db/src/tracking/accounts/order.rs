//! Filters and orders of the list of accounts.

use clipmeter_proto::v1::Platform;
use sqlx::PgConnection;

/// Which accounts are listed.
#[derive(Clone, Debug, Default)]
pub struct AccountFilter {
    /// Only these, by `tracked_accounts.id`.
    pub ids: Option<Vec<i64>>,
    /// Part of the current or a former username, in lower case; empty: any.
    pub name: String,
    /// Code of the last outcome; `pending` before the first attempt.
    pub status: Option<String>,
}

/// The order of a list of accounts. Unknown values come last in both directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccountOrder {
    /// Accounts that fail or have a handle conflict first.
    Failing,
    Name,
    Followers,
    Items,
    Views,
    /// Time of the last success.
    Updated,
}

impl AccountOrder {
    fn key(self) -> &'static str {
        match self {
            Self::Failing => "failing",
            Self::Name => "name",
            Self::Followers => "followers",
            Self::Items => "items",
            Self::Views => "views",
            Self::Updated => "updated",
        }
    }
}

/// Returns the IDs (`tracked_accounts.id`) of all tracked accounts in scope that match, in this order and then by name.
pub async fn matching(
    connection: &mut PgConnection,
    platform: Platform,
    filter: &AccountFilter,
    order: AccountOrder,
    descending: bool,
) -> Result<Vec<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT id AS "id!" FROM (
               SELECT t.id, a.username,
                      CASE $5
                          WHEN 'failing' THEN (a.consecutive_failures = 0 AND a.handle_conflict_at IS NULL)::int
                          WHEN 'followers' THEN a.follower_count
                          WHEN 'items' THEN CASE WHEN a.last_success_at IS NOT NULL THEN c.posts END
                          WHEN 'views' THEN CASE WHEN a.last_success_at IS NOT NULL THEN c.views END
                          WHEN 'updated' THEN extract(epoch FROM a.last_success_at)
                      END AS value
               FROM tracked_accounts t
               JOIN platform_accounts a ON a.id = t.account_id
               JOIN account_counters c ON c.account_id = a.id
               WHERE a.platform = $1 AND ($2::bigint[] IS NULL OR t.id = ANY ($2))
                 AND ($3 = '' OR strpos(a.username, $3) > 0
                      OR EXISTS (SELECT FROM unnest(a.former_usernames) former WHERE strpos(former, $3) > 0))
                 AND ($4::text IS NULL OR coalesce(a.last_outcome, 'pending') = $4)
           ) one
           ORDER BY CASE WHEN $6 THEN -value ELSE value END NULLS LAST,
                    CASE WHEN $6 AND $5 = 'name' THEN username END DESC, username, id"#,
        platform.code(),
        filter.ids.as_deref(),
        filter.name,
        filter.status,
        order.key(),
        descending
    )
    .fetch_all(connection)
    .await
}
