//! A database with some of everything.

use std::path::Path;
use std::sync::Arc;

use clipmeter_api::{Api, ApiConfig};
use clipmeter_db::secrets::Secrets;
use clipmeter_embedded_postgres::{TestDatabase, TestServer};
use clipmeter_runtime::SystemClock;
use sqlx::{ConnectOptions as _, PgPool};

pub(super) struct Filled {
    pub(super) api: Api,
    database: TestDatabase,
    owner: PgPool,
    _server: TestServer,
}

/// Scraper pools with and without a proxy, groups with and without their own settings, a renamed account, one that is tracked twice, both kinds of videos, and
/// collected data. One group has more accounts and videos than its current limits.
const FILL: &str = "
    UPDATE settings SET intervals = intervals || '{\"instagram\": 90}';
    INSERT INTO groups (name, description, is_active, tiktok_interval_minutes, cost, currency, time_zone, created_at) VALUES
        ('Acme GmbH & Co.', E'pays: \"well\"\\n# mostly', true, 5, ROW('per_mille', 0, 2.500001, 100)::cost, 'CHF', 'Asia/Kolkata', now()),
        ('東京', '', false, NULL, NULL, NULL, NULL, now());
    INSERT INTO users (username, group_id, password_hash, created_at) VALUES ('mara', 1, 'x', now());
    INSERT INTO platform_accounts (platform, platform_id, username, former_usernames, created_at) VALUES
        ('instagram', '17', 'tiger', '{cat}', now()), ('instagram', NULL, 'a_b', '{}', now()),
        ('tiktok', '18', '1e3', '{}', now());
    INSERT INTO tracked_accounts (group_id, account_id, interval_minutes, cost, added_by, created_at) VALUES
        (1, 1, 30, ROW('base_plus', 20, 1.5, NULL)::cost, 1, now()), (1, 2, NULL, ROW('none', NULL, NULL, NULL)::cost, 1, now()),
        (1, 3, NULL, NULL, NULL, now()), (2, 3, NULL, ROW('flat', 0.1, 0, NULL)::cost, NULL, now());
    INSERT INTO scraper_pools (name, region, proxies, session_set, created_at) VALUES
        ('eu', 'eu-central-1', '{\"instagram\": \"Frankfurt\", \"tiktok\": \"Frankfurt\"}', 'europe', now()),
        ('us', '', '{\"instagram\": \"Ohio\"}', 'us', now());
    UPDATE groups SET scraper_pool = 'eu', allowed_scraper_pools = '{us}', retain = true, purge_after_seconds = 259200 WHERE id = 1;
    UPDATE tracked_accounts SET scraper_pool = 'us', retain = false WHERE group_id = 1 AND account_id = 2;
    UPDATE groups SET max_instagram_accounts = 1 WHERE id = 1;
    INSERT INTO posts (platform, external_id, account_id, views, first_seen_at, updated_at) VALUES
        ('instagram', '1', 1, 10, now(), now()), ('tiktok', '7526770564367748360', 3, 20, now(), now());
    INSERT INTO tracked_videos (group_id, url, video_id, short_url, post_id, created_at) VALUES
        (1, 'https://www.tiktok.com/@1e3/video/7526770564367748360', '7526770564367748360', NULL, 2, now()),
        (1, 'https://vm.tiktok.com/ZMabc1234/', '7526770564367748361', 'https://vm.tiktok.com/ZMabc1234/', NULL, now()),
        (2, 'https://vm.tiktok.com/ZMabc1234/', NULL, 'https://vm.tiktok.com/ZMabc1234/', NULL, now());
    UPDATE groups SET max_tiktok_videos = 1 WHERE id = 1;";

/// Returns every row of every table without the names of resources.
const ROWS: &str = "
    SELECT concat('settings ', to_jsonb(s)) FROM settings s
    UNION ALL SELECT concat('users ', to_jsonb(u)) FROM users u
    UNION ALL SELECT concat('pools ', to_jsonb(p)) FROM scraper_pools p
    UNION ALL SELECT concat('groups ', to_jsonb(g) - '{resource,namespace}'::text[]) FROM groups g
    UNION ALL SELECT concat('accounts ', to_jsonb(t) - 'resource') FROM tracked_accounts t
    UNION ALL SELECT concat('videos ', to_jsonb(v) - 'resource') FROM tracked_videos v
    UNION ALL SELECT concat('platform accounts ', to_jsonb(a)) FROM platform_accounts a
    UNION ALL SELECT concat('posts ', to_jsonb(p)) FROM posts p
    UNION ALL SELECT concat('measurements ', to_jsonb(m)) FROM post_metrics m
    UNION ALL SELECT concat('counters ', to_jsonb(c)) FROM account_counters c
    UNION ALL SELECT concat('costs ', to_jsonb(c)) FROM capped_costs c
    UNION ALL SELECT concat('audit ', to_jsonb(l)) FROM audit_log l
    ORDER BY 1";

impl Filled {
    pub(super) async fn new() -> Self {
        let server = TestServer::start().await.unwrap();
        let migrations = Path::new("../crates/db/migrations");
        let database = server.migrated_database(migrations).await.unwrap();
        let owner = PgPool::connect_with(database.options.clone()).await.unwrap();
        sqlx::raw_sql(FILL).execute(&owner).await.unwrap();
        let secrets = Secrets::generate().unwrap();
        let config = ApiConfig::new(database.options.clone(), secrets, Arc::new(SystemClock));
        Self {
            api: Api::connect(config).await.unwrap(),
            database,
            owner,
            _server: server,
        }
    }

    pub(super) fn url(&self) -> String {
        self.database.options.to_url_lossy().to_string()
    }

    pub(super) async fn rows(&self) -> Vec<String> {
        sqlx::query_scalar(ROWS).fetch_all(&self.owner).await.unwrap()
    }

    /// Counts the rows without a resource.
    pub(super) async fn unnamed(&self) -> i64 {
        sqlx::query_scalar(
            "SELECT (SELECT count(*) FROM groups WHERE resource IS NULL)
                  + (SELECT count(*) FROM tracked_accounts WHERE resource IS NULL)
                  + (SELECT count(*) FROM tracked_videos WHERE resource IS NULL)",
        )
        .fetch_one(&self.owner)
        .await
        .unwrap()
    }
}
