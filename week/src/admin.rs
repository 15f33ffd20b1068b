//! The administrator, who looks in twice a day.

use std::time::Duration;

use clipmeter_api::store::Pools;
use clipmeter_simulator::{Offline, session_hash};

use crate::bridge::Bridge;
use crate::error::WeekError;
use crate::installation::give_again;
use crate::plan::Plan;

/// How often.
pub(crate) const LOOKS_IN_EVERY: Duration = Duration::from_hours(12);

/// Passes the challenges of all sessions in a browser and gives those that were taken out of the pool to it again.
pub(crate) fn revive(
    plan: &Plan,
    bridge: &Bridge,
    offline: &Offline,
    pools: &Pools,
) -> Result<(), WeekError> {
    let values = plan.session_values();
    for value in &values {
        // Most are trusted anyway.
        let _ = offline.revive(&session_hash(value));
    }
    let now = bridge.now();
    bridge.call(give_again(pools.clone(), now, values))?
}
