//! Recounts the stored days after the time zone was changed.

use std::time::Duration;

use clipmeter_db::stats::days;
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use crate::{Api, ApiError};

/// Between two checks of the time zone.
const INTERVAL: Duration = Duration::from_secs(5);

impl Api {
    /// Recounts the days after each change of the time zone until `stop`. A recount that fails goes on at the next check.
    pub(crate) async fn recount_days(&self, stop: &CancellationToken) {
        let mut checks = interval(INTERVAL);
        checks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while stop.run_until_cancelled(checks.tick()).await.is_some() {
            match stop.run_until_cancelled(self.recount_days_once()).await {
                Some(Ok(false)) => {}
                Some(Ok(true)) => tracing::info!("recounted all days in the new time zone"),
                Some(Err(error)) => {
                    tracing::warn!(%error, "cannot recount the days in the new time zone; retrying in seconds");
                }
                None => return,
            }
        }
    }

    /// Recounts all days if the time zone was changed; returns whether it was.
    pub async fn recount_days_once(&self) -> Result<bool, ApiError> {
        if self.storage.is_full() {
            return Ok(false);
        }
        Ok(days::recount(&self.pools.maintenance).await?)
    }
}
