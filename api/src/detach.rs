//! Detaches rows from Kubernetes resources when an installation leaves a cluster.

use clipmeter_db::tracking::resources;
use clipmeter_db::{Access, Scope};

use crate::{Api, ApiError};

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
