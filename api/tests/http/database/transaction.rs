//! Tests of requests whose transaction conflicts with another one.

use std::time::Duration;

use http::Method;
use serde_json::{Value, json};
use sqlx::{Postgres, Transaction};

use crate::support::{TestResponse, World, run};

/// A lock is waited for within milliseconds, on a busy machine within seconds.
const TIMEOUT: Duration = Duration::from_mins(2);

/// A conflicting transaction that always wins, and has locked `first`.
async fn rival(world: &World, first: &'static str) -> Transaction<'static, Postgres> {
    let mut rival = world.owner.begin().await.unwrap();
    for statement in ["SET LOCAL deadlock_timeout = '1h'", first] {
        sqlx::query(statement).execute(&mut *rival).await.unwrap();
    }
    rival
}

/// Returns the response to a request that waits for the conflicting transaction while that transaction begins to wait for it.
async fn between(
    world: &World,
    mut rival: Transaction<'static, Postgres>,
    then: &'static str,
    request: impl Future<Output = TestResponse>,
) -> TestResponse {
    let waits = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
                 AND application_name = 'clipmeter_app' AND wait_event_type = 'Lock'";
    let cross = async {
        let waiting = async { while world.count(waits).await == 0 {} };
        tokio::time::timeout(TIMEOUT, waiting).await.unwrap();
        // Completes after the request was aborted.
        sqlx::query(then).execute(&mut *rival).await.unwrap();
        rival.commit().await.unwrap();
    };
    futures::future::join(request, cross).await.0
}

/// Creates a group with an account whose cost has a cap, so that its sums depend on settings, group and posts.
async fn with_sums() -> World {
    let world = World::new().await;
    world.track(&world.member_a, "instagram", "nasa").await;
    let capped = "UPDATE settings SET cost = ROW('per_mille', 0, 2, 5)::cost";
    world.execute(capped).await;
    world
}

/// Returns how often an action is in the audit log. Aborted attempts leave no entry.
async fn noted(world: &World, action: &str) -> i64 {
    sqlx::query_scalar("SELECT count(*) FROM audit_log WHERE action = $1")
        .bind(action)
        .fetch_one(&world.owner)
        .await
        .unwrap()
}

/// A request that loses its transaction against a rival.
struct Conflict {
    name: &'static str,
    /// What the rival has locked before the request.
    held: &'static str,
    /// What it waits for while the request waits for it.
    awaited: &'static str,
    method: Method,
    path: String,
    body: Value,
    /// A part of the response.
    response: (&'static str, Value),
    /// The entries of this action that the request adds to the audit log.
    noted: (&'static str, i64),
}

const COUNTERS: &str = "SELECT FROM account_counters FOR UPDATE";
const SETTINGS: &str = "SELECT FROM settings FOR UPDATE";
const GROUPS: &str = "SELECT FROM groups FOR UPDATE";
const TRACKED: &str = "SELECT FROM tracked_accounts FOR UPDATE";
const LOG: &str = "LOCK TABLE audit_log IN SHARE MODE";

fn updates_and_additions(group: i64, account: i64) -> [Conflict; 7] {
    let cost = || json!({"model": "per_mille", "rate": 3, "cap": 7});
    [
        Conflict {
            name: "settings during a deletion",
            held: COUNTERS,
            awaited: "SELECT FROM settings FOR SHARE",
            method: Method::PUT,
            path: "/api/admin/settings".to_owned(),
            body: json!({"content_visibility": "all", "cost": cost()}),
            response: ("/content_visibility", json!("all")),
            noted: ("settings.update", 1),
        },
        Conflict {
            name: "intervals during reads of settings and log",
            held: LOG,
            awaited: SETTINGS,
            method: Method::PUT,
            path: "/api/scraping/intervals".to_owned(),
            body: json!({"instagram": 20, "tiktok": 30}),
            response: ("/tiktok", json!(30)),
            noted: ("intervals.update", 1),
        },
        Conflict {
            name: "a group's cost during a deletion",
            held: COUNTERS,
            awaited: GROUPS,
            method: Method::PATCH,
            path: format!("/api/groups/{group}"),
            body: json!({"cost": cost()}),
            response: ("/id", json!(group)),
            noted: ("group.update", 1),
        },
        Conflict {
            name: "an account's cost during a deletion",
            held: COUNTERS,
            awaited: TRACKED,
            method: Method::PATCH,
            path: format!("/api/instagram/accounts/{account}"),
            body: json!({"cost": cost()}),
            response: ("/cost/cap", json!(7.0)),
            noted: ("account.update", 1),
        },
        Conflict {
            name: "an added account during an update of the settings",
            held: SETTINGS,
            awaited: GROUPS,
            method: Method::POST,
            path: "/api/instagram/accounts".to_owned(),
            body: json!({"username": "natgeo", "group_id": group}),
            response: ("/username", json!("natgeo")),
            noted: ("account.add", 1),
        },
        Conflict {
            name: "an added video during an update of users",
            held: "SELECT FROM users FOR UPDATE",
            awaited: GROUPS,
            method: Method::POST,
            path: "/api/tiktok/videos/add".to_owned(),
            body: json!({"urls": ["https://www.tiktok.com/@nasa/video/7301234567890123456"], "group_id": group}),
            response: ("/added_count", json!(1)),
            noted: ("video.add", 1),
        },
        Conflict {
            name: "added accounts during an update of the settings",
            held: SETTINGS,
            awaited: GROUPS,
            method: Method::POST,
            path: "/api/instagram/accounts/bulk".to_owned(),
            body: json!({"accounts": [{"username": "esa"}, {"username": "jaxa"}], "group_id": group}),
            response: ("/added_count", json!(2)),
            noted: ("account.add", 1),
        },
    ]
}

/// Changes of a session while a run reports it.
fn session_changes(session: i64) -> [Conflict; 2] {
    [
        ("disable", "sessions.disable", "disabled"),
        ("reenable", "sessions.reenable", "active"),
    ]
    .map(|(verb, action, state)| Conflict {
        name: action,
        held: LOG,
        awaited: "SELECT FROM sessions FOR UPDATE",
        method: Method::POST,
        path: format!("/api/scraping/pool/{session}/{verb}"),
        body: Value::Null,
        response: ("/state", json!(state)),
        noted: (action, 1),
    })
}

/// Deletions of a video, two accounts, their user and their group.
fn deletions(world: &World, video: i64, accounts: [i64; 2], user: i64) -> [Conflict; 5] {
    let deletion = |name, awaited, path, response, action| Conflict {
        name,
        held: LOG,
        awaited,
        method: Method::DELETE,
        path,
        body: Value::Null,
        response,
        noted: (action, 1),
    };
    [
        deletion(
            "a deleted video",
            "SELECT FROM tracked_videos FOR UPDATE",
            format!("/api/tiktok/videos/{video}"),
            ("/message", json!("Video deleted")),
            "video.delete",
        ),
        deletion(
            "a deleted account",
            TRACKED,
            format!("/api/instagram/accounts/{}", accounts[0]),
            ("/message", json!("Account deleted")),
            "account.delete",
        ),
        Conflict {
            method: Method::POST,
            body: json!({"account_ids": [accounts[1]]}),
            ..deletion(
                "deleted accounts",
                TRACKED,
                "/api/instagram/accounts/bulk-delete".to_owned(),
                ("/deleted_count", json!(1)),
                "account.delete",
            )
        },
        deletion(
            "a deleted user",
            "SELECT FROM users FOR UPDATE",
            format!("/api/admin/users/{user}"),
            (
                "/message",
                json!("User and all associated data deleted successfully"),
            ),
            "user.delete",
        ),
        deletion(
            "a deleted group",
            GROUPS,
            format!("/api/groups/{}", world.group_a),
            ("/message", json!("Group deleted successfully")),
            "group.delete",
        ),
    ]
}

#[test]
fn request_that_loses_its_transaction_succeeds_and_is_audited_once() {
    run(async {
        let world = with_sums().await;
        let member = &world.member_a;
        let accounts = [
            world.track(member, "instagram", "one").await,
            world.track(member, "instagram", "two").await,
        ];
        let video = json!({"urls": ["https://www.tiktok.com/@nasa/video/7301234567890123457"]});
        world.post(member, "/api/tiktok/videos/add", video).await.ok();
        let session = json!({"sessions": ["1:token"]});
        world
            .post(&world.admin, "/api/scraping/sessions", session)
            .await
            .ok();
        let video = world.count("SELECT id FROM tracked_videos").await;
        let session = world.count("SELECT id FROM sessions").await;
        let user = world.count("SELECT id FROM users WHERE username = 'ann'").await;

        let conflicts = updates_and_additions(world.group_a, accounts[0])
            .into_iter()
            .chain(session_changes(session))
            .chain(deletions(&world, video, accounts, user));
        for conflict in conflicts {
            let name = conflict.name;
            let before = noted(&world, conflict.noted.0).await;
            let rival = rival(&world, conflict.held).await;
            let request = world.send_json(conflict.method, &world.admin, &conflict.path, conflict.body);
            let response = between(&world, rival, conflict.awaited, request).await;
            assert!(response.status.is_success(), "{name}: {response:?}");
            let (part, expected) = conflict.response;
            assert_eq!(
                response.json.pointer(part),
                Some(&expected),
                "{name}: {response:?}"
            );
            let added = noted(&world, conflict.noted.0).await - before;
            assert_eq!(added, conflict.noted.1, "{name}");
        }
    });
}
