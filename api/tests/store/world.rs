//! A database of its own for each test, and what tests do with it.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use clipmeter_api::{Api, ApiConfig};
use clipmeter_db::ingest::report::Report;
use clipmeter_db::secrets::{Key, Secrets, SessionKey, SessionKeys};
use clipmeter_db::{DbError, Pools};
use clipmeter_embedded_postgres::{TestDatabase, TestServer};
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{
    CompleteRunResponse, FetchBatchResponse, Observation, Outcome, PageReport, Platform, Precision, Profile,
    RunTrigger, UnitKey, UnitReport,
};
use clipmeter_runtime::{Clock, ManualClock};
use sqlx::{PgPool, Row as _};
use tokio::sync::OnceCell;
use uuid::Uuid;

/// A lock is waited for within milliseconds.
const TIMEOUT: Duration = Duration::from_secs(20);

/// A Tuesday, at the beginning of a minute.
pub(crate) const START: i64 = 1_700_000_040;

/// The server of every world's database.
pub(crate) async fn server() -> &'static TestServer {
    static SERVER: OnceCell<TestServer> = OnceCell::const_new();
    SERVER
        .get_or_init(async || TestServer::start().await.unwrap())
        .await
}

/// The keys of every world.
pub(crate) fn secrets() -> Secrets {
    Secrets {
        users: Key::new([1; 32]),
        runs: Key::new([2; 32]),
        sessions: SessionKeys::new(SessionKey::new("test", Key::new([3; 32])), Vec::new()),
        fingerprints: Key::new([4; 32]),
    }
}

pub(crate) struct World {
    pub(crate) api: Api,
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) database: TestDatabase,
    /// The superuser, whom row security does not bind.
    pub(crate) owner: PgPool,
    /// Connections as the roles of the API.
    pub(crate) pools: Pools,
}

impl World {
    pub(crate) async fn new() -> Self {
        let migrations = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/db/migrations"));
        Self::on(server().await.migrated_database(migrations).await.unwrap()).await
    }

    /// On a database that may be of an earlier version.
    pub(crate) async fn on(database: TestDatabase) -> Self {
        Self::at(database, DateTime::from_timestamp(START, 0).unwrap()).await
    }

    /// On a database that was last used at this time.
    pub(crate) async fn at(database: TestDatabase, now: DateTime<Utc>) -> Self {
        let clock = Arc::new(ManualClock::new(now));
        let api = Api::connect(ApiConfig::new(
            database.options.clone(),
            secrets(),
            Arc::clone(&clock) as Arc<dyn Clock>,
        ))
        .await
        .unwrap();
        let owner = PgPool::connect_with(database.options.clone()).await.unwrap();
        let pools = Pools::connect(&database.options).await.unwrap();
        Self {
            api,
            clock,
            database,
            owner,
            pools,
        }
    }

    pub(crate) async fn group(&self, name: &str) -> i64 {
        sqlx::query_scalar("INSERT INTO groups (name, created_at) VALUES ($1, $2) RETURNING id")
            .bind(name)
            .bind(self.clock.now())
            .fetch_one(&self.owner)
            .await
            .unwrap()
    }

    /// Tracks an account and returns its `platform_accounts.id`.
    pub(crate) async fn track(&self, group: i64, platform: Platform, username: &str) -> i64 {
        sqlx::query_scalar(
            "INSERT INTO tracked_accounts (group_id, account_id, created_at)
             VALUES ($1, register_account($2, $3, $4), $4) RETURNING account_id",
        )
        .bind(group)
        .bind(platform.code())
        .bind(username)
        .bind(self.clock.now())
        .fetch_one(&self.owner)
        .await
        .unwrap()
    }

    pub(crate) async fn untrack(&self, group: i64, account: i64) {
        sqlx::query("DELETE FROM tracked_accounts WHERE group_id = $1 AND account_id = $2")
            .bind(group)
            .bind(account)
            .execute(&self.owner)
            .await
            .unwrap();
    }

    /// Statements of the owner's in one transaction: again when `PostgreSQL` gave it up for another one, as the product does.
    /// Returns how many rows the last one changed.
    pub(crate) async fn execute(&self, statements: &str) -> u64 {
        const ATTEMPTS: usize = 10;
        for _ in 1..ATTEMPTS {
            match self.attempt(statements).await {
                Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some("40P01") => {}
                result => return result.unwrap(),
            }
        }
        self.attempt(statements).await.unwrap()
    }

    async fn attempt(&self, statements: &str) -> Result<u64, sqlx::Error> {
        let result = sqlx::raw_sql(sqlx::AssertSqlSafe(statements.to_owned()))
            .execute(&self.owner)
            .await?;
        Ok(result.rows_affected())
    }

    /// Tracks a video by id and returns its `tracked_videos.id`.
    pub(crate) async fn track_video(
        &self,
        group: i64,
        video_id: Option<&str>,
        short_url: Option<&str>,
    ) -> i64 {
        sqlx::query_scalar(
            "INSERT INTO tracked_videos (group_id, url, video_id, short_url, created_at)
             VALUES ($1, 'https://www.tiktok.com/', $2, $3, $4) RETURNING id",
        )
        .bind(group)
        .bind(video_id)
        .bind(short_url)
        .bind(self.clock.now())
        .fetch_one(&self.owner)
        .await
        .unwrap()
    }

    pub(crate) async fn open(&self, platform: Platform, ids: &[Id]) -> (Uuid, u32) {
        let run = Uuid::new_v4();
        let keys: Vec<_> = ids
            .iter()
            .map(|id| UnitKey {
                platform: platform.into(),
                id: Some(*id),
            })
            .collect();
        let units = self
            .api
            .runs()
            .open_run(run, platform, &keys, RunTrigger::Schedule)
            .await
            .unwrap();
        (run, units)
    }

    /// A run for one account or video, leased.
    pub(crate) async fn lease(&self, platform: Platform, id: Id) -> Worker<'_> {
        let (run, units) = self.open(platform, &[id]).await;
        assert_eq!(units, 1);
        self.take(run).await.unwrap()
    }

    /// Leases a run that is open.
    pub(crate) async fn take(&self, run: Uuid) -> Result<Worker<'_>, DbError> {
        let batch = self.api.runs().fetch_batch(run, None).await?;
        let token = batch.lease_token.parse().unwrap();
        Ok(Worker {
            world: self,
            run,
            token,
            batch,
            sequence: 0,
        })
    }

    /// Reads an account once: a run with one page that succeeds.
    pub(crate) async fn scrape(
        &self,
        platform: Platform,
        account: i64,
        observations: Vec<Observation>,
    ) -> CompleteRunResponse {
        let mut worker = self.lease(platform, Id::AccountId(account)).await;
        worker.page(observations).await.unwrap();
        worker.end(Outcome::Ok).await.unwrap();
        worker.complete().await.unwrap()
    }

    /// One value of a query by the superuser.
    pub(crate) async fn one<T>(&self, query: &'static str) -> T
    where
        T: for<'r> sqlx::Decode<'r, sqlx::Postgres> + sqlx::Type<sqlx::Postgres>,
    {
        sqlx::query(query).fetch_one(&self.owner).await.unwrap().get(0)
    }

    /// Returns once so many transactions wait for locks.
    pub(crate) async fn until_waiting(&self, transactions: i64) {
        let waiting = "SELECT count(*) FROM pg_stat_activity
                       WHERE datname = current_database() AND wait_event_type = 'Lock'";
        let all_wait = async { while self.one::<i64>(waiting).await < transactions {} };
        tokio::time::timeout(TIMEOUT, all_wait).await.unwrap();
    }
}

/// A scraper that holds a run.
pub(crate) struct Worker<'w> {
    pub(crate) world: &'w World,
    pub(crate) run: Uuid,
    pub(crate) token: Uuid,
    pub(crate) batch: FetchBatchResponse,
    pub(crate) sequence: u64,
}

impl Worker<'_> {
    pub(crate) fn unit(&self) -> i64 {
        self.batch.units[0].unit_id
    }

    pub(crate) async fn say(&mut self, body: Body) -> Result<(), DbError> {
        self.sequence += 1;
        self.say_as(self.sequence, body).await
    }

    pub(crate) async fn say_as(&self, sequence: u64, body: Body) -> Result<(), DbError> {
        let report = Report {
            run: self.run,
            lease_token: self.token,
            sequence,
            body,
        };
        self.world.api.runs().store(&report).await
    }

    pub(crate) async fn page(&mut self, observations: Vec<Observation>) -> Result<(), DbError> {
        let page = self.page_of(None, observations);
        self.say(page).await
    }

    pub(crate) fn page_of(&self, profile: Option<Profile>, observations: Vec<Observation>) -> Body {
        let observed_at = self.world.clock.now().timestamp();
        Body::Page(PageReport {
            unit_id: self.unit(),
            observed_at,
            profile,
            observations,
            ..PageReport::default()
        })
    }

    pub(crate) async fn end(&mut self, outcome: Outcome) -> Result<(), DbError> {
        let end = self.end_of(outcome);
        self.say(Body::Unit(end)).await
    }

    pub(crate) fn end_of(&self, outcome: Outcome) -> UnitReport {
        UnitReport {
            unit_id: self.unit(),
            outcome: outcome.into(),
            observed_at: self.world.clock.now().timestamp(),
            ..UnitReport::default()
        }
    }

    pub(crate) async fn complete(&self) -> Result<CompleteRunResponse, DbError> {
        self.world.api.runs().complete_run(self.run, self.token).await
    }
}

/// An exact observation with these counts and a date.
pub(crate) fn seen(id: &str, views: i64, likes: i64) -> Observation {
    Observation {
        external_id: id.to_owned(),
        posted_at: Some(START - 86_400),
        views: Some(views),
        likes: Some(likes),
        comments: Some(1),
        shares: Some(0),
        views_source: "play_count".to_owned(),
        precision: Precision::Exact.into(),
        ..Observation::default()
    }
}

pub(crate) fn profile(platform_id: &str, username: &str) -> Profile {
    Profile {
        platform_id: platform_id.to_owned(),
        username: username.to_owned(),
        ..Profile::default()
    }
}
