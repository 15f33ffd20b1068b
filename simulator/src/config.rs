//! What a simulator is started with.

use std::{
    net::{Ipv4Addr, SocketAddr},
    path::PathBuf,
    sync::Arc,
};

use chrono::{DateTime, Utc};

use crate::{
    Chaos, Events, Rotation, SimulatorError,
    clock::{SystemTime, TimeSource},
};

/// Where the clock of a simulator stands unless told otherwise: 1 November 2026, noon UTC. A fixed instant makes
/// two simulators with the same seed give the same answers.
const DEFAULT_START_SECONDS: i64 = 1_793_534_400;

/// How a simulator is set up. `Default` is a deterministic one: an empty world, a clock that stands still.
#[derive(Debug, Clone)]
pub struct SimulatorConfig {
    /// Where to listen; port 0 lets the system choose.
    pub listen: SocketAddr,
    /// A folder of recorded answers with `instagram/expected.json` or `tiktok/expected.json`, or both.
    pub replay: Option<PathBuf>,
    /// How many seeded accounts live in the world, the platforms in turn.
    pub accounts: u32,
    /// What the seeded accounts are made from: the same seed is the same world.
    pub seed: u64,
    /// What happens to the seeded accounts from the start of the clock on.
    pub events: Events,
    /// What goes wrong by lot.
    pub chaos: Option<Chaos>,
    /// How often Instagram's documents get new ids; never unless given.
    pub documents: Option<Rotation>,
    /// Where the simulated clock starts.
    pub clock_start: DateTime<Utc>,
    /// Simulated seconds per real second; 0 stands still.
    pub clock_speed: f64,
    /// Whether every TikTok page has to be unlocked by the proof of work, not only those a fault names.
    pub waf_always: bool,
    /// Where real time comes from.
    pub time: Arc<dyn TimeSource>,
}

impl Default for SimulatorConfig {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            replay: None,
            accounts: 0,
            seed: 1,
            events: Events::default(),
            chaos: None,
            documents: None,
            clock_start: DateTime::from_timestamp(DEFAULT_START_SECONDS, 0).unwrap_or_default(),
            clock_speed: 0.0,
            waf_always: false,
            time: Arc::new(SystemTime),
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
