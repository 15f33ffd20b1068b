//! The stored items of accounts, for crawls of their lists.

use std::collections::HashMap;

use clipmeter_scheduler::Item;
use sqlx::PgConnection;

use crate::DbError;

/// Maximum of known ids sent for an account's crawl: 8 kB each, so that the 200 units of the largest run fit
/// into a message.
const MAX_KNOWN_IDS: i64 = 1_000;

/// Returns the newest stored items of each account that are not removed, newest first. Skips items with a
/// non-numeric id, which no list of the platforms contains.
pub(crate) async fn newest(
    connection: &mut PgConnection,
    accounts: &[i64],
) -> Result<HashMap<i64, Vec<Item>>, DbError> {
    let rows = sqlx::query!(
        r#"SELECT a.id AS "account!", p.external_id AS "external_id!", p.posted_at,
                  EXISTS (SELECT FROM boosted_posts r WHERE r.post_id = p.id) AS "boosted!"
           FROM unnest($1::bigint[]) AS a (id)
           CROSS JOIN LATERAL (
               SELECT p.id, p.external_id, p.posted_at, p.sort_at FROM posts p
               WHERE p.account_id = a.id AND p.availability <> 'removed' ORDER BY p.sort_at DESC, p.id DESC LIMIT $2
           ) p
           ORDER BY a.id, p.sort_at DESC, p.id DESC"#,
        accounts,
        MAX_KNOWN_IDS
    )
    .fetch_all(connection)
    .await?;
    let mut items: HashMap<i64, Vec<Item>> = HashMap::with_capacity(accounts.len());
    for row in rows {
        if let Ok(id) = row.external_id.parse() {
            items.entry(row.account).or_default().push(Item {
                id,
                posted: row.posted_at.map(|time| time.timestamp()),
                boosted: row.boosted,
            });
        }
    }
    Ok(items)
}
