//! The simulated administrator, who responds to the alert about a lack of sessions.

use chrono::TimeDelta;
use clipmeter_db::Pools;
use clipmeter_proto::v1::ScrapingCapacity;
use clipmeter_simulator::{Offline, session_hash};

use crate::bridge::Bridge;
use crate::error::SimulationError;
use crate::installation::re_add_sessions;
use crate::plan::Plan;

/// The maximum delay between an alert and the administrator's response.
pub(crate) const COMES_WITHIN: TimeDelta = TimeDelta::hours(1);

/// Whether there is an alert: the condition of `ClipmeterSessionsLow`.
pub(crate) fn is_called(capacity: &ScrapingCapacity) -> bool {
    capacity.usable_sessions < capacity.required_sessions
}

/// Solves the challenges of all sessions in a browser and re-enables the sessions that were taken out of the pool.
pub(crate) fn reenable_sessions(
    plan: &Plan,
    bridge: &Bridge,
    offline: &Offline,
    pools: &Pools,
) -> Result<(), SimulationError> {
    let values = plan.session_values();
    for value in &values {
        // Most sessions are trusted anyway.
        let _ = offline.restore(&session_hash(value));
    }
    let now = bridge.now();
    bridge.call(re_add_sessions(pools.clone(), now, values))?
}
