//! A whole list, some rows at a time.

use sqlx::{AssertSqlSafe, PgConnection};

use super::{Listing, in_order, pattern};
use crate::store::content::ContentItem;

/// Keeps the transaction open while a client does not read. Twice as long as an export waits for its client.
const WAIT_FOR_READER: &str = "SET LOCAL idle_in_transaction_session_timeout = '60s'";

/// Every item of a [`Listing`] that the scope may browse, in its order. Its cursors belong to the transaction in which it was
/// opened; that it is always read from the same one is up to the caller.
#[derive(Debug)]
pub struct ContentRows {
    /// The cursors that may have rows left. The list is theirs one after the other, the last one's first.
    cursors: Vec<String>,
}

impl ContentRows {
    /// Opens a list in a transaction of one snapshot.
    pub async fn open(connection: &mut PgConnection, listing: &Listing) -> Result<Self, sqlx::Error> {
        sqlx::query(WAIT_FOR_READER).execute(&mut *connection).await?;
        let mut cursors = sqlx::query_scalar!(
            r#"SELECT open_posts($1, $2, $3, lower($4), $5, $6, $7, $8) AS "cursors!""#,
            listing.platform.code(),
            listing.sort,
            listing.descending,
            listing.search.as_deref().map(pattern),
            listing.from,
            listing.to,
            listing.accounts.as_deref(),
            listing.own_only
        )
        .fetch_one(connection)
        .await?;
        cursors.reverse();
        Ok(Self { cursors })
    }

    /// The next rows, `take` at the most; none at the end.
    pub async fn next(
        &mut self,
        connection: &mut PgConnection,
        take: u16,
    ) -> Result<Vec<ContentItem>, sqlx::Error> {
        while let Some(cursor) = self.cursors.last() {
            // Safe: the server made the name, and puts no quotes into it.
            let fetch = AssertSqlSafe(format!("FETCH FORWARD {take} FROM \"{cursor}\""));
            let ids: Vec<i64> = sqlx::query_scalar(fetch)
                .persistent(false)
                .fetch_all(&mut *connection)
                .await?;
            if ids.is_empty() {
                self.cursors.pop();
                continue;
            }
            let items = in_order(connection, &ids).await?;
            if !items.is_empty() {
                return Ok(items);
            }
        }
        Ok(Vec::new())
    }
}
