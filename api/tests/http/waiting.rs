//! Tests that responses show why accounts wait.

use std::time::Duration;

use chrono::{DateTime, Utc};
use clipmeter_runtime::Clock as _;
use serde_json::{Value, json};

use crate::support::{Script, World, run};

/// Puts an address on cooldown for half an hour on every platform, and returns the end.
async fn refuse_the_address(world: &World, address: &str) -> DateTime<Utc> {
    let now = world.clock.now();
    let until = now + Duration::from_mins(30);
    sqlx::query(
        "INSERT INTO rate_limit_buckets (kind, platform, key, used_at, ready_at, blocked_until)
         SELECT 'address', platform, $1, $2, $3, $3 FROM unnest(ARRAY['instagram', 'tiktok']) AS platform",
    )
    .bind(address)
    .bind(now)
    .bind(until)
    .execute(&world.owner)
    .await
    .unwrap();
    until
}

fn waits(name: &str, platform: &str, until: DateTime<Utc>) -> Value {
    let time = (until + Duration::from_secs(59)).format("%H:%M");
    json!({
        "platform": platform,
        "reason": "address_cooldown",
        "summary": format!("{name} refuses requests from this address."),
        "message": format!("{name} refuses requests from this address. Next attempt at {time} UTC."),
        "until": until,
    })
}

#[test]
fn scrape_request_during_cooldown_shows_reason_and_end() {
    run(async {
        let world = World::new().await;
        let member = &world.member_a;
        let post = world.track(member, "instagram", "natgeo").await;
        world.track(member, "tiktok", "khaby.lame").await;
        world.starter.set(Script::Hang);
        let until = refuse_the_address(&world, "office").await;
        let instagram = waits("Instagram", "instagram", until);
        let tiktok = waits("TikTok", "tiktok", until);

        let refresh = format!("/api/instagram/accounts/{post}/refresh");
        let trigger = json!({"group_id": world.group_a});
        for (response, expected) in [
            (world.poke(member, &refresh).await, instagram.clone()),
            (
                world.poke(member, "/api/instagram/scrape-all").await,
                json!([instagram]),
            ),
            (
                world.poke(member, "/api/dashboard/scrape-all").await,
                json!([instagram, tiktok]),
            ),
            (
                world
                    .post(&world.admin, "/api/scraping/trigger/tiktok", trigger)
                    .await,
                json!([tiktok]),
            ),
        ] {
            assert!(!response.text.contains("office"), "{response:?}");
            assert_eq!(response.ok()["waiting"], expected);
        }

        // The lists and the dashboard also show it to users who did not request a scrape.
        let accounts = world.get(member, "/api/instagram/accounts").await.ok();
        assert_eq!(accounts["accounts"][0]["waiting"], instagram);
        let stats = world.get(member, "/api/dashboard/stats").await.ok();
        assert_eq!(stats["freshness"]["tiktok"]["waiting"], tiktok);

        world.clock.advance(Duration::from_mins(31));
        let accounts = world.get(member, "/api/instagram/accounts").await.ok();
        assert_eq!(accounts["accounts"][0]["waiting"], Value::Null);
        let stats = world.get(member, "/api/dashboard/stats").await.ok();
        assert_eq!(stats["freshness"]["tiktok"]["waiting"], Value::Null);
    });
}

#[test]
fn refresh_interrupted_during_cooldown_returns_wait_reason() {
    run(async {
        let world = World::new().await;
        let id = world.track(&world.member_a, "instagram", "natgeo").await;
        world.starter.set(Script::Die);
        let until = refuse_the_address(&world, "direct").await;
        let path = format!("/api/instagram/accounts/{id}/refresh");
        let response = world.poke(&world.member_a, &path).await;
        response.refused(502, "scrape_failed");
        let expected = waits("Instagram", "instagram", until);
        assert_eq!(json!(response.error()), expected["message"]);
    });
}

#[test]
fn video_of_deactivated_group_does_not_wait_for_a_scrape() {
    run(async {
        let world = World::new().await;
        let urls = json!({"urls": ["https://www.tiktok.com/@u/video/7526770564367748360"]});
        world
            .post(&world.member_a, "/api/tiktok/videos/add", urls)
            .await
            .ok();
        let until = refuse_the_address(&world, "office").await;
        let path = format!("/api/tiktok/videos?group_id={}", world.group_a);
        let toggle = format!("/api/groups/{}/toggle", world.group_a);
        for is_active in [true, false, true] {
            let videos = world.get(&world.admin, &path).await.ok();
            let video = &videos["videos"][0];
            assert_eq!(video["next_scrape"].is_string(), is_active, "{video}");
            let expected = if is_active {
                waits("TikTok", "tiktok", until)
            } else {
                Value::Null
            };
            assert_eq!(video["waiting"], expected, "{video}");
            world.poke(&world.admin, &toggle).await.ok();
        }
    });
}

#[test]
fn account_needing_a_session_shows_wait_reason() {
    run(async {
        let world = World::new().await;
        world.track(&world.member_a, "instagram", "natgeo").await;
        let waiting = async || {
            let accounts = world.get(&world.member_a, "/api/instagram/accounts").await.ok();
            let waiting = &accounts["accounts"][0]["waiting"];
            (waiting["reason"].clone(), waiting["message"].clone())
        };
        let owner = async |statement: &'static str| {
            sqlx::query(statement)
                .bind(world.clock.now())
                .execute(&world.owner)
                .await
                .unwrap();
            // The lists stay unchanged until there is a notification.
            world.clock.advance(Duration::from_mins(2));
        };
        assert_eq!(waiting().await, (Value::Null, Value::Null));
        owner("UPDATE platform_accounts SET last_outcome = 'no_session', last_attempt_at = $1").await;
        let message = "No Instagram session can be used. An admin must add or re-enable one.";
        assert_eq!(waiting().await, (json!("no_session"), json!(message)));
        owner(
            "INSERT INTO sessions (fingerprint, key_id, nonce, sealed, state, cooling_until, created_at)
             SELECT decode(repeat('0' || n, 32), 'hex'), 'test', decode(repeat('00', 12), 'hex'), '', 'cooling',
                    $1::timestamptz + n * interval '1 hour', $1 FROM generate_series(1, 2) n",
        )
        .await;
        assert_eq!(waiting().await.0, json!("sessions_cooling"));
        owner("UPDATE sessions SET state = 'active', cooling_until = NULL WHERE cooling_until > $1::timestamptz + interval '90 minutes'").await;
        assert_eq!(waiting().await, (Value::Null, Value::Null));
    });
}
