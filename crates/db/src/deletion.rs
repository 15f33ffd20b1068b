//! The first steps of every deletion of accounts and videos.

use sqlx::PgConnection;

/// Timeout of a deleting statement: the data of a large group are millions of rows, and a shorter limit would
/// abort every attempt.
const DELETION_TIMEOUT: &str = "10min";

/// Extends the transaction's timeouts, and locks the open units of the accounts and videos to be deleted,
/// given by `platform_accounts.id` and `tracked_videos.id`.
pub(crate) async fn begin(
    connection: &mut PgConnection,
    accounts: &[i64],
    videos: &[i64],
) -> Result<(), sqlx::Error> {
    extend_timeouts(connection).await?;
    sqlx::query!("SELECT lock_open_units($1, $2)", accounts, videos)
        .fetch_one(connection)
        .await?;
    Ok(())
}

/// Extends the transaction's timeouts for large deletions, and for waits for reports and other deletions that
/// lock the same accounts.
pub(crate) async fn extend_timeouts(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "SELECT set_config('statement_timeout', $1, true)",
        DELETION_TIMEOUT
    )
    .fetch_one(&mut *connection)
    .await?;
    sqlx::query("SELECT set_config('lock_timeout', $1, true)")
        .bind(DELETION_TIMEOUT)
        .execute(connection)
        .await?;
    Ok(())
}
