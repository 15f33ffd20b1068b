//! The API's resource usage and health, for metrics.

use std::time::Duration;

use clipmeter_db::Pool;
use clipmeter_db::database::read_replicas::{ReadReplicas, ReplicaReads};
use clipmeter_db::ingest::reported::ReportedCounts;
use clipmeter_db::sessions::{self, StateCounts};
use clipmeter_runtime::saturate;

use crate::{Api, ApiError};

/// A longer wait for the probe would add no information.
const PING_TIMEOUT: Duration = Duration::from_secs(1);

/// Resources in use and available.
#[derive(Clone, Debug)]
pub struct Usage {
    /// Database connections by pool.
    pub pools: Vec<PoolUsage>,
    /// Reads of the replicas; `None` without any.
    pub replica_reads: Option<ReplicaReads>,
    /// Whether the database responded within a second.
    pub is_database_up: bool,
    /// The pool of Instagram sessions; `None` if the database did not respond in time.
    pub sessions: Option<StateCounts>,
    /// Counts of scrapers' reports.
    pub reported: ReportedCounts,
}

/// Connections of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolUsage {
    /// Name of the pool: its database role, or its purpose where a role has several pools.
    pub name: &'static str,
    /// Open connections.
    pub open: i64,
    /// Open connections that are not in use.
    pub idle: i64,
    /// The maximum of connections.
    pub limit: i64,
}

impl Api {
    /// Returns whether the database responds within a second.
    pub async fn is_database_up(&self) -> bool {
        let ping = sqlx::query("SELECT 1").execute(self.pools.app.statement());
        tokio::time::timeout(PING_TIMEOUT, ping)
            .await
            .is_ok_and(|response| response.is_ok())
    }

    /// Returns the current usage.
    pub async fn usage(&self) -> Usage {
        let (is_database_up, sessions) = tokio::join!(
            self.is_database_up(),
            tokio::time::timeout(PING_TIMEOUT, self.session_counts())
        );
        let replicas = self.read_replicas.as_ref();
        let mut pools = vec![
            pool("clipmeter_app", &self.pools.app),
            pool("clipmeter_app_desired_state", &self.pools.desired_state),
            pool("clipmeter_ingest", &self.pools.ingest),
            pool("clipmeter_maintenance", &self.pools.maintenance),
        ];
        pools.extend(replicas.map(|replicas| pool("clipmeter_app_replicas", replicas.pool())));
        Usage {
            pools,
            replica_reads: replicas.map(ReadReplicas::reads),
            is_database_up,
            sessions: sessions.ok().and_then(Result::ok),
            reported: self.runs.reported.counts(),
        }
    }

    async fn session_counts(&self) -> Result<StateCounts, ApiError> {
        let mut connection = self.pools.ingest.begin().await?;
        Ok(sessions::counts(&mut connection, &self.secrets, self.clock.now()).await?)
    }
}

fn pool(name: &'static str, pool: &Pool) -> PoolUsage {
    PoolUsage {
        name,
        open: i64::from(pool.size()),
        idle: saturate::<i64>(pool.num_idle()),
        limit: i64::from(pool.max_connections()),
    }
}
