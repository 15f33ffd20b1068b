//! A whole list, read in portions.

use std::vec;

use chrono::NaiveDate;
use sqlx::{AssertSqlSafe, PgConnection};

use super::{GAINED, ListError, Listing, by_gain, in_order, patterns, with_gains};
use crate::content::{ContentItem, Gain};

/// Keeps the transaction open while a client does not read. Twice as long as an export waits for its client.
const WAIT_FOR_READER: &str = "SET LOCAL idle_in_transaction_session_timeout = '60s'";

/// Every item of a [`Listing`] that the scope may see, in its order. The cursors belong to the transaction in
/// which the list was opened; the caller must always read it in that transaction.
#[derive(Debug)]
pub struct ContentRows {
    rest: Rest,
    /// First and last day of the period whose gained views are added.
    gained: Option<[NaiveDate; 2]>,
}

/// What is left of a list.
#[derive(Debug)]
enum Rest {
    /// The cursors that may have rows left. The list is their concatenation, beginning with the last cursor.
    Cursors(Vec<String>),
    /// A list sorted by gained views.
    Gains(vec::IntoIter<Gain>),
}

impl ContentRows {
    /// Opens a list in a transaction with one snapshot.
    pub async fn open(connection: &mut PgConnection, listing: &Listing) -> Result<Self, ListError> {
        wait_for_reader(connection).await?;
        let gained = listing.gained;
        if let (GAINED, Some(period)) = (listing.sort, gained) {
            let rest = Rest::Gains(by_gain(connection, listing, period).await?.into_iter());
            return Ok(Self { rest, gained });
        }
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
        let rest = Rest::Cursors(cursors);
        Ok(Self { rest, gained })
    }

    /// Returns the next rows, at most `take`; empty at the end.
    pub async fn next(
        &mut self,
        connection: &mut PgConnection,
        take: u16,
    ) -> Result<Vec<ContentItem>, sqlx::Error> {
        let cursors = match &mut self.rest {
            Rest::Gains(gains) => {
                let page: Vec<Gain> = gains.take(take.into()).collect();
                return with_gains(connection, &page).await;
            }
            Rest::Cursors(cursors) => cursors,
        };
        while let Some(cursor) = cursors.last() {
            // Safe: the server generated the name, without quotes.
            let fetch = AssertSqlSafe(format!("FETCH FORWARD {take} FROM \"{cursor}\""));
            let ids: Vec<i64> = sqlx::query_scalar(fetch)
                .persistent(false)
                .fetch_all(&mut *connection)
                .await?;
            if ids.is_empty() {
                cursors.pop();
                continue;
            }
            let items = in_order(connection, &ids, self.gained).await?;
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
