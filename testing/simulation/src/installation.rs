//! Clipmeter without a cluster: its own database, the API, and threads for both.

use std::sync::Arc;

use clipmeter_api::{Api, ApiConfig, Sample, SampleAccount, SampleGroup};
use clipmeter_db::secrets::{Key, Secrets, SessionKey, SessionKeys};
use clipmeter_db::sessions::proxies;
use clipmeter_db::settings::{self, PlatformSettingsChange, RetentionChange};
use clipmeter_db::{Access, DbError, Pools, Scope};
use clipmeter_domain::ProxyAddress;
use clipmeter_embedded_postgres::TestServer;
use clipmeter_proto::v1::Platform;
use clipmeter_runtime::{Clock, ManualClock, Random};
use clipmeter_simulator::AccountSummary;
use sqlx::{PgConnection, PgPool};
use tokio::runtime::{Builder, Runtime};

use crate::error::SimulationError;
use crate::plan::{POOL, Plan};

/// Number of threads; the API waits for its database most of the time.
const THREADS: usize = 2;

/// The proxy of the scraper pool.
const PROXY: &str = "http://proxy.example:8080";

/// An empty installation.
pub(crate) struct Installation {
    pub(crate) threads: Runtime,
    pub(crate) api: Api,
    pub(crate) api_clock: Arc<ManualClock>,
    /// The database as its owner, who can read everything.
    pub(crate) owner: PgPool,
    /// The connection pools of an administrator.
    pub(crate) pools: Pools,
    server: TestServer,
}

impl Installation {
    /// Starts a database and an API. Blocks, so it must not be called on an asynchronous thread.
    pub(crate) fn start(plan: &Plan) -> Result<Self, SimulationError> {
        let threads = Builder::new_multi_thread()
            .worker_threads(THREADS)
            .enable_all()
            .build()
            .map_err(|source| SimulationError::Io {
                what: "cannot start the API's threads",
                source,
            })?;
        let api_clock = Arc::new(ManualClock::new(Plan::beginning()));
        let (server, api, owner, pools) = threads.block_on(async {
            let server = TestServer::start().await?;
            let database = server.empty_database().await?.options;
            let clock = Arc::clone(&api_clock) as Arc<dyn Clock>;
            let api = Api::connect(ApiConfig {
                random: Arc::new(Random::seeded(plan.seed)),
                ..ApiConfig::new(database.clone(), secrets(), clock)
            })
            .await?;
            let owner = PgPool::connect_with(database.clone()).await?;
            let pools = Pools::connect(&database).await?;
            Ok::<_, SimulationError>((server, api, owner, pools))
        })?;
        Ok(Self {
            threads,
            api,
            api_clock,
            owner,
            pools,
            server,
        })
    }

    /// Tracks the accounts in two groups, one of which selects a scraper pool, and adds the sessions.
    pub(crate) fn fill(&self, plan: &Plan, accounts: &[AccountSummary]) -> Result<(), SimulationError> {
        let places = accounts.iter().enumerate();
        let (in_pool, others) = places.partition(|(place, _)| Plan::is_in_pool(*place));
        let sample = Sample {
            groups: vec![group("Simulation", others), group(POOL, in_pool)],
            sessions: plan.session_values(),
            interval_minutes: minutes(Platform::Instagram),
            cost: None,
            since: Plan::beginning(),
        };
        self.threads.block_on(async {
            self.api.fill(&sample).await?;
            let mut transaction = Scope::Admin.begin(&self.pools.app, Access::Write).await?;
            let intervals = Platform::ALL.map(|platform| (platform, minutes(platform)));
            settings::set_intervals(&mut transaction, &intervals).await?;
            without_pictures(&mut transaction).await?;
            add_proxy(&mut transaction).await?;
            transaction.commit().await?;
            self.add_pool(plan).await
        })
    }

    /// Creates the scraper pool with the proxy and the last sessions, and selects it for its group.
    async fn add_pool(&self, plan: &Plan) -> Result<(), SimulationError> {
        sqlx::query(
            "INSERT INTO scraper_pools (name, proxies, session_set, created_at)
             VALUES ($1, jsonb_build_object('instagram', $1::text, 'tiktok', $1::text), $1, $2)",
        )
        .bind(POOL)
        .bind(Plan::beginning())
        .execute(&self.owner)
        .await?;
        sqlx::query("UPDATE groups SET scraper_pool = $1 WHERE name = $1")
            .bind(POOL)
            .execute(&self.owner)
            .await?;
        sqlx::query(
            "UPDATE sessions SET session_set = $1 WHERE id IN (SELECT id FROM sessions ORDER BY id DESC LIMIT $2)",
        )
        .bind(POOL)
        .bind(i64::from(plan.pool_sessions()))
        .execute(&self.owner)
        .await?;
        Ok(())
    }

    /// Stops the API and the database.
    pub(crate) fn stop(self) {
        self.threads.block_on(async {
            self.owner.close().await;
            self.pools.close().await;
            self.api.close().await;
            self.server.stop().await;
        });
    }
}

/// Returns a group that tracks these accounts.
fn group(name: &'static str, accounts: Vec<(usize, &AccountSummary)>) -> SampleGroup {
    let tracked = accounts.into_iter().map(|(_, account)| SampleAccount {
        platform: account.platform,
        username: account.username.clone(),
    });
    SampleGroup {
        name,
        description: "",
        users: Vec::new(),
        accounts: tracked.collect(),
    }
}

/// Adds the proxy of the scraper pool.
async fn add_proxy(connection: &mut PgConnection) -> Result<(), DbError> {
    let address = ProxyAddress::parse(PROXY).map_err(|bad| DbError::invalid(bad.to_string()))?;
    proxies::add(connection, &secrets(), Plan::beginning(), POOL, &address, None).await?;
    Ok(())
}

/// Turns pictures off: they are scaled on threads that the virtual clock does not wait for.
async fn without_pictures(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let current = settings::platform(connection).await?;
    let change = PlatformSettingsChange {
        time_zone: None,
        content_visibility: &current.content_visibility,
        cost: current.cost.0,
        currency: None,
        backfill_items: None,
        retention: RetentionChange::default(),
        pictures: Some(false),
        picture_quota_mib: None,
    };
    settings::set_platform(connection, change).await?;
    Ok(())
}

fn minutes(platform: Platform) -> i32 {
    Plan::interval_minutes(platform).cast_signed()
}

/// Keys that protect nothing: the sessions are fictitious.
pub(crate) fn secrets() -> Secrets {
    Secrets {
        users: Key::new([1; 32]),
        runs: Key::new([2; 32]),
        sessions: SessionKeys::new(SessionKey::new("simulation", Key::new([3; 32])), Vec::new()),
        fingerprints: Key::new([4; 32]),
    }
}
