//! The simulated administrator, who responds to the alert about a lack of sessions.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_db::{Access, Pools, Scope, sessions};
use clipmeter_proto::v1::ScrapingCapacity;
use clipmeter_simulator::{Offline, session_hash};

use crate::bridge::Bridge;
use crate::error::SimulationError;
use crate::installation::secrets;
use crate::plan::Plan;

/// The maximum delay between an alert and the administrator's response.
pub(crate) const RESPONSE_TIME: TimeDelta = TimeDelta::hours(1);

/// Returns whether there is an alert: the condition of `ClipmeterSessionsLow`, also for the scraper pool.
pub(crate) fn is_alerted(capacity: &ScrapingCapacity) -> bool {
    let mut pools = capacity.pools.iter();
    capacity.usable_sessions < capacity.required_sessions
        || pools.any(|pool| pool.usable_sessions < pool.required_sessions)
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

/// Re-enables sessions that were taken out of the pool, as an administrator who has solved their challenges in a browser.
async fn re_add_sessions(
    pools: Pools,
    now: DateTime<Utc>,
    values: Vec<String>,
) -> Result<(), SimulationError> {
    let text = values.iter().map(String::as_str).collect();
    let mut transaction = Scope::Admin.begin(&pools.app, Access::Write).await?;
    sessions::add(&mut transaction, &Arc::new(secrets()), now, text).await?;
    transaction.commit().await?;
    Ok(())
}
