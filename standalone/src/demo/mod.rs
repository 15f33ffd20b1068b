//! Sample data for the demo: the simulator in place of the platforms, with groups, users, accounts and sessions, and a month of
//! history. The data is always the same, so that screenshots and bug reports are reproducible.

mod clock;
mod past;
mod sample;

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_api::Api;
use clipmeter_simulator::{Simulator, SimulatorConfig};
use secrecy::SecretString;
use url::Url;

use crate::data_dir::DataDir;
use crate::error::StandaloneError;
use clock::DemoClock;
use past::Past;

/// Seed of the demo's world.
const SEED: u64 = 20;
/// Enough accounts for three groups with a full page each, few enough to be scraped within a minute.
const ACCOUNTS: u32 = 24;
/// How long the private accounts have been private at the first start: they were scraped before, and then failed.
const PRIVATE: TimeDelta = TimeDelta::hours(40);
/// Password of every user. It protects only sample data on loopback.
const PASSWORD: &str = "clipmeter-demo";
/// Pause factor: the simulator needs no pauses, but users should see the numbers arrive.
const DELAY_FACTOR: f64 = 0.02;

/// A running demo.
#[derive(Debug)]
pub(crate) struct Demo {
    simulator: Simulator,
    url: Url,
    users: Vec<&'static str>,
}

impl Demo {
    /// Starts the simulator and fills a database that has no groups yet. Refuses one with other groups: their accounts would get the
    /// simulator's numbers.
    pub(crate) async fn start(
        data: &DataDir,
        api: &Api,
        now: DateTime<Utc>,
    ) -> Result<Self, StandaloneError> {
        if sample::has_own_groups(&api.group_names().await?, data.demo().exists()) {
            return Err(StandaloneError::NoDemo);
        }
        let clock = DemoClock::load_or_create(&data.demo(), now)?;
        let (clock_start, clock_speed) = clock.at(now);
        let config = SimulatorConfig {
            accounts: ACCOUNTS,
            seed: SEED,
            clock_start,
            private_since: Some(clock.at(clock.first_started_at).0 - PRIVATE),
            clock_speed,
            clock_catches_up: true,
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
        // Real accounts must not get an invented history.
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

    /// Returns the base URL of both platforms.
    pub(crate) fn url(&self) -> Url {
        self.url.clone()
    }

    /// Returns the password of the user `admin`, unless the environment sets one.
    pub(crate) fn password() -> SecretString {
        SecretString::from(PASSWORD)
    }

    /// Returns the factor for the scrapers' pauses.
    pub(crate) fn delay_factor() -> f64 {
        DELAY_FACTOR
    }

    /// Returns the sign-in instructions; the admin has the demo's password unless the environment set another.
    pub(crate) fn sign_in_instructions(&self, admin_has_own_password: bool) -> String {
        let admin = (!admin_has_own_password).then_some("admin");
        let users: Vec<&str> = admin.into_iter().chain(self.users.iter().copied()).collect();
        format!("Sign in as {} with the password {PASSWORD}", users.join(", "))
    }

    pub(crate) async fn stop(self) {
        if let Err(error) = self.simulator.stop().await {
            tracing::warn!(%error, "the simulator failed during shutdown");
        }
    }
}
