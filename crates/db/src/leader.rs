//! Rejects the writes of an operator that no longer leads.

use clipmeter_proto::LeaderTerm;
use sqlx::PgConnection;

use crate::DbError;

/// What [`fence`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fenced {
    /// No later term can write before this transaction ends.
    Checked,
    /// The same, and the term was recorded: commit, so that it stays recorded regardless of the call's result, and begin again.
    Recorded,
}

/// Fails with [`DbError::Deposed`] if a later term has called. `None` does not check: the only control plane of standalone mode has no
/// terms.
pub async fn fence(connection: &mut PgConnection, term: Option<LeaderTerm>) -> Result<Fenced, DbError> {
    let Some(term) = term else {
        return Ok(Fenced::Checked);
    };
    // Recorded first, and only if it is new: locking the row before would deadlock with another call of the same term.
    let recorded = sqlx::query!(
        "INSERT INTO leader_term (lease_created, version)
         SELECT $1, $2 WHERE NOT EXISTS (SELECT FROM leader_term t WHERE (t.lease_created, t.version) >= ($1, $2))
         ON CONFLICT (only_row) DO UPDATE SET lease_created = excluded.lease_created, version = excluded.version
         WHERE (leader_term.lease_created, leader_term.version) < (excluded.lease_created, excluded.version)",
        term.lease_created,
        term.version
    )
    .execute(&mut *connection)
    .await?
    .rows_affected();
    let latest = sqlx::query!("SELECT lease_created, version FROM leader_term FOR SHARE")
        .fetch_one(connection)
        .await?;
    let latest = LeaderTerm {
        lease_created: latest.lease_created,
        version: latest.version,
    };
    if latest > term {
        return Err(DbError::Deposed);
    }
    Ok(if recorded > 0 {
        Fenced::Recorded
    } else {
        Fenced::Checked
    })
}
