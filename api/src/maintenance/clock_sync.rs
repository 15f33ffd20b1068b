//! Follows the machine's clock when it is set forward or back, after moving all stored times that are
//! measured by it.

use std::time::Duration;

use chrono::TimeDelta;
use clipmeter_db::clock_steps::{self, StepObserver};
use clipmeter_runtime::Clock as _;
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use crate::{Api, ApiError};

/// Between two checks of the clock. Until the next check the program uses the old setting.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Checks after a step that also search for times of the old setting: requests in progress at the step have
/// ended by then.
const REPAIRS: u32 = 30;

/// The result of a check of the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockSync {
    /// The clock was not set.
    Unchanged,
    /// The clock was set forward or back by this much, and is followed.
    Followed(TimeDelta),
    /// The clock was set but the database's was not; the program uses the database's time.
    Diverged(TimeDelta),
}

impl Api {
    /// Checks the clock every second until `stop`. A check that fails is retried a second later; until then
    /// the old setting is used.
    pub async fn sync_clock(self, stop: CancellationToken) {
        let mut ticks = interval(POLL_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut was_logged = false;
        let mut repairs = 0;
        while stop.run_until_cancelled(ticks.tick()).await.is_some() {
            if repairs > 0 {
                repairs -= 1;
                match stop.run_until_cancelled(self.repair_times()).await {
                    None => return,
                    Some(Ok(())) => {}
                    Some(Err(error)) => {
                        tracing::warn!(%error, "cannot move stored times that are in the future because the clock was ahead");
                    }
                }
            }
            let sync = stop.run_until_cancelled(self.sync_clock_once()).await;
            let is_logged = match sync {
                None => return,
                Some(Ok(ClockSync::Unchanged)) => false,
                Some(Ok(ClockSync::Followed(by))) => {
                    repairs = REPAIRS;
                    tracing::warn!(
                        seconds = by.num_seconds(),
                        "the clock was changed; moved leases, cooldowns and schedules with it"
                    );
                    false
                }
                Some(Ok(ClockSync::Diverged(by))) => {
                    if !was_logged {
                        tracing::error!(
                            seconds = by.num_seconds(),
                            "the clock of this machine differs from that of the database, which is used; correct this machine's clock"
                        );
                    }
                    true
                }
                Some(Err(error)) => {
                    if !was_logged {
                        tracing::warn!(%error, "the clock was changed, but stored times cannot be moved yet; retrying");
                    }
                    true
                }
            };
            was_logged = is_logged;
        }
    }

    /// Checks the clock once, and follows it if it was set.
    pub async fn sync_clock_once(&self) -> Result<ClockSync, ApiError> {
        let Some(step) = self.steady.step() else {
            return Ok(ClockSync::Unchanged);
        };
        // Moving the times needs disk space; until there is some, the old setting remains in use.
        if self.storage.is_full() {
            return Ok(ClockSync::Unchanged);
        }
        if self.shares_database {
            let database = clock_steps::database_time(&self.pools.ingest).await?;
            if (database - step.after).abs() > (database - step.before).abs() {
                return Ok(ClockSync::Diverged(step.by()));
            }
            // Only this machine's clock was behind: other machines have already written times up to its new
            // time.
            let newest = clock_steps::newest(&self.pools.ingest).await?;
            if newest.is_some_and(|newest| newest > step.before + clock_steps::MACHINES_DIFFER) {
                self.steady.follow();
                return Ok(ClockSync::Unchanged);
            }
        }
        let seen_by = if self.shares_database {
            StepObserver::Several
        } else {
            StepObserver::One
        };
        let mut until_then = None;
        let followed = || until_then = Some(self.steady.follow());
        if let Err(error) = clock_steps::follow(&self.pools.ingest, step, seen_by, followed).await {
            if let Some(anchor) = until_then {
                self.steady.resume(anchor);
            }
            return Err(error.into());
        }
        Ok(ClockSync::Followed(step.by()))
    }

    /// Corrects for a clock that was set while no program was running.
    pub(crate) async fn begin_time(&self) -> Result<(), ApiError> {
        if self.shares_database {
            let database = clock_steps::database_time(&self.pools.ingest).await?;
            let ours = self.steady.now();
            if (database - ours).abs() > clock_steps::MACHINES_DIFFER {
                tracing::error!(%database, %ours, "the clock of this machine differs from that of the database, which is used; correct this machine's clock");
                self.steady.set_to(database);
            }
        }
        self.repair_times().await
    }

    /// Moves times that were written by a clock that has since been set back: before the start, or by a
    /// statement in progress when the clock was set.
    async fn repair_times(&self) -> Result<(), ApiError> {
        if self.storage.is_full() {
            return Ok(());
        }
        if let Some(step) = clock_steps::unseen(&self.pools.ingest, self.steady.now()).await? {
            tracing::warn!(
                seconds = step.by().num_seconds(),
                "moved leases, cooldowns and schedules that were in the future because the clock was ahead"
            );
            clock_steps::follow(&self.pools.ingest, step, StepObserver::None, || ()).await?;
        }
        Ok(())
    }
}
