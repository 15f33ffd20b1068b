//! A whole list, read in portions.

use std::vec;

use chrono::NaiveDate;
use sqlx::{AssertSqlSafe, PgConnection};

use super::{GAINED, ListError, Listing, by_gain, in_order, patterns};
use crate::content::{self, ContentItem};

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
    /// The ids of a list sorted by gained views.
    Ids(vec::IntoIter<i64>),
}

impl ContentRows {
    /// Opens a list in a transaction with one snapshot.
    pub async fn open(connection: &mut PgConnection, listing: &Listing) -> Result<Self, ListError> {
        wait_for_reader(connection).await?;
        let gained = listing.gained;
        if listing.sort == GAINED {
            let rest = Rest::Ids(by_gain(connection, listing).await?.into_iter());
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
        loop {
            let ids = self.rest.next(connection, take).await?;
            if ids.is_empty() {
                return Ok(Vec::new());
            }
            let mut items = in_order(connection, &ids).await?;
            if let Some(period) = self.gained {
                content::add_gains(connection, &mut items, period).await?;
            }
            content::add_groups(connection, &mut items).await?;
            // Items may have been deleted since.
            if !items.is_empty() {
                return Ok(items);
            }
        }
    }
}

impl Rest {
    /// Returns the next ids, at most `take`; empty at the end.
    async fn next(&mut self, connection: &mut PgConnection, take: u16) -> Result<Vec<i64>, sqlx::Error> {
        let cursors = match self {
            Self::Ids(ids) => return Ok(ids.take(take.into()).collect()),
            Self::Cursors(cursors) => cursors,
        };
        while let Some(cursor) = cursors.last() {
            // Safe: the server generated the name, without quotes.
            let fetch = AssertSqlSafe(format!("FETCH FORWARD {take} FROM \"{cursor}\""));
            let ids: Vec<i64> = sqlx::query_scalar(fetch)
                .persistent(false)
                .fetch_all(&mut *connection)
                .await?;
            if !ids.is_empty() {
                return Ok(ids);
            }
            cursors.pop();
        }
        Ok(Vec::new())
    }
}

/// Lets a transaction wait for a slow reader of an export.
pub async fn wait_for_reader(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query(WAIT_FOR_READER).execute(connection).await?;
    Ok(())
}
