//! Erases a handle from the command line, without the HTTP API and without a signed-in user.

use clipmeter_db::audit::{self, Action, Actor};
use clipmeter_db::erasure::{self as erase, Erased, ErasureRequest};
use clipmeter_db::{Access, DbError, Scope, is_lost, retried};
use clipmeter_domain::Username;
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
        let rules = match platform {
            Platform::Tiktok => Username::TIKTOK,
            _ => Username::INSTAGRAM,
        };
        let handle = username.trim_start_matches('@').to_lowercase();
        rules
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
        let erased = erase::erase(&mut transaction, &self.secrets, request, now).await?;
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
