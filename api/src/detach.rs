//! An installation that comes back from a cluster.

use crate::store::{Access, Scope, resources};
use crate::{Api, ApiError};

impl Api {
    /// Has all rows forget the resources that asked for them, who managed those, and what they had suspended; what one of them
    /// said of the platforms is the admins' to change. For where there are none; on a cluster the same resources would adopt the
    /// rows again.
    pub async fn detach_resources(&self) -> Result<(), ApiError> {
        let mut transaction = Scope::Admin.begin(&self.pools.app, Access::Write).await?;
        resources::group::release_everything(&mut transaction).await?;
        resources::platform_config::release(&mut transaction).await?;
        Ok(transaction.commit().await?)
    }
}
