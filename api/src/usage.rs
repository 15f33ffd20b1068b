//! How an API is, for those who watch over it.

use std::time::Duration;

use crate::store::Pool;
use crate::store::sessions::{self, StateCounts};
use crate::{Api, ApiError, ReportedCounts};

/// A probe that waits longer learns nothing more.
const PING_TIMEOUT: Duration = Duration::from_secs(1);

/// What the API uses and has left.
#[derive(Clone, Debug)]
pub struct Usage {
    /// Connections to the database, by what they are for.
    pub pools: Vec<PoolUsage>,
    /// Whether the database answered within a second.
    pub is_database_up: bool,
    /// The pool of Instagram sessions; None: the database did not answer in time.
    pub sessions: Option<StateCounts>,
    /// What scrapers reported to it.
    pub reported: ReportedCounts,
}

/// Connections of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolUsage {
    /// Whose they are: a role in the database, or what its connections are kept apart for.
    pub name: &'static str,
    /// Open ones.
    pub open: i64,
    /// Open ones that nobody uses.
    pub idle: i64,
    /// The most there may be.
    pub limit: i64,
}

impl Api {
    /// Whether the database answers within a second.
    pub async fn is_database_up(&self) -> bool {
        let ping = sqlx::query("SELECT 1").execute(self.pools.app.statement());
        tokio::time::timeout(PING_TIMEOUT, ping)
            .await
            .is_ok_and(|response| response.is_ok())
    }

    /// What it uses now.
    pub async fn usage(&self) -> Usage {
        let (is_database_up, sessions) = tokio::join!(
            self.is_database_up(),
            tokio::time::timeout(PING_TIMEOUT, self.session_counts())
        );
        Usage {
            pools: vec![
                pool("clipmeter_app", &self.pools.app),
                pool("clipmeter_app_desired_state", &self.pools.desired_state),
                pool("clipmeter_ingest", &self.pools.ingest),
                pool("clipmeter_maintenance", &self.pools.maintenance),
            ],
            is_database_up,
            sessions: sessions.ok().and_then(Result::ok),
            reported: self.runs.reported.counts(),
        }
    }

    async fn session_counts(&self) -> Result<StateCounts, ApiError> {
        let mut connection = self.pools.ingest.begin().await?;
        sessions::counts(&mut connection, &self.secrets, self.clock.now()).await
    }
}

fn pool(name: &'static str, pool: &Pool) -> PoolUsage {
    let count = |connections: usize| i64::try_from(connections).unwrap_or(i64::MAX);
    PoolUsage {
        name,
        open: i64::from(pool.size()),
        idle: count(pool.num_idle()),
        limit: i64::from(pool.max_connections()),
    }
}
