//! Reads the pool.

use std::fmt;

use secrecy::SecretString;
use sqlx::PgConnection;

use crate::DbError;
use crate::secrets::Secrets;

/// Distinguishes a list of sessions from every earlier or later one of this installation: ids only rise and
/// are never reused, so a list with the same length and the same last id is the same list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListTag {
    /// Sessions in the pool.
    pub total: i64,
    last_id: i64,
}

impl fmt::Display for ListTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.total, self.last_id)
    }
}

/// Returns the tag of the current list, in a transaction with the scope of an admin. Read it before a page:
/// the page may then be newer than its tag, which makes a later comparison fail, but never older, which would
/// let it pass wrongly.
pub async fn tag(connection: &mut PgConnection) -> Result<ListTag, DbError> {
    let row =
        sqlx::query!(r#"SELECT count(*) AS "total!", coalesce(max(id), 0) AS "last_id!" FROM sessions"#)
            .fetch_one(connection)
            .await?;
    Ok(ListTag {
        total: row.total,
        last_id: row.last_id,
    })
}

/// Returns the values of a page, in a transaction with the scope of an admin; nothing else is decrypted.
/// `None` for a session whose key the installation no longer has.
pub async fn page(
    connection: &mut PgConnection,
    secrets: &Secrets,
    skip: i64,
    take: i64,
) -> Result<Vec<Option<SecretString>>, DbError> {
    let rows = sqlx::query!(
        "SELECT key_id, fingerprint, nonce, sealed FROM sessions ORDER BY id OFFSET $1 LIMIT $2",
        skip,
        take
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .iter()
        .map(|row| {
            secrets
                .open(&row.key_id, &row.fingerprint, &row.nonce, &row.sealed)
                .ok()
        })
        .collect())
}
