//! The scraper pools of what is about to be read.

use std::collections::HashMap;

use clipmeter_proto::v1::Platform;
use clipmeter_scheduler::Target;

use super::RunStore;
use crate::{DbError, scraper_pools};

impl RunStore {
    /// Returns the pool of each of these accounts and videos; see [`scraper_pools::pools_of`].
    pub async fn pools_of(&self, targets: &[Target]) -> Result<HashMap<Target, Option<String>>, DbError> {
        Ok(scraper_pools::pools_of(&mut *self.pool.begin().await?, targets).await?)
    }

    /// Returns whether runs of the pool, or without a pool, may be opened: the pool exists and its proxy can be
    /// used.
    pub async fn has_egress(&self, pool: Option<&str>, platform: Platform) -> Result<bool, DbError> {
        let Some(pool) = pool else {
            return Ok(true);
        };
        let mut connection = self.pool.begin().await?;
        match scraper_pools::egress_of(&mut connection, &self.secrets, pool, platform).await {
            Ok(_) => Ok(true),
            Err(DbError::ScraperPool(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }
}
