//! Costs of the stored days, counted after a cost was changed or an account was added. ADR 0062.

use sqlx::PgConnection;

use super::begin;
use crate::Pool;

/// Accounts counted in one transaction: their reports wait meanwhile.
const AT_ONCE: usize = 5;
/// Accounts read at once of those that are left.
const PAGE: i32 = 500;
/// Rows of costs, and of increases, deleted in one transaction.
const DELETED_AT_ONCE: i32 = 10_000;

/// Counts the days of accounts by the costs that have come to apply to them, a few accounts in a transaction. Skips accounts that are
/// locked. Returns the number of counted accounts, or the first error after all others were counted.
pub async fn count_costs(pool: &Pool) -> Result<u32, sqlx::Error> {
    let (mut counted, mut error) = (0, None);
    loop {
        let accounts = sqlx::query_scalar!(r#"SELECT uncounted_accounts($1) AS "accounts!""#, PAGE)
            .fetch_one(pool.statement())
            .await?;
        let before = counted;
        for accounts in accounts.chunks(AT_ONCE) {
            match count_some(pool, accounts).await {
                Ok(accounts) => counted += accounts.unsigned_abs(),
                Err(found) => error = error.or(Some(found)),
            }
        }
        if counted == before || error.is_some() {
            return error.map_or(Ok(counted), Err);
        }
    }
}

async fn count_some(pool: &Pool, accounts: &[i64]) -> Result<i32, sqlx::Error> {
    let mut transaction = begin(pool).await?;
    let counted = sqlx::query_scalar!(r#"SELECT count_costs($1) AS "n!""#, accounts)
        .fetch_one(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(counted)
}

/// Deletes some costs of days whose measurements were deleted; returns whether there were any.
pub async fn delete_old_costs(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    let deleted = sqlx::query_scalar!(r#"SELECT delete_old_day_costs($1) AS "n!""#, DELETED_AT_ONCE)
        .fetch_one(connection)
        .await?;
    Ok(deleted > 0)
}
