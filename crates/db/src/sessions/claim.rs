//! The claim from a session's last response, which a browser would send with the next request.

use sqlx::PgConnection;

use crate::DbError;
use crate::secrets::Secrets;

/// Maximum length of a stored claim: claims have about 60 characters, and a header may have no more than
/// this.
const MAX_CLAIM: usize = 1_000;

/// Stores the claim, encrypted with the key of the session: together they are enough to impersonate its
/// browser.
pub(super) async fn save(
    connection: &mut PgConnection,
    secrets: &Secrets,
    session: i64,
    claim: &str,
) -> Result<(), DbError> {
    let is_header = claim.len() <= MAX_CLAIM && claim.bytes().all(|byte| matches!(byte, b'!'..=b'~'));
    if !is_header {
        return Err(DbError::invalid(format!(
            "claim is a header's value of {MAX_CLAIM} characters at most"
        )));
    }
    let row = sqlx::query!(
        "SELECT key_id, fingerprint FROM sessions WHERE id = $1 FOR UPDATE",
        session
    )
    .fetch_optional(&mut *connection)
    .await?;
    let Some(row) = row else { return Ok(()) };
    let sealed = secrets.seal_claim(&row.key_id, &row.fingerprint, claim)?;
    sqlx::query!("UPDATE sessions SET claim = $2 WHERE id = $1", session, sealed)
        .execute(connection)
        .await?;
    Ok(())
}
