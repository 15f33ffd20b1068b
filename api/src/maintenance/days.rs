//! Recounts the stored days after the time zone or a cost was changed.

use std::time::Duration;

use clipmeter_db::stats::days;
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use crate::{Api, ApiError};

/// Between two checks of the time zone.
const ZONE_INTERVAL: Duration = Duration::from_secs(5);
/// Between two checks of the costs, which compare those of all accounts: 50 ms for 10,000.
const COSTS_INTERVAL: Duration = Duration::from_secs(30);

impl Api {
    /// Recounts the days after each change of the time zone or a cost until `stop`. A recount that fails goes on at the next check.
    pub(crate) async fn recount_days(&self, stop: &CancellationToken) {
        let [mut zone, mut costs] = [ZONE_INTERVAL, COSTS_INTERVAL].map(interval);
        for checks in [&mut zone, &mut costs] {
            checks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        }
        loop {
            let check = async {
                tokio::select! {
                    _ = zone.tick() => self.recount_in_zone().await,
                    _ = costs.tick() => self.count_costs().await,
                }
            };
            match stop.run_until_cancelled(check).await {
                Some(Ok(_)) => {}
                Some(Err(error)) => {
                    tracing::warn!(%error, "cannot recount the stored days; retrying in seconds");
                }
                None => return,
            }
        }
    }

    /// Recounts all days if the time zone was changed, and the days of accounts whose costs were changed. Returns whether there were any.
    pub async fn recount_days_once(&self) -> Result<bool, ApiError> {
        let in_new_zone = self.recount_in_zone().await?;
        Ok(self.count_costs().await? || in_new_zone)
    }

    async fn recount_in_zone(&self) -> Result<bool, ApiError> {
        let has_changed = !self.storage.is_full() && days::recount(&self.pools.maintenance).await?;
        if has_changed {
            tracing::info!("recounted all days in the new time zone");
        }
        Ok(has_changed)
    }

    async fn count_costs(&self) -> Result<bool, ApiError> {
        if self.storage.is_full() {
            return Ok(false);
        }
        let accounts = days::count_costs(&self.pools.maintenance).await?;
        if accounts > 0 {
            tracing::info!(accounts, "counted the days of accounts by their new costs");
        }
        Ok(accounts > 0)
    }
}
