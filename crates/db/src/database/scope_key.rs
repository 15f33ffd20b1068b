//! Signs the scope of transactions, so that a statement cannot choose another one. ADR 0035.

use std::fmt;

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions as _, PgConnection};

use crate::secrets::hex;

/// HMAC-SHA-256 pads its key to the hash's block (RFC 2104).
const BLOCK: usize = 64;
const INNER_PAD: u8 = 0x36;
const OUTER_PAD: u8 = 0x5c;

/// The key that signs scopes. It is derived from the password of the role that they apply to, which no
/// statement can read.
pub(crate) struct ScopeKey([u8; 32]);

impl fmt::Debug for ScopeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ScopeKey")
    }
}

impl ScopeKey {
    /// Returns the key for connections with these options; `None` if they have no password.
    pub(crate) fn of(options: &PgConnectOptions) -> Option<Self> {
        // The URL is the only way to read the password. The host is replaced, because some hosts cannot be
        // written in a URL.
        let url = options.clone().host("localhost").to_url_lossy();
        hmac(url.password()?.as_bytes(), b"clipmeter/scope/1").map(Self)
    }

    /// Returns the scope with its signature.
    pub(crate) fn sign(&self, scope: &str) -> Option<String> {
        let signature = hmac(&self.0, scope.as_bytes())?;
        Some(format!("{scope} {}", hex(&signature)))
    }

    /// Stores the key in the database, as the schema's owner. The previous key stays, for replicas that still
    /// use it.
    pub(crate) async fn store(&self, owner: &mut PgConnection) -> Result<(), sqlx::Error> {
        let (inner, outer) = (self.padded(INNER_PAD), self.padded(OUTER_PAD));
        sqlx::query(
            "INSERT INTO scope_keys (inner_pad, outer_pad) VALUES ($1, $2)
             ON CONFLICT (outer_pad) DO UPDATE SET used_at = now()",
        )
        .bind(&inner[..])
        .bind(&outer[..])
        .execute(&mut *owner)
        .await?;
        sqlx::query(
            "DELETE FROM scope_keys WHERE outer_pad <> $1 AND outer_pad <>
                 (SELECT k.outer_pad FROM scope_keys k WHERE k.outer_pad <> $1 ORDER BY k.used_at DESC LIMIT 1)",
        )
        .bind(&outer[..])
        .execute(owner)
        .await?;
        Ok(())
    }

    fn padded(&self, pad: u8) -> [u8; BLOCK] {
        let mut block = [pad; BLOCK];
        for (padded, key) in block.iter_mut().zip(self.0) {
            *padded ^= key;
        }
        block
    }
}

fn hmac(key: &[u8], text: &[u8]) -> Option<[u8; 32]> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).ok()?;
    mac.update(text);
    Some(mac.finalize().into_bytes().into())
}
