//! The API as a whole: its parts wired together.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use tokio::sync::broadcast;

use crate::auth::PasswordCost;
use crate::http::TrustedProxy;
use crate::store::{ChangeListener, ChangeNotification, Pools, RolePasswords, RunStore};
use crate::{ApiError, Clock, RandomSource, Secrets, SteadyClock, Storage, SystemRandom};

/// What an API needs to work.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a setting of its own")]
pub struct ApiConfig {
    /// The database, as a user who may migrate it and create roles.
    pub database: PgConnectOptions,
    /// Passwords of the roles that the API works as, where they are not derived.
    pub role_passwords: RolePasswords,
    /// Keys for tokens and sessions.
    pub secrets: Secrets,
    /// What hashes of new passwords cost.
    pub password_cost: PasswordCost,
    /// Where the time comes from.
    pub clock: Arc<dyn Clock>,
    /// What the rests of sessions and the turns of requests are spread by.
    pub random: Arc<dyn RandomSource>,
    /// How long a request that started a run waits for its end before it answers `processing`.
    pub run_wait: Duration,
    /// Whether strangers may make themselves users, without a group, by `POST /api/auth/register`.
    pub registration: bool,
    /// Whether admins may add proxies on this machine, its link or a metadata service.
    pub local_proxies: bool,
    /// Reverse proxies that are believed about where a request comes from.
    pub trusted_proxies: Vec<TrustedProxy>,
    /// Whether everybody comes by TLS, ended in front of this program: browsers are then told to come no other way.
    pub behind_tls: bool,
    /// Whether programs on other machines use the database too: their one time is then the database's.
    pub shares_database: bool,
    /// Whether the database has room, as far as the program can measure it.
    pub storage: Storage,
}

impl ApiConfig {
    /// An installation that strangers cannot join and that no proxy stands in front of.
    #[must_use]
    pub fn new(database: PgConnectOptions, secrets: Secrets, clock: Arc<dyn Clock>) -> Self {
        Self {
            database,
            role_passwords: RolePasswords::default(),
            secrets,
            password_cost: PasswordCost::RECOMMENDED,
            clock,
            random: Arc::new(SystemRandom),
            run_wait: Self::DEFAULT_RUN_WAIT,
            registration: false,
            local_proxies: false,
            trusted_proxies: Vec::new(),
            behind_tls: false,
            shares_database: false,
            storage: Storage::default(),
        }
    }

    /// A person still watches a spinner for this long; the web app's own request limit is 30 s.
    pub const DEFAULT_RUN_WAIT: Duration = Duration::from_secs(20);

    /// Browsers and proxies have given up on an answer after this long.
    pub const LONGEST_RUN_WAIT: Duration = Duration::from_mins(5);
}

/// Clipmeter's API over one database. Cheap to clone.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a setting of its own")]
pub struct Api {
    pub(crate) pools: Pools,
    pub(crate) secrets: Arc<Secrets>,
    pub(crate) password_cost: PasswordCost,
    pub(crate) clock: Arc<dyn Clock>,
    /// The same, to be told when to follow its source.
    pub(crate) steady: Arc<SteadyClock>,
    pub(crate) shares_database: bool,
    pub(crate) run_wait: Duration,
    pub(crate) registration: bool,
    pub(crate) local_proxies: bool,
    pub(crate) trusted_proxies: Vec<TrustedProxy>,
    pub(crate) behind_tls: bool,
    pub(crate) storage: Storage,
    pub(crate) change_notifications: ChangeListener,
    pub(crate) runs: RunStore,
}

impl Api {
    /// Migrates the database and connects to it.
    pub async fn connect(config: ApiConfig) -> Result<Self, ApiError> {
        let pools = Pools::connect_with(&config.database, &config.role_passwords).await?;
        let secrets = Arc::new(config.secrets);
        let change_notifications = ChangeListener::listen(&pools.ingest).await?;
        let steady = Arc::new(SteadyClock::new(config.clock));
        let clock: Arc<dyn Clock> = Arc::clone(&steady) as _;
        let runs = RunStore::new(
            pools.ingest.clone(),
            Arc::clone(&clock),
            config.random,
            Arc::clone(&secrets),
            change_notifications.clone(),
            config.storage.clone(),
        );
        let api = Self {
            pools,
            secrets,
            password_cost: config.password_cost,
            clock,
            steady,
            shares_database: config.shares_database,
            run_wait: config.run_wait,
            registration: config.registration,
            local_proxies: config.local_proxies,
            trusted_proxies: config.trusted_proxies,
            behind_tls: config.behind_tls,
            storage: config.storage,
            change_notifications,
            runs,
        };
        api.begin_time().await?;
        Ok(api)
    }

    /// The time that this API goes by. It follows the configured clock; when that is set forward or back, [`Api::sync_clock`] moves
    /// what is measured by it first.
    #[must_use]
    pub fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.clock)
    }

    /// Runs: what may be scraped, what is being scraped, and how it ended.
    #[must_use]
    pub fn runs(&self) -> &RunStore {
        &self.runs
    }

    /// What anybody changes from now on, each piece of news once this process has counted it: no poll that is made
    /// afterwards is answered without it.
    #[must_use]
    pub fn change_notifications(&self) -> broadcast::Receiver<ChangeNotification> {
        self.change_notifications.subscribe()
    }

    /// Whether the database has room to write.
    #[must_use]
    pub fn storage(&self) -> &Storage {
        &self.storage
    }

    /// Closes the connections to the database once what uses them has ended.
    pub async fn close(&self) {
        self.change_notifications.stop();
        self.pools.close().await;
    }
}
