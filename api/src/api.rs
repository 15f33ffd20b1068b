//! Connects the parts of the API.

use std::sync::Arc;
use std::time::Duration;

use clipmeter_db::database::read_replicas::ReadReplicas;
use clipmeter_db::runs::RunStore;
use clipmeter_db::secrets::Secrets;
use clipmeter_db::storage::Storage;
use clipmeter_db::{ChangeListener, ChangeNotification, Pools, RolePasswords};
use clipmeter_runtime::{Clock, Random, SteadyClock};
use sqlx::postgres::PgConnectOptions;
use tokio::sync::broadcast;

use crate::auth::PasswordCost;
use crate::{ApiError, TrustedProxy};

/// The configuration and dependencies of an API.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate setting")]
pub struct ApiConfig {
    /// The database, as a user that may migrate it and create roles.
    pub database: PgConnectOptions,
    /// Streaming replicas of the database that serve reads. The user and password are not used.
    pub read_replicas: Option<PgConnectOptions>,
    /// Passwords of the API's database roles, if they are not derived.
    pub role_passwords: RolePasswords,
    /// Keys for tokens and sessions.
    pub secrets: Secrets,
    /// Cost of hashing new passwords.
    pub password_cost: PasswordCost,
    /// The source of the time.
    pub clock: Arc<dyn Clock>,
    /// The source of the jitter of session cooldowns and permits.
    pub random: Arc<Random>,
    /// How long a request that started a run waits for the run to end before it returns `processing`.
    pub run_wait: Duration,
    /// Allows self-registration, without a group, by `POST /api/auth/register`.
    pub registration: bool,
    /// Allows admins to add proxies on this machine, its local network or a metadata service.
    pub local_proxies: bool,
    /// Reverse proxies whose headers about the client address are trusted.
    pub trusted_proxies: Vec<TrustedProxy>,
    /// All clients connect over TLS, which is terminated in front of this program. Browsers are then told to
    /// use HTTPS only.
    pub behind_tls: bool,
    /// Programs on other machines use the database too, so the database's time is the common time of all of
    /// them.
    pub shares_database: bool,
    /// State of the database's storage, as far as the program can measure it.
    pub storage: Storage,
}

impl ApiConfig {
    /// A configuration without self-registration and without a reverse proxy.
    #[must_use]
    pub fn new(database: PgConnectOptions, secrets: Secrets, clock: Arc<dyn Clock>) -> Self {
        Self {
            database,
            read_replicas: None,
            role_passwords: RolePasswords::default(),
            secrets,
            password_cost: PasswordCost::RECOMMENDED,
            clock,
            random: Arc::new(Random::from_system()),
            run_wait: Self::DEFAULT_RUN_WAIT,
            registration: false,
            local_proxies: false,
            trusted_proxies: Vec::new(),
            behind_tls: false,
            shares_database: false,
            storage: Storage::default(),
        }
    }

    /// Default wait for a run: users accept a spinner for about this long, and the web app times out after 30 s.
    pub const DEFAULT_RUN_WAIT: Duration = Duration::from_secs(20);

    /// Maximum wait for a run: browsers and proxies time out after about this long.
    pub const MAX_RUN_WAIT: Duration = Duration::from_mins(5);
}

/// Clipmeter's API over one database. Cheap to clone.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate setting")]
pub struct Api {
    pub(crate) pools: Pools,
    pub(crate) read_replicas: Option<ReadReplicas>,
    pub(crate) secrets: Arc<Secrets>,
    pub(crate) password_cost: PasswordCost,
    pub(crate) clock: Arc<dyn Clock>,
    /// The same clock, with the methods that make it follow its source.
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
        let read_replicas = config
            .read_replicas
            .map(|replicas| {
                let revisions = change_notifications.revisions();
                ReadReplicas::start(&replicas, &config.database, &config.role_passwords, revisions)
            })
            .transpose()?;
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
            read_replicas,
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

    /// The API's time. It follows the configured clock. When that clock is changed, [`Api::sync_clock`] first moves
    /// the stored times that are compared with it.
    #[must_use]
    pub fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.clock)
    }

    /// Runs: what may be scraped, what is being scraped, and the results.
    #[must_use]
    pub fn runs(&self) -> &RunStore {
        &self.runs
    }

    /// Subscribes to change notifications. A notification is delivered after this process has counted the change, so
    /// that a later poll returns it.
    #[must_use]
    pub fn change_notifications(&self) -> broadcast::Receiver<ChangeNotification> {
        self.change_notifications.subscribe()
    }

    /// Returns whether the database has space for writes.
    #[must_use]
    pub fn storage(&self) -> &Storage {
        &self.storage
    }

    /// Closes the database connections once the tasks that use them have ended.
    pub async fn close(&self) {
        self.change_notifications.stop();
        // Exports on a replica end when the other pools are closed.
        let replicas = async {
            if let Some(replicas) = &self.read_replicas {
                replicas.close().await;
            }
        };
        futures::join!(replicas, self.pools.close());
    }
}
