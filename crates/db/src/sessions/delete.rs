//! Deletes sessions from the pool. A run that has leased a deleted one continues with its copy; its reports
//! about the session have no effect.

use sqlx::PgConnection;

use super::{ListTag, lock, tag};
use crate::DbError;

/// The result of deleting by position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deletion {
    /// The session was deleted.
    Deleted {
        /// Number of remaining sessions.
        total: i64,
    },
    /// The position is past the end of the list.
    OutOfRange,
    /// The list has changed since it was read.
    ListChanged,
}

/// Deletes the session at a position of the list, counted from 0, in a transaction with the scope of an
/// admin. `expected` checks that the list is still the one with this position; otherwise nothing is deleted.
pub async fn delete_at(
    connection: &mut PgConnection,
    position: i64,
    expected: impl FnOnce(ListTag) -> bool,
) -> Result<Deletion, DbError> {
    lock(connection).await?;
    let list = tag(connection).await?;
    if !expected(list) {
        return Ok(Deletion::ListChanged);
    }
    let deleted = sqlx::query!(
        "DELETE FROM sessions WHERE id = (SELECT id FROM sessions ORDER BY id OFFSET $1 LIMIT 1)",
        position
    )
    .execute(connection)
    .await?
    .rows_affected();
    Ok(match deleted {
        0 => Deletion::OutOfRange,
        _ => Deletion::Deleted {
            total: list.total - 1,
        },
    })
}

/// Deletes all sessions, in a transaction with the scope of an admin, and returns how many there were.
/// `expected` checks the list; `None` if it has changed, and nothing is deleted.
pub async fn delete_all(
    connection: &mut PgConnection,
    expected: impl FnOnce(ListTag) -> bool,
) -> Result<Option<u64>, DbError> {
    lock(connection).await?;
    if !expected(tag(connection).await?) {
        return Ok(None);
    }
    let deleted = sqlx::query!("DELETE FROM sessions").execute(connection).await?;
    Ok(Some(deleted.rows_affected()))
}
