//! Taking sessions out of the pool. A run that has leased one goes on with what it knows; its reports about the session
//! find nothing and change nothing.

use sqlx::PgConnection;

use super::{ListTag, lock, tag};
use crate::ApiError;

/// What became of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deletion {
    /// The session is gone.
    Deleted {
        /// Sessions that are left.
        total: i64,
    },
    /// The list is shorter.
    OutOfRange,
    /// The list is not the one that was expected.
    ListChanged,
}

/// Deletes the session at a position of the list, counted from 0, in a transaction with the scope of an admin.
/// `expected` judges the list that the position is of; nothing is deleted when it is another.
pub async fn delete_at(
    connection: &mut PgConnection,
    position: i64,
    expected: impl FnOnce(ListTag) -> bool,
) -> Result<Deletion, ApiError> {
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

/// Deletes every session, in a transaction with the scope of an admin, and returns how many there were. `expected` judges the
/// list; None: it is another, and nothing is deleted.
pub async fn delete_all(
    connection: &mut PgConnection,
    expected: impl FnOnce(ListTag) -> bool,
) -> Result<Option<u64>, ApiError> {
    lock(connection).await?;
    if !expected(tag(connection).await?) {
        return Ok(None);
    }
    let deleted = sqlx::query!("DELETE FROM sessions").execute(connection).await?;
    Ok(Some(deleted.rows_affected()))
}
