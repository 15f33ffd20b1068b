//! The administrator, who looks in when the alert says that sessions run low.

use chrono::TimeDelta;
use clipmeter_api::store::Pools;
use clipmeter_proto::v1::ScrapingCapacity;
use clipmeter_simulator::{Offline, session_hash};

use crate::bridge::Bridge;
use crate::error::SimulationError;
use crate::installation::re_add_sessions;
use crate::plan::Plan;

/// How long it takes at most until somebody does something about an alert.
pub(crate) const COMES_WITHIN: TimeDelta = TimeDelta::hours(1);

/// Whether there is an alert: the condition of `ClipmeterSessionsLow`.
pub(crate) fn is_called(capacity: &ScrapingCapacity) -> bool {
    capacity.usable_sessions < capacity.required_sessions
}

/// Passes the challenges of all sessions in a browser and gives those that were taken out of the pool to it again.
pub(crate) fn reenable_sessions(
    plan: &Plan,
    bridge: &Bridge,
    offline: &Offline,
    pools: &Pools,
) -> Result<(), SimulationError> {
    let values = plan.session_values();
    for value in &values {
        // Most are trusted anyway.
        let _ = offline.restore(&session_hash(value));
    }
    let now = bridge.now();
    bridge.call(re_add_sessions(pools.clone(), now, values))?
}
