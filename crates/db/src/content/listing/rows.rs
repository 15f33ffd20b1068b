//! A whole list, read in portions.

use sqlx::{AssertSqlSafe, PgConnection};

use super::{Listing, in_order, patterns};
use crate::content::ContentItem;

/// Keeps the transaction open while a client does not read. Twice as long as an export waits for its client.
const WAIT_FOR_READER: &str = "SET LOCAL idle_in_transaction_session_timeout = '60s'";

/// Every item of a [`Listing`] that the scope may see, in its order. The cursors belong to the transaction in
/// which the list was opened; the caller must always read it in that transaction.
#[derive(Debug)]
pub struct ContentRows {
    /// The cursors that may have rows left. The list is their concatenation, beginning with the last cursor.
    cursors: Vec<String>,
}

impl ContentRows {
    /// Opens a list in a transaction with one snapshot.
    pub async fn open(connection: &mut PgConnection, listing: &Listing) -> Result<Self, sqlx::Error> {
        wait_for_reader(connection).await?;
        let mut cursors = sqlx::query_scalar!(
            r#"SELECT open_posts($1, $2, $3, (SELECT array_agg(lower(w)) FROM unnest($4::text[]) w), $5, $6, $7, $8, $9, $10) AS "cursors!""#,
            listing.platform.code(),
            listing.sort,
            listing.descending,
            &patterns(&listing.words),
            listing.from,
            listing.to,
            listing.accounts.as_deref(),
            listing.own_only,
            listing.kind,
            listing.least_views
        )
        .fetch_one(connection)
        .await?;
        cursors.reverse();
        Ok(Self { cursors })
    }

    /// Returns the next rows, at most `take`; empty at the end.
    pub async fn next(
        &mut self,
        connection: &mut PgConnection,
        take: u16,
    ) -> Result<Vec<ContentItem>, sqlx::Error> {
        while let Some(cursor) = self.cursors.last() {
            // Safe: the server generated the name, without quotes.
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

/// Lets a transaction wait for a slow reader of an export.
pub async fn wait_for_reader(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query(WAIT_FOR_READER).execute(connection).await?;
    Ok(())
}
