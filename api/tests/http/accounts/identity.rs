//! Tests of resolving handle conflicts.

use serde_json::json;

use crate::support::{World, run};

/// Tracks an account with an item in group A, and reports a handle conflict. Returns its ID.
async fn with_handle_conflict(world: &World) -> i64 {
    let id = world.track(&world.member_a, "instagram", "natgeo").await;
    world
        .add_item("instagram", "natgeo", "1", None, [Some(10), Some(1), None, None])
        .await;
    world
        .execute(
            "UPDATE platform_accounts SET platform_id = '17', former_usernames = '{nationalgeo}',
             last_outcome = 'identity_changed', last_attempt_at = '2026-11-21T09:00:00Z',
             handle_conflict_at = '2026-11-21T09:00:00Z', new_owner_id = '99', new_owner_username = 'natgeo',
             new_owner_display_name = 'Nat', new_owner_followers = 1200",
        )
        .await;
    id
}

async fn decide(world: &World, id: i64, decision: &str) -> crate::support::TestResponse {
    let path = format!("/api/instagram/accounts/{id}/identity");
    world
        .post(&world.admin, &path, json!({"decision": decision}))
        .await
}

#[test]
fn handle_conflict_shows_new_owner_and_stops_scraping() {
    run(async {
        let world = World::new().await;
        let id = with_handle_conflict(&world).await;
        let list = world.get(&world.member_a, "/api/instagram/accounts").await.ok();
        let account = &list["accounts"][0];
        assert_eq!(account["former_usernames"], json!(["nationalgeo"]));
        let new_owner = json!({
            "username": "natgeo", "display_name": "Nat", "platform_id": "99", "followers": 1200,
            "seen_at": "2026-11-21T09:00:00Z",
        });
        assert_eq!(account["new_owner"], new_owner);
        assert_eq!(account["next_scrape"], json!(null));
        assert_eq!(account["cadence"]["reason"], "undecided");
        assert_eq!(account["cadence"]["every_minutes"], json!(null));
        let stats = world.get(&world.member_a, "/api/dashboard/stats").await.ok();
        assert_eq!(
            stats["freshness"]["instagram"]["next_scrape"],
            json!(null),
            "{stats}"
        );

        let refresh = format!("/api/instagram/accounts/{id}/refresh");
        world
            .poke(&world.member_a, &refresh)
            .await
            .refused(502, "scrape_failed");
        world
            .poke(&world.member_a, "/api/instagram/scrape-all")
            .await
            .refused(400, "no_accounts");
        assert_eq!(world.count("SELECT count(*) FROM runs").await, 0);
    });
}

#[test]
fn handle_conflict_decided_same_keeps_account_under_new_id() {
    run(async {
        let world = World::new().await;
        let id = with_handle_conflict(&world).await;
        let account = decide(&world, id, "same").await.ok();
        assert_eq!((&account["id"], &account["post_count"]), (&json!(id), &json!(1)));
        assert_eq!(account["new_owner"], json!(null));
        // Due immediately.
        assert_eq!(account["next_scrape"], json!("2026-11-21T10:00:00Z"));
        assert_eq!(
            world
                .count("SELECT count(*) FROM platform_accounts WHERE platform_id = '99'")
                .await,
            1
        );
        decide(&world, id, "same").await.refused(409, "nothing_to_decide");
        let audited = "SELECT count(*) FROM audit_log WHERE action = 'account.identity'
                       AND details = '{\"platform\": \"instagram\", \"username\": \"natgeo\", \"decision\": \"same\"}'";
        assert_eq!(world.count(audited).await, 1);
    });
}

#[test]
fn handle_conflict_decided_same_merges_account_of_other_group() {
    run(async {
        let world = World::new().await;
        let id = with_handle_conflict(&world).await;
        let other = world.track(&world.member_b, "instagram", "natgeo").await;
        world
            .execute(
                "UPDATE platform_accounts SET first_success_at = '2026-10-01T12:00:00Z' WHERE platform_id = '17';
                 UPDATE platform_accounts SET platform_id = '99' WHERE platform_id IS NULL",
            )
            .await;
        let account = decide(&world, id, "same").await.ok();
        assert_eq!((&account["id"], &account["post_count"]), (&json!(id), &json!(1)));
        assert_eq!(account["former_usernames"], json!(["nationalgeo"]));
        // Tracked since October, though the other row was never read.
        let gains = "/api/instagram/accounts/gains?from=2026-11-01&to=2026-11-20";
        let gains = world.get(&world.member_a, gains).await.ok();
        assert_eq!(gains["accounts"][0]["gained_views"], 0);
        let list = world.get(&world.member_b, "/api/instagram/accounts").await.ok();
        assert_eq!(list["accounts"][0]["id"], json!(other));
        assert_eq!(list["accounts"][0]["post_count"], 1);
        assert_eq!(world.count("SELECT count(*) FROM platform_accounts").await, 1);
    });
}

#[test]
fn handle_conflict_decided_replace_starts_new_account() {
    run(async {
        for is_shared in [false, true] {
            let world = World::new().await;
            let id = with_handle_conflict(&world).await;
            if is_shared {
                sqlx::query(
                    "INSERT INTO tracked_accounts (group_id, account_id, created_at)
                     SELECT $1, account_id, created_at FROM tracked_accounts",
                )
                .bind(world.group_b)
                .execute(&world.owner)
                .await
                .unwrap();
            }
            let account = decide(&world, id, "replace").await.ok();
            assert_eq!((&account["id"], &account["post_count"]), (&json!(id), &json!(0)));
            assert_eq!(account["status"], "pending");
            let left = i64::from(is_shared);
            assert_eq!(world.count("SELECT count(*) FROM posts").await, left);
            assert_eq!(
                world.count("SELECT count(*) FROM platform_accounts").await,
                1 + left
            );
            let list = world.get(&world.member_b, "/api/instagram/accounts").await.ok();
            let undecided = list["accounts"][0]["new_owner"]["platform_id"].clone();
            assert_eq!(undecided, if is_shared { json!("99") } else { json!(null) });
        }
    });
}

#[test]
fn handle_conflict_decision_merges_two_rows_of_group() {
    run(async {
        for decision in ["same", "replace"] {
            let world = World::new().await;
            let id = with_handle_conflict(&world).await;
            let other = world.track(&world.member_a, "instagram", "natgeo").await;
            world
                .execute("UPDATE platform_accounts SET platform_id = '99' WHERE platform_id IS NULL")
                .await;
            let account = decide(&world, id, decision).await.ok();
            assert_eq!(account["id"], json!(other), "{decision}");
            let items = i64::from(decision == "same");
            assert_eq!(account["post_count"], json!(items), "{decision}");
            assert_eq!(world.count("SELECT count(*) FROM tracked_accounts").await, 1);
            assert_eq!(world.count("SELECT count(*) FROM platform_accounts").await, 1);
        }
    });
}

#[test]
fn handle_conflict_decision_discards_units_of_open_runs() {
    run(async {
        let world = World::new().await;
        let id = with_handle_conflict(&world).await;
        let statement = "WITH run AS (
                 INSERT INTO runs (id, platform, trigger, opened_at) VALUES (gen_random_uuid(), 'instagram', 'request', now())
                 RETURNING id
             )
             INSERT INTO run_units (run_id, account_id, max_items) SELECT run.id, a.id, 10 FROM run, platform_accounts a";
        world.execute(statement).await;
        decide(&world, id, "same").await.ok();
        assert_eq!(
            world
                .count("SELECT count(*) FROM run_units WHERE account_id IS NULL")
                .await,
            1
        );
    });
}
