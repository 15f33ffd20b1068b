//! Extends the lease while the platforms are slow.

use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use super::api_backoff::with_backoff;
use super::{Api, Lease};
use crate::error::ScraperError;

/// Heartbeats per lease: two may be lost before the lease is.
const BEATS_PER_LEASE: u32 = 3;
/// The shortest interval between heartbeats, however short the lease is.
const MIN_BEAT: Duration = Duration::from_millis(200);

/// Extends the lease until `finished`. A canceled run cancels `stop`.
pub(crate) async fn beat(
    api: Api,
    lease: Lease,
    stop: CancellationToken,
    finished: CancellationToken,
) -> Result<(), ScraperError> {
    let mut ticks = interval((lease.length / BEATS_PER_LEASE).max(MIN_BEAT));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks.tick().await; // The first tick is immediate, and the lease is fresh.
    let beating = async {
        loop {
            ticks.tick().await;
            let cancelled = with_backoff(|| api.heartbeat(&lease)).await?;
            if cancelled && !stop.is_cancelled() {
                tracing::info!("the run was cancelled");
                stop.cancel();
            }
        }
    };
    finished.run_until_cancelled(beating).await.unwrap_or(Ok(()))
}
