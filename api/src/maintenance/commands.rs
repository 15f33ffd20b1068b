//! Operations of the command line: erasing a handle, re-encryption, and detaching from a cluster.

use clipmeter_db::audit::{self, Action, Actor};
use clipmeter_db::erasure::{self, Erased, ErasureRequest};
use clipmeter_db::sessions::{self, proxies};
use clipmeter_db::tracking::resources;
use clipmeter_db::{Access, DbError, Scope, is_lost, retried};
use clipmeter_proto::v1::Platform;

use crate::{Api, ApiError};

/// The actor in the audit log.
const COMMAND_LINE: Actor<'static> = Actor {
    user_id: None,
    username: "",
    address: "",
};

impl Api {
    /// Erases every account that has or had the name, with all data collected about it, and blocks it from
    /// being collected again. Does not check whether a cluster's resources still track it.
    pub async fn erase_handle(&self, platform: Platform, username: &str) -> Result<Erased, ApiError> {
        let handle = username.trim_start_matches('@').to_lowercase();
        platform
            .usernames()
            .check(&handle)
            .map_err(|bad| DbError::invalid(bad.to_string()))?;
        retried(
            |error| matches!(error, ApiError::Db(DbError::Database(error)) if is_lost(error)),
            || self.erase_once(platform, &handle),
        )
        .await
    }

    async fn erase_once(&self, platform: Platform, username: &str) -> Result<Erased, ApiError> {
        let now = self.clock.now();
        let request = ErasureRequest {
            platform,
            username,
            erased_by: "",
        };
        let mut transaction = Scope::Admin.begin(&self.pools.app, Access::Write).await?;
        let erased = erasure::erase(&mut transaction, &self.secrets, request, now).await?;
        let details = erased.details(platform);
        audit::record(
            &mut transaction,
            now,
            COMMAND_LINE,
            Action::HandleErase,
            None,
            details,
        )
        .await?;
        transaction.commit().await?;
        Ok(erased)
    }
}

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

impl Api {
    /// Clears the resource reference, the manager and the suspension of every row, and returns the platform
    /// configuration that a resource managed to the admins. Only for use without a cluster: on a cluster the
    /// same resources would adopt the rows again.
    pub async fn detach_resources(&self) -> Result<(), ApiError> {
        let mut transaction = Scope::Admin.begin(&self.pools.app, Access::Write).await?;
        resources::group::release_everything(&mut transaction).await?;
        resources::platform_config::release(&mut transaction).await?;
        Ok(transaction.commit().await?)
    }
}
