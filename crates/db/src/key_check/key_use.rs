//! The keys that the database was used with.

use sqlx::PgConnection;

use crate::secrets::KeyFingerprint;
use crate::{DbError, settings};

/// The data that depend on keys.
pub(crate) struct KeyUse {
    /// Fingerprint of the keys that the database was used with; `None` if no start has stored it yet.
    pub fingerprint: Option<KeyFingerprint>,
    /// Keys that stored data are encrypted with.
    pub sealed: Vec<SealedBy>,
    /// Erasures whose handles are recognized only with the current keys.
    pub erasures: i64,
}

/// The data that one key has encrypted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SealedBy {
    pub key_id: String,
    pub sessions: i64,
    pub proxies: i64,
}

/// Returns the data that depend on keys, in a transaction with the scope of an admin. Concurrent starts of
/// several programs are serialized.
pub(crate) async fn key_use(connection: &mut PgConnection) -> Result<KeyUse, DbError> {
    let fingerprint = sqlx::query_scalar!("SELECT key_fingerprint FROM settings FOR UPDATE")
        .fetch_one(&mut *connection)
        .await?
        .and_then(|bytes| bytes.try_into().ok())
        .map(KeyFingerprint);
    let sealed = sqlx::query_as!(
        SealedBy,
        r#"SELECT key_id AS "key_id!", count(*) FILTER (WHERE is_session) AS "sessions!",
                  count(*) FILTER (WHERE NOT is_session) AS "proxies!"
           FROM (SELECT key_id, true AS is_session FROM sessions
                 UNION ALL SELECT key_id, false FROM proxies) AS sealed
           GROUP BY key_id ORDER BY key_id"#
    )
    .fetch_all(&mut *connection)
    .await?;
    let erasures =
        sqlx::query_scalar!(r#"SELECT count(DISTINCT erasure_id) AS "erasures!" FROM erased_handles"#)
            .fetch_one(connection)
            .await?;
    Ok(KeyUse {
        fingerprint,
        sealed,
        erasures,
    })
}

/// Stores the fingerprint of the keys, in a transaction with the scope of an admin.
pub(crate) async fn save_fingerprint(
    connection: &mut PgConnection,
    fingerprint: KeyFingerprint,
) -> Result<(), DbError> {
    sqlx::query!(
        "UPDATE settings SET key_fingerprint = $1",
        fingerprint.0.as_slice()
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Marks the digest of the admin password, if there is one, as made with lost keys, in a transaction with the scope of an
/// admin.
pub(crate) async fn lose_password_digest(connection: &mut PgConnection) -> Result<(), DbError> {
    if settings::admin_password_digest(connection).await?.is_some() {
        settings::set_admin_password_digest(connection, Some(settings::LOST_DIGEST)).await?;
    }
    Ok(())
}

/// Deletes the data that these keys have encrypted, in a transaction with the scope of an admin.
pub(crate) async fn delete_sealed_by(
    connection: &mut PgConnection,
    key_ids: &[String],
) -> Result<(), DbError> {
    sqlx::query!("DELETE FROM sessions WHERE key_id = ANY ($1)", key_ids)
        .execute(&mut *connection)
        .await?;
    sqlx::query!("DELETE FROM proxies WHERE key_id = ANY ($1)", key_ids)
        .execute(connection)
        .await?;
    Ok(())
}
