//! Daily series, from the daily sums that ingestion maintains for each account and single video.

mod changes;
mod costs;
mod dense;
mod zone;

use std::collections::HashMap;

use chrono::NaiveDate;
use sqlx::{PgConnection, Postgres, Transaction};

use crate::{Pool, deletion};

pub use changes::{Counts, DayChange, DayChanges, Sums, account_totals, of_account, of_everything, of_scope};
pub use costs::{count_costs, delete_old_costs};
pub use dense::{Day, first_day, series};
pub use zone::{recount, today};

/// Begins a transaction that may take as long as a deletion: accounts have any number of measurements.
async fn begin(pool: &Pool) -> Result<Transaction<'static, Postgres>, sqlx::Error> {
    let mut transaction = pool.begin().await?;
    deletion::extend_timeouts(&mut transaction).await?;
    Ok(transaction)
}

/// Returns the views that these platform accounts gained from the first to the last day; accounts without a measurement on these days
/// are absent.
pub async fn gained_views(
    connection: &mut PgConnection,
    accounts: &[i64],
    [first, last]: [NaiveDate; 2],
) -> Result<HashMap<i64, i64>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT account_id, sum(gained_views)::bigint AS "gained!" FROM account_days
           WHERE account_id = ANY ($1) AND day BETWEEN $2 AND $3 GROUP BY account_id"#,
        accounts,
        first,
        last
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.account_id, row.gained)).collect())
}
