//! What every deletion of accounts and videos begins with.

use sqlx::PgConnection;

/// How long one statement may delete: the facts of a big group are millions of rows, and a limit that ends it would end
/// it every time.
const LONGEST_DELETION: &str = "10min";

/// Lets the transaction delete as much as there is, and locks the open units of the accounts and videos that are to go,
/// given by `platform_accounts.id` and `tracked_videos.id`.
pub(super) async fn begin(
    connection: &mut PgConnection,
    accounts: &[i64],
    videos: &[i64],
) -> Result<(), sqlx::Error> {
    take_time(connection).await?;
    sqlx::query!("SELECT lock_open_units($1, $2)", accounts, videos)
        .fetch_one(connection)
        .await?;
    Ok(())
}

/// Lets the transaction delete as much as there is, and wait for reports and other deletions that lock the same accounts.
pub(super) async fn take_time(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "SELECT set_config('statement_timeout', $1, true)",
        LONGEST_DELETION
    )
    .fetch_one(&mut *connection)
    .await?;
    sqlx::query("SELECT set_config('lock_timeout', $1, true)")
        .bind(LONGEST_DELETION)
        .execute(connection)
        .await?;
    Ok(())
}
