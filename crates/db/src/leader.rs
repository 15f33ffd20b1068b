//! Rejects the writes of an operator that no longer leads.

use clipmeter_proto::LeaderTerm;
use sqlx::{PgConnection, Postgres, Transaction};

use crate::DbError;

/// Begins a transaction in which no later leader can write before it ends. Fails with [`DbError::Deposed`] if one has called already.
/// `None` does not check: the only control plane of standalone mode has no terms. `begin` may be called several times.
pub async fn begin_as_leader<F>(
    term: Option<LeaderTerm>,
    begin: impl Fn() -> F,
) -> Result<Transaction<'static, Postgres>, DbError>
where
    F: Future<Output = Result<Transaction<'static, Postgres>, sqlx::Error>>,
{
    let mut transaction = begin().await?;
    let Some(term) = term else {
        return Ok(transaction);
    };
    let mut latest = lock_latest(&mut transaction).await?;
    if latest.is_none_or(|latest| latest < term) {
        // Without the shared lock, which another call of the same term may hold too: both would wait for each other. In a transaction
        // of its own, so that the term stays recorded regardless of the call's result.
        transaction.rollback().await?;
        transaction = begin().await?;
        record(&mut transaction, term).await?;
        transaction.commit().await?;
        transaction = begin().await?;
        latest = lock_latest(&mut transaction).await?;
    }
    if latest > Some(term) {
        return Err(DbError::Deposed);
    }
    Ok(transaction)
}

/// Returns the latest term, which cannot change before the transaction ends.
async fn lock_latest(connection: &mut PgConnection) -> Result<Option<LeaderTerm>, sqlx::Error> {
    sqlx::query_as!(
        LeaderTerm,
        "SELECT lease_created, version FROM leader_term FOR SHARE"
    )
    .fetch_optional(connection)
    .await
}

async fn record(connection: &mut PgConnection, term: LeaderTerm) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO leader_term (lease_created, version) VALUES ($1, $2)
         ON CONFLICT (only_row) DO UPDATE SET lease_created = excluded.lease_created, version = excluded.version
         WHERE (leader_term.lease_created, leader_term.version) < (excluded.lease_created, excluded.version)",
        term.lease_created,
        term.version
    )
    .execute(connection)
    .await?;
    Ok(())
}
