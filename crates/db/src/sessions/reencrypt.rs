//! Re-encrypts sessions from retired keys to the current one.

use std::sync::Arc;

use sqlx::PgConnection;

use crate::DbError;
use crate::secrets::Secrets;

/// Sessions in one transaction. Runs wait for the sessions being re-encrypted, so it must be short.
const SIZE: i64 = 1_000;

/// The result of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moved {
    /// Sessions that are now encrypted with the current key.
    pub reencrypted: u64,
    /// Sessions that no key can decrypt.
    pub lost: u64,
    /// Id of the last session of the batch; the next batch begins after it.
    pub last_id: i64,
}

/// Re-encrypts the next sessions after `after`, in the ingest role. `None` when there are no more.
pub async fn reencrypt(
    connection: &mut PgConnection,
    secrets: &Arc<Secrets>,
    after: i64,
) -> Result<Option<Moved>, DbError> {
    let rows = sqlx::query_as!(
        SealedRow,
        "SELECT id, key_id, fingerprint, nonce, sealed FROM sessions
         WHERE id > $1 AND key_id <> $2 ORDER BY id LIMIT $3 FOR UPDATE",
        after,
        secrets.sessions.current().id(),
        SIZE
    )
    .fetch_all(&mut *connection)
    .await?;
    let Some(last_id) = rows.last().map(|row| row.id) else {
        return Ok(None);
    };
    let found = rows.len();
    let keys = Arc::clone(secrets);
    let sealed = tokio::task::spawn_blocking(move || reencrypt_rows(&keys, &rows))
        .await
        .map_err(|_| DbError::Seal)??;
    let reencrypted = sqlx::query!(
        // The next response brings a new claim.
        "UPDATE sessions s SET key_id = $1, nonce = n.nonce, sealed = n.sealed, claim = NULL
         FROM unnest($2::bigint[], $3::bytea[], $4::bytea[]) AS n (id, nonce, sealed)
         WHERE s.id = n.id",
        secrets.sessions.current().id(),
        &sealed.ids,
        &sealed.nonces,
        &sealed.values
    )
    .execute(connection)
    .await?
    .rows_affected();
    Ok(Some(Moved {
        reencrypted,
        lost: (found - sealed.ids.len()) as u64,
        last_id,
    }))
}

struct SealedRow {
    id: i64,
    key_id: String,
    fingerprint: Vec<u8>,
    nonce: Vec<u8>,
    sealed: Vec<u8>,
}

#[derive(Default)]
struct Columns {
    ids: Vec<i64>,
    nonces: Vec<Vec<u8>>,
    values: Vec<Vec<u8>>,
}

fn reencrypt_rows(secrets: &Secrets, rows: &[SealedRow]) -> Result<Columns, DbError> {
    let mut columns = Columns::default();
    for row in rows {
        let Ok(value) = secrets.open(&row.key_id, &row.fingerprint, &row.nonce, &row.sealed) else {
            continue;
        };
        let session = secrets.seal(&value)?;
        columns.ids.push(row.id);
        columns.nonces.push(session.nonce.to_vec());
        columns.values.push(session.sealed);
    }
    Ok(columns)
}
