//! Sample data for a first look: the simulator in place of the platforms, and groups, users, accounts and sessions
//! that use it and have been read for a month. The same every time, so that a picture or a report of a fault can be taken
//! again.

mod clock;
mod past;
mod sample;

use chrono::{DateTime, Utc};
use clipmeter_api::Api;
use clipmeter_simulator::{Simulator, SimulatorConfig};
use secrecy::SecretString;
use url::Url;

use crate::data_dir::DataDir;
use crate::error::StandaloneError;
use clock::DemoClock;
use past::Past;

/// The world of the demo.
const SEED: u64 = 20;
/// Enough for three groups with a full page each, few enough to be read within a minute.
const ACCOUNTS: u32 = 24;
/// Every user's password. It protects nothing but sample data on loopback.
const PASSWORD: &str = "clipmeter-demo";
/// The simulator can be asked at once, but a person wants to see the numbers come in.
const DELAY_FACTOR: f64 = 0.02;

/// The demo at work.
#[derive(Debug)]
pub(crate) struct Demo {
    simulator: Simulator,
    url: Url,
    users: Vec<&'static str>,
}

impl Demo {
    /// Starts the simulator and fills a database that has no groups yet.
    pub(crate) async fn start(
        data: &DataDir,
        api: &Api,
        now: DateTime<Utc>,
    ) -> Result<Self, StandaloneError> {
        let clock = DemoClock::load_or_create(&data.demo(), now)?;
        let (clock_start, clock_speed) = clock.at(now);
        let config = SimulatorConfig {
            accounts: ACCOUNTS,
            seed: SEED,
            clock_start,
            clock_speed,
            ..Default::default()
        };
        let simulator = Simulator::start(config).await?;
        let past = Past::before(clock.first_started_at);
        let sample = sample::sample(&simulator.accounts(), PASSWORD, past.begin());
        let users = sample
            .groups
            .iter()
            .flat_map(|group| &group.users)
            .map(|user| user.username)
            .collect();
        // Nobody's own accounts get a past that was made up.
        if api.fill(&sample).await? {
            past.report(api, &|platform, username, at| {
                simulator.reading(platform, username, clock.at(at).0)
            })
            .await?;
        }
        let url = Url::parse(simulator.url()).map_err(|error| StandaloneError::Serve {
            server: "simulator",
            reason: error.to_string(),
        })?;
        Ok(Self {
            simulator,
            url,
            users,
        })
    }

    /// Where both platforms are.
    pub(crate) fn url(&self) -> Url {
        self.url.clone()
    }

    /// The password of the user `admin`, unless the environment names one.
    pub(crate) fn password() -> SecretString {
        SecretString::from(PASSWORD)
    }

    /// Multiplies the scrapers' pauses.
    pub(crate) fn delay_factor() -> f64 {
        DELAY_FACTOR
    }

    /// How to sign in, the admin with the demo's password unless the environment named another.
    pub(crate) fn invitation(&self, admin_has_own_password: bool) -> String {
        let admin = (!admin_has_own_password).then_some("admin");
        let users: Vec<&str> = admin.into_iter().chain(self.users.iter().copied()).collect();
        format!("Sign in as {} with the password {PASSWORD}", users.join(", "))
    }

    /// Stops the simulator.
    pub(crate) async fn stop(self) {
        if let Err(error) = self.simulator.stop().await {
            tracing::warn!(%error, "the simulator did not end well");
        }
    }
}
