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

/// Tracked accounts that match a filter.
#[derive(Clone, Debug)]
pub struct MatchingAccounts {
    /// `tracked_accounts.id` of those on the page, in order.
    pub ids: Vec<i64>,
    /// Number of matching accounts on all pages.
    pub total: i64,
}

/// Returns the tracked accounts in scope that match, in this order and then by name: all, or those of a page with this many to skip
/// and take.
pub async fn matching(
    connection: &mut PgConnection,
    platform: Platform,
    filter: &AccountFilter,
    order: AccountOrder,
    descending: bool,
    page: Option<[i64; 2]>,
) -> Result<MatchingAccounts, sqlx::Error> {
    // OFFSET 0: the planner expects very few accounts behind these filters, and would compare each account with each tracked account.
    // The counters are looked up, because only two orders need them.
    sqlx::query_as!(
        MatchingAccounts,
        r#"WITH matching AS MATERIALIZED (
               SELECT id, username, value FROM (
                   SELECT a.id, a.username, a.former_usernames, a.last_outcome,
                          CASE $5
                              WHEN 'failing' THEN (a.consecutive_failures = 0 AND a.handle_conflict_at IS NULL)::int
                              WHEN 'followers' THEN a.follower_count
                              WHEN 'items' THEN CASE WHEN a.last_success_at IS NOT NULL
                                  THEN (SELECT c.posts FROM account_counters c WHERE c.account_id = a.account_id) END
                              WHEN 'views' THEN CASE WHEN a.last_success_at IS NOT NULL
                                  THEN (SELECT c.views FROM account_counters c WHERE c.account_id = a.account_id) END
                              WHEN 'updated' THEN extract(epoch FROM a.last_success_at)
                          END AS value
                   FROM scoped_accounts a
                   WHERE a.platform = $1
                   OFFSET 0
               ) one
               WHERE ($2::bigint[] IS NULL OR id = ANY ($2))
                 AND ($3 = '' OR strpos(username, $3) > 0
                      OR EXISTS (SELECT FROM unnest(former_usernames) former WHERE strpos(former, $3) > 0))
                 AND ($4::text IS NULL OR coalesce(last_outcome, 'pending') = $4)
           )
           SELECT (SELECT count(*) FROM matching) AS "total!",
                  ARRAY(SELECT id FROM matching
                        ORDER BY CASE WHEN $6 THEN -value ELSE value END NULLS LAST,
                                 CASE WHEN $6 AND $5 = 'name' THEN username END DESC, username, id
                        LIMIT $7 OFFSET $8) AS "ids!""#,
        platform.code(),
        filter.ids.as_deref(),
        filter.name,
        filter.status,
        order.key(),
        descending,
        page.map(|[_, take]| take),
        page.map(|[skip, _]| skip)
    )
    .fetch_one(connection)
    .await
}
