//! The second half of changing the key of sessions: moving to it what the one before has sealed.

use crate::store::{proxies, sessions};
use crate::{Api, ApiError};

/// What moving the pool to the current key did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReencryptResult {
    /// Sessions and proxies that were moved.
    pub moved: u64,
    /// Those that none of the keys opens: they are of no use, and stay until they are deleted.
    pub lost: u64,
}

impl Api {
    /// Encrypts every session and proxy that a retired key has sealed with the current one. It goes in batches, each for itself: when
    /// it is broken off, the next call goes on with what is left, and both keys are needed until one has ended. Runs
    /// and requests go on meanwhile.
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
