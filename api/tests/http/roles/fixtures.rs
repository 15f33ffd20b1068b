//! Objects of a group. Each call has its own, unless no earlier call has changed them.

use serde_json::json;
use uuid::Uuid;

use crate::support::{ADMIN_PASSWORD, World};

pub(super) struct Fixtures {
    pub(super) group: i64,
    /// A group without users.
    pub(super) spare_group: i64,
    /// A user of the group who may be switched off or deleted.
    pub(super) user: i64,
    pub(super) instagram_account: i64,
    pub(super) tiktok_account: i64,
    pub(super) post: i64,
    pub(super) video: i64,
    /// A single video that the group tracks.
    pub(super) tracked_video: i64,
    /// A video that the group tracked.
    pub(super) deletion: i64,
    /// A view that is shared with the group.
    pub(super) view: i64,
    pub(super) share_link: i64,
    /// A session of the pool.
    pub(super) session: i64,
    /// A proxy that is not in use.
    pub(super) proxy: i64,
    /// A scraper pool that is not in use.
    pub(super) scraper_pool: String,
    /// A run that scraped the group's accounts.
    pub(super) run: Uuid,
    /// A run in which they failed.
    pub(super) failed_run: Uuid,
    /// A name that nothing has yet.
    pub(super) fresh: String,
    /// The URL of a video that is not tracked yet.
    pub(super) video_url: String,
    /// The credentials of a user.
    pub(super) username: &'static str,
    pub(super) password: &'static str,
}

impl Fixtures {
    /// The `n`th things of a group.
    pub(super) async fn new(world: &World, group: i64, n: usize) -> Self {
        let accounts = [
            track(world, group, "instagram", n).await,
            track(world, group, "tiktok", n).await,
        ];
        let numbers = [Some(1000), Some(100), Some(10), Some(1)];
        let item = async |platform: &str| {
            let id = format!("{n}");
            world.add_item(platform, &name(n), &id, None, numbers).await
        };
        let post = item("instagram").await;
        let video = item("tiktok").await;
        let user = sqlx::query_scalar(
            "INSERT INTO users (username, group_id, password_hash, created_at)
             SELECT $1, $2, password_hash, created_at FROM users WHERE username = 'admin' RETURNING id",
        )
        .bind(format!("user{n}"))
        .bind(group)
        .fetch_one(&world.owner)
        .await
        .unwrap();
        let tracked_video = sqlx::query_scalar(
            "INSERT INTO tracked_videos (group_id, url, video_id, post_id, created_at)
             SELECT $1, 'https://www.tiktok.com/@' || $2 || '/video/' || $3, $3, $4, created_at FROM groups WHERE id = $1
             RETURNING id",
        )
        .bind(group)
        .bind(name(n))
        .bind(format!("{n}"))
        .bind(video)
        .fetch_one(&world.owner)
        .await
        .unwrap();
        let deletion = sqlx::query_scalar(
            "INSERT INTO tombstones (kind, platform, name, group_id, video_id, state, deleted_at)
             SELECT 'video', 'tiktok', 'https://www.tiktok.com/@a/video/9' || $2, $1, '9' || $2, '{}', created_at
             FROM groups WHERE id = $1 RETURNING id",
        )
        .bind(group)
        .bind(format!("{n}"))
        .fetch_one(&world.owner)
        .await
        .unwrap();
        let view = sqlx::query_scalar(
            "INSERT INTO saved_views (user_id, group_id, page, name, query, created_at)
             SELECT $1, id, 'content', $3, 'q=a', created_at FROM groups WHERE id = $2 RETURNING id",
        )
        .bind(user)
        .bind(group)
        .bind(name(n))
        .fetch_one(&world.owner)
        .await
        .unwrap();
        let spare_group = sqlx::query_scalar(
            "INSERT INTO groups (name, created_at) SELECT $1, created_at FROM groups WHERE id = $2 RETURNING id",
        )
        .bind(format!("Spare {n}"))
        .bind(group)
        .fetch_one(&world.owner)
        .await
        .unwrap();
        let session = json!({"sessions": [format!("5821{n:07}%3AkQm2xV8tYb3LzR%3A12%3AAYeSession")]});
        world
            .post(&world.admin, "/api/scraping/sessions", session)
            .await
            .ok();
        let session = world.count("SELECT max(id) FROM sessions").await;
        let proxy = json!({"name": format!("Proxy {n}"), "url": "http://proxy.example:8080"});
        world
            .post(&world.admin, "/api/scraping/proxies", proxy)
            .await
            .ok();
        let proxy = world.count("SELECT max(id) FROM proxies").await;
        Self {
            group,
            spare_group,
            user,
            instagram_account: accounts[0],
            tiktok_account: accounts[1],
            post,
            video,
            tracked_video,
            deletion,
            view,
            share_link: share_link(world, group, n).await,
            session,
            proxy,
            scraper_pool: scraper_pool(world, n).await,
            run: run(world, accounts[0], "ok").await,
            failed_run: run(world, accounts[0], "transient").await,
            fresh: format!("fresh{n}"),
            video_url: format!("https://www.tiktok.com/@fresh/video/73012345678{n:08}"),
            username: "admin",
            password: ADMIN_PASSWORD,
        }
    }
}

fn name(n: usize) -> String {
    format!("account{n}")
}

/// Adds a scraper pool, and returns its name.
async fn scraper_pool(world: &World, n: usize) -> String {
    let name = format!("pool{n}");
    let body = json!({"name": name});
    world
        .post(&world.admin, "/api/scraping/scraper-pools", body)
        .await
        .ok();
    name
}

async fn track(world: &World, group: i64, platform: &str, n: usize) -> i64 {
    sqlx::query_scalar(
        "WITH account AS (
             INSERT INTO platform_accounts (platform, username, created_at)
             SELECT $2, $3, created_at FROM groups WHERE id = $1
             RETURNING id, created_at
         )
         INSERT INTO tracked_accounts (group_id, account_id, created_at) SELECT $1, id, created_at FROM account
         RETURNING id",
    )
    .bind(group)
    .bind(platform)
    .bind(name(n))
    .fetch_one(&world.owner)
    .await
    .unwrap()
}

/// A run that has ended, and how the account did.
async fn run(world: &World, tracked: i64, outcome: &str) -> Uuid {
    sqlx::query_scalar(
        "WITH attempt AS (
             UPDATE platform_accounts a SET last_outcome = $2, last_attempt_at = a.created_at
             FROM tracked_accounts t WHERE t.id = $1 AND a.id = t.account_id
         ), run AS (
             INSERT INTO runs (id, platform, trigger, opened_at, ended_at, end_reason)
             SELECT gen_random_uuid(), 'instagram', 'request', created_at, created_at, 'completed'
             FROM tracked_accounts WHERE id = $1
             RETURNING id, opened_at
         )
         INSERT INTO run_units (run_id, account_id, max_items, assigned, outcome, ended_at)
         SELECT run.id, account_id, 10, false, $2, run.opened_at FROM run, tracked_accounts t WHERE t.id = $1
         RETURNING run_id",
    )
    .bind(tracked)
    .bind(outcome)
    .fetch_one(&world.owner)
    .await
    .unwrap()
}

async fn share_link(world: &World, group: i64, n: usize) -> i64 {
    sqlx::query_scalar(
        "INSERT INTO share_links (group_id, name, token_digest, created_at)
         SELECT id, $2, sha256(convert_to($2, 'UTF8')), created_at FROM groups WHERE id = $1 RETURNING id",
    )
    .bind(group)
    .bind(name(n))
    .fetch_one(&world.owner)
    .await
    .unwrap()
}
