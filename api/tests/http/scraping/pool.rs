//! Tests of the session pool, and of disabling and re-enabling sessions.

use std::time::Duration;

use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{Outcome, Platform, RunTrigger, SessionReport};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{World, run};

const PATH: &str = "/api/scraping/pool";

/// Creates an installation with sessions, the first of which is leased to a run for an account.
async fn world_of(sessions: usize) -> (World, Uuid, Uuid, i64) {
    let world = World::new().await;
    world.track(&world.member_a, "instagram", "natgeo").await;
    let lines: Vec<String> = (0..sessions).map(|n| format!("{n}:token")).collect();
    let body = json!({"sessions": lines});
    world
        .post(&world.admin, "/api/scraping/sessions", body)
        .await
        .ok();
    let runs = world.api.runs();
    let units = runs.list_units().await.unwrap();
    let keys: Vec<_> = units.iter().filter_map(|unit| unit.key).collect();
    let id = Uuid::new_v4();
    runs.open_run(id, Platform::Instagram, &keys, RunTrigger::Schedule)
        .await
        .unwrap();
    let batch = runs.fetch_batch(id, None, "").await.unwrap();
    let token = batch.lease_token.parse().unwrap();
    let unit = batch.units[0].unit_id;
    let response = runs.take_session(id, token, unit, &[]).await.unwrap();
    (world, id, token, response.session.unwrap().session_id)
}

async fn report(world: &World, (run, token): (Uuid, Uuid), session_id: i64, outcome: Outcome) {
    let report = SessionReport {
        session_id,
        outcome: outcome.into(),
        retry_after_seconds: Some(600),
        ..SessionReport::default()
    };
    let report = clipmeter_db::ingest::report::Report {
        run,
        lease_token: token,
        sequence: 1,
        body: Body::Session(report),
    };
    world.api.runs().store(&report).await.unwrap();
}

async fn pool(world: &World, query: &str) -> Value {
    world.get(&world.admin, &format!("{PATH}{query}")).await.ok()
}

#[test]
fn session_pool_shows_status_of_each_session() {
    run(async {
        let (world, id, token, session) = world_of(3).await;
        let before = pool(&world, "").await;
        assert_eq!(
            before["summary"],
            json!({"total": 3, "usable": 3, "required": 1, "in_use": 1, "active": 3, "cooling": 0, "suspect": 0, "challenged": 0,
                   "dead": 0, "disabled": 0})
        );
        assert_eq!(before["breaker"], Value::Null);
        let first = &before["sessions"][0];
        assert_eq!(
            first,
            &json!({"id": session, "index": 0, "name": first["name"], "state": "active", "reason": null,
                    "reason_text": null, "since": "2026-11-21T10:00:00Z", "until": null, "in_use": true,
                    "last_used_at": "2026-11-21T10:00:00Z", "requests_24_hours": 0, "success_rate": null,
                    "last_error": null, "accounts": 1, "proxy_id": null})
        );
        assert_eq!(first["name"].as_str().unwrap().len(), 8);

        world.clock.advance(Duration::from_secs(5));
        report(&world, (id, token), session, Outcome::RateLimited).await;
        let after = pool(&world, "?state=cooling").await;
        assert_eq!((&after["total"], &after["total_pages"]), (&json!(1), &json!(1)));
        assert_eq!(
            (&after["summary"]["usable"], &after["summary"]["cooling"]),
            (&json!(2), &json!(1))
        );
        let cooling = &after["sessions"][0];
        let text = "Instagram limited the session's requests. It recovers automatically.";
        assert_eq!(
            (&cooling["reason"], &cooling["reason_text"]),
            (&json!("rate_limited"), &json!(text))
        );
        assert_eq!(
            (&cooling["since"], &cooling["until"]),
            (&json!("2026-11-21T10:00:05Z"), &json!("2026-11-21T10:10:05Z"))
        );
        assert_eq!(
            cooling["last_error"],
            json!({"status": "rate_limited", "status_text": text, "at": "2026-11-21T10:00:05Z"})
        );
        let page = pool(&world, "?per_page=2&page=2").await;
        assert_eq!((&page["total"], &page["total_pages"]), (&json!(3), &json!(2)));
        assert_eq!(page["sessions"][0]["index"], 2);
        for query in ["?state=asleep", "?page=0", "?per_page=101"] {
            world
                .get(&world.admin, &format!("{PATH}{query}"))
                .await
                .refused(422, "invalid_request");
        }
    });
}

#[test]
fn session_pool_explains_suspect_session_and_open_breaker() {
    run(async {
        let (world, id, token, session) = world_of(2).await;
        report(&world, (id, token), session, Outcome::SessionDead).await;
        let suspect = pool(&world, "?state=suspect").await;
        let (usable, row) = (&suspect["summary"]["usable"], &suspect["sessions"][0]);
        assert_eq!((usable, &row["id"]), (&json!(1), &json!(session)));
        assert_eq!(
            row["reason_text"],
            "Instagram requires a new login. The session is retried automatically, and counts as dead if this is confirmed."
        );
        assert!(row["until"].as_str().unwrap() > "2026-11-21T10:05", "{row}");

        let open = "INSERT INTO session_breakers AS b (platform, opened_at, open_until, prevented)
                    VALUES ('instagram', '2026-11-21T09:58:00Z', '2026-11-21T10:08:00Z', 3)
                    ON CONFLICT (platform) DO UPDATE
                    SET opened_at = excluded.opened_at, open_until = excluded.open_until, prevented = excluded.prevented";
        world.execute(open).await;
        assert_eq!(
            pool(&world, "").await["breaker"],
            json!({"since": "2026-11-21T09:58:00Z", "until": "2026-11-21T10:08:00Z", "prevented": 3})
        );
        world.clock.advance(Duration::from_mins(8));
        assert_eq!(pool(&world, "").await["breaker"], Value::Null);
    });
}

#[test]
fn session_disable_and_reenable_are_audited() {
    run(async {
        let (world, _, _, session) = world_of(1).await;
        let status = async |expected: Value| {
            world.clock.advance(Duration::from_secs(61));
            let status = world.get(&world.admin, "/api/admin/scraping/status").await.ok();
            assert_eq!(status["sessions"], expected);
        };
        status(json!({"usable": 1, "required": 1})).await;
        for _ in 0..2 {
            let disabled = world
                .poke(&world.admin, &format!("{PATH}/{session}/disable"))
                .await
                .ok();
            assert_eq!(
                (&disabled["state"], &disabled["reason"], &disabled["reason_text"]),
                (
                    &json!("disabled"),
                    &json!("admin"),
                    &json!("An admin disabled it.")
                )
            );
        }
        status(json!({"usable": 0, "required": 1})).await;
        let reenabled = world
            .poke(&world.admin, &format!("{PATH}/{session}/reenable"))
            .await
            .ok();
        assert_eq!(
            (&reenabled["state"], &reenabled["reason"]),
            (&json!("active"), &Value::Null)
        );
        status(json!({"usable": 1, "required": 1})).await;
        for (action, entries) in [("sessions.disable", 1), ("sessions.reenable", 1)] {
            let log = format!("/api/admin/audit-log?action={action}");
            let log = world.get(&world.admin, &log).await.ok();
            assert_eq!(log["total"], entries, "{action}");
            assert_eq!(log["entries"][0]["details"], json!({"session": session}));
        }
        for id in ["0", "x"] {
            for verb in ["disable", "reenable"] {
                let path = format!("{PATH}/{id}/{verb}");
                world.poke(&world.admin, &path).await.refused(404, "not_found");
            }
        }
    });
}
