//! The configuration of a simulator.

use std::{
    net::{Ipv4Addr, SocketAddr},
    path::PathBuf,
    sync::Arc,
};

use chrono::{DateTime, Utc};
use clipmeter_runtime::{Clock, SystemClock};

use crate::{Chaos, Events, Rotation, SimulatorError};

/// Default start time of the clock: 1 November 2026, noon UTC. With a fixed time, two simulators with the same seed return the
/// same responses.
const DEFAULT_START_SECONDS: i64 = 1_793_534_400;

/// The configuration of a simulator. `Default` is deterministic: an empty world and a stopped clock.
#[derive(Debug, Clone)]
pub struct SimulatorConfig {
    /// Listen address; port 0 lets the system choose.
    pub listen: SocketAddr,
    /// A folder of recorded responses with `instagram/expected.json` or `tiktok/expected.json`, or both.
    pub replay: Option<PathBuf>,
    /// Number of seeded accounts, alternating between the platforms.
    pub accounts: u32,
    /// Seed of the accounts: the same seed gives the same world.
    pub seed: u64,
    /// Events of the seeded accounts since the start of the clock.
    pub events: Events,
    /// Before this time, the accounts that are private are public; `None`: they always were private.
    pub private_since: Option<DateTime<Utc>>,
    /// Random faults.
    pub chaos: Option<Chaos>,
    /// Rotation of the IDs of Instagram's documents; never by default.
    pub documents: Option<Rotation>,
    /// Start time of the simulated clock.
    pub clock_start: DateTime<Utc>,
    /// Simulated seconds per real second; 0 stops the clock.
    pub clock_speed: f64,
    /// Whether simulated time follows real time once it has caught up with it.
    pub clock_catches_up: bool,
    /// Whether every TikTok page requires the proof of work, rather than only those with that fault.
    pub waf_always: bool,
    /// The source of real time.
    pub time: Arc<dyn Clock>,
}

impl Default for SimulatorConfig {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            replay: None,
            accounts: 0,
            seed: 1,
            events: Events::default(),
            private_since: None,
            chaos: None,
            documents: None,
            clock_start: DateTime::from_timestamp(DEFAULT_START_SECONDS, 0).unwrap_or_default(),
            clock_speed: 0.0,
            clock_catches_up: false,
            waf_always: false,
            time: Arc::new(SystemClock),
        }
    }
}

impl SimulatorConfig {
    pub(crate) fn check(&self) -> Result<(), SimulatorError> {
        self.events.check()?;
        self.documents.map(Rotation::check).transpose()?;
        self.chaos.as_ref().map(Chaos::check).transpose()?;
        let speed = self.clock_speed;
        if speed.is_finite() && speed >= 0.0 {
            Ok(())
        } else {
            Err(SimulatorError::ClockSpeed { speed })
        }
    }
}
