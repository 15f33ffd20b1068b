//! The API as a whole: its parts wired together.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;

use crate::store::{Notices, Pools, RunStore};
use crate::{ApiError, Clock, Secrets};

/// What an API needs to work.
#[derive(Debug)]
pub struct ApiConfig {
    /// The database, as a user who may migrate it and create roles.
    pub database: PgConnectOptions,
    /// Keys for tokens and sessions.
    pub secrets: Secrets,
    /// Where the time comes from.
    pub clock: Arc<dyn Clock>,
    /// How long a request that started a run waits for its end before it answers `processing`.
    pub run_wait: Duration,
}

impl ApiConfig {
    /// A person still watches a spinner for this long; the web app's own request limit is 30 s.
    pub const DEFAULT_RUN_WAIT: Duration = Duration::from_secs(20);

    /// Browsers and proxies have given up on an answer after this long.
    pub const LONGEST_RUN_WAIT: Duration = Duration::from_mins(5);
}

/// Clipmeter's API over one database. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Api {
    pub(crate) pools: Pools,
    pub(crate) secrets: Arc<Secrets>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) run_wait: Duration,
    pub(crate) notices: Notices,
    pub(crate) runs: RunStore,
}

impl Api {
    /// Migrates the database and connects to it.
    pub async fn connect(config: ApiConfig) -> Result<Self, ApiError> {
        let pools = Pools::connect(&config.database).await?;
        let secrets = Arc::new(config.secrets);
        let notices = Notices::listen(&pools.ingest).await?;
        let runs = RunStore::new(
            pools.ingest.clone(),
            Arc::clone(&config.clock),
            Arc::clone(&secrets),
            notices.clone(),
        );
        Ok(Self {
            pools,
            secrets,
            clock: config.clock,
            run_wait: config.run_wait,
            notices,
            runs,
        })
    }

    /// Runs: what may be scraped, what is being scraped, and how it ended.
    #[must_use]
    pub fn runs(&self) -> &RunStore {
        &self.runs
    }

    /// Closes the connections to the database once what uses them has ended.
    pub async fn close(&self) {
        self.notices.stop();
        self.pools.close().await;
    }
}
