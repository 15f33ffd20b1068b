//! The second half of a key rotation: re-encrypts stored sessions and proxies with the current key.

use clipmeter_db::sessions::{self, proxies};

use crate::{Api, ApiError};

/// The result of re-encrypting sessions and proxies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReencryptResult {
    /// Sessions and proxies that were re-encrypted.
    pub moved: u64,
    /// Sessions and proxies that no key can decrypt. They are unusable, and remain until they are deleted.
    pub lost: u64,
}

impl Api {
    /// Re-encrypts every session and proxy that was encrypted with a retired key. Each batch is its own
    /// transaction: after an interruption the next call continues with the rest, and both keys are needed
    /// until a call completes. Runs and requests continue meanwhile.
    pub async fn reencrypt_sessions(&self) -> Result<ReencryptResult, ApiError> {
        let mut transaction = self.pools.ingest.begin().await?;
        let (moved, lost) = proxies::reencrypt(&mut transaction, &self.secrets).await?;
        transaction.commit().await?;
        let mut total = ReencryptResult { moved, lost };
        let mut after = 0;
        loop {
            let mut transaction = self.pools.ingest.begin().await?;
            let Some(batch) = sessions::reencrypt(&mut transaction, &self.secrets, after).await? else {
                return Ok(total);
            };
            transaction.commit().await?;
            total.moved += batch.reencrypted;
            total.lost += batch.lost;
            after = batch.last_id;
        }
    }
}
