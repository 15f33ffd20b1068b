//! A database on disk with accounts, optionally with measurements.

use std::sync::Arc;
use std::time::Duration;

use chrono::DateTime;
use clipmeter_api::{Api, ApiConfig};
use clipmeter_db::secrets::{Key, Secrets, SessionKey, SessionKeys};
use clipmeter_embedded_postgres::{Durability, Installation, Server, ServerConfig};
use clipmeter_proto::v1::Platform;
use clipmeter_runtime::{Clock, ManualClock};
use sqlx::PgPool;

use super::Failure;
use super::pages::{ITEMS, length};

/// A Tuesday.
pub(crate) const START: i64 = 1_700_000_040;

/// Number of days on which each existing item was measured.
const DAYS: i64 = 90;

pub(crate) struct BenchDatabase {
    server: Server,
    pub(crate) api: Api,
    clock: Arc<ManualClock>,
    /// The superuser.
    owner: PgPool,
    _folder: tempfile::TempDir,
}

impl BenchDatabase {
    pub(crate) async fn new() -> Result<Self, Failure> {
        let folder = tempfile::Builder::new()
            .permissions(std::os::unix::fs::PermissionsExt::from_mode(0o711))
            .tempdir()?;
        let config = ServerConfig {
            folder: folder.path().join("postgres"),
            durability: Durability::Full,
            temporary: true,
        };
        let server = Server::start(
            Installation::ensure(&Installation::default_cache()).await?,
            config,
        )
        .await?;
        let options = server.connect_options("postgres");
        let clock = Arc::new(ManualClock::new(
            DateTime::from_timestamp(START, 0).unwrap_or_default(),
        ));
        let secrets = Secrets {
            users: Key::new([1; 32]),
            runs: Key::new([2; 32]),
            sessions: SessionKeys::new(SessionKey::new("bench", Key::new([3; 32])), Vec::new()),
            fingerprints: Key::new([4; 32]),
        };
        let api = Api::connect(ApiConfig::new(
            options.clone(),
            secrets,
            Arc::clone(&clock) as Arc<dyn Clock>,
        ))
        .await?;
        let owner = PgPool::connect_with(options).await?;
        Ok(Self {
            server,
            api,
            clock,
            owner,
            _folder: folder,
        })
    }

    pub(crate) async fn remove(self) {
        self.server.stop().await;
    }

    pub(crate) fn pass(&self, time: Duration) {
        self.clock.advance(time);
    }

    /// Seconds since 1970.
    pub(crate) fn now(&self) -> i64 {
        self.clock.now().timestamp()
    }

    /// Adds an account without items, tracked by a new group. Returns its `platform_accounts.id`.
    pub(crate) async fn account(&self, platform: Platform, username: &str) -> Result<i64, Failure> {
        Ok(sqlx::query_scalar(
            "WITH g AS (INSERT INTO groups (name, created_at) VALUES ($2, $3) RETURNING id)
             INSERT INTO tracked_accounts (group_id, account_id, created_at)
             SELECT id, register_account($1, $2, $3), $3 FROM g RETURNING account_id",
        )
        .bind(platform.code())
        .bind(username)
        .bind(self.clock.now())
        .fetch_one(&self.owner)
        .await?)
    }

    /// Fails unless the pass stored all items of the account.
    pub(crate) async fn check_stored(&self, account: i64) -> Result<(), Failure> {
        let stored: i64 = sqlx::query_scalar(
            "SELECT count(*) FROM posts p
             WHERE p.account_id = $1 AND EXISTS (SELECT FROM post_metrics m WHERE m.post_id = p.id)",
        )
        .bind(account)
        .fetch_one(&self.owner)
        .await?;
        if stored < ITEMS - i64::try_from(length(Platform::Tiktok))? {
            return Err(format!("only {stored} of {ITEMS} items were stored").into());
        }
        Ok(())
    }

    /// Adds items with IDs from `first_id` to the account, one posted every four hours until now, each with a measurement for each of the last days.
    pub(crate) async fn add_history(
        &self,
        account: i64,
        platform: Platform,
        first_id: i64,
    ) -> Result<(), Failure> {
        let now = self.clock.now();
        for days in (0..=DAYS).step_by(28) {
            sqlx::query("SELECT ensure_metrics_month($1)")
                .bind(now - chrono::TimeDelta::days(days))
                .execute(&self.owner)
                .await?;
        }
        sqlx::query(
            "INSERT INTO posts (platform, external_id, account_id, url, caption, media_kind, posted_at, views, likes, comments,
                                shares, saves, views_source, rounded, first_seen_at, updated_at)
             SELECT $2, ($3 + n)::text, $1, '', '', 'video', $4 - n * interval '4 hours', 100000, 1000, 10, 1, 1, 'play_count', 0,
                    $4 - interval '90 days', $4 - interval '1 hour'
             FROM generate_series(0, $5 - 1) AS n",
        )
        .bind(account)
        .bind(platform.code())
        .bind(first_id)
        .bind(now)
        .bind(ITEMS)
        .execute(&self.owner)
        .await?;
        sqlx::query(
            "INSERT INTO post_metrics (post_id, observed_at, views, likes, comments, shares, saves, views_source)
             SELECT p.id, date_trunc('minute', $2 - d * interval '1 day'), 100000 - d * 100, 1000 - d, 10, 1, 1, 'play_count'
             FROM posts p CROSS JOIN generate_series(1, $3) AS d WHERE p.account_id = $1",
        )
        .bind(account)
        .bind(now)
        .bind(DAYS)
        .execute(&self.owner)
        .await?;
        sqlx::raw_sql("VACUUM ANALYZE").execute(&self.owner).await?;
        Ok(())
    }
}
