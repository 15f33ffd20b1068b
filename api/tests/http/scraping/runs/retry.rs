//! Tests of retries.

use clipmeter_proto::v1::Outcome;
use serde_json::json;
use uuid::Uuid;

use super::{listed, lose_name, only_run, waiting};
use crate::support::{World, run};

/// The accounts that a run reads, in alphabetical order.
async fn read_by(world: &World, run: Uuid) -> Vec<String> {
    sqlx::query_scalar(
        "SELECT a.username FROM run_units u JOIN platform_accounts a ON a.id = u.account_id WHERE u.run_id = $1 ORDER BY 1",
    )
    .bind(run)
    .fetch_all(&world.owner)
    .await
    .unwrap()
}

#[test]
fn run_retry_scrapes_only_failed_units() {
    run(async {
        let world = World::new().await;
        let names = ["fine", "gone", "refused", "somebody.else", "unreached"];
        let run = waiting(&world, "tiktok", &names).await;
        let mut scraper = world.take(run).await.unwrap();
        scraper.end_account("fine", Outcome::Ok).await;
        scraper.end_account("refused", Outcome::Blocked).await;
        let path = format!("/api/scraping/runs/{run}/retry");

        // While the run is in progress, units that it has not reached yet have not failed.
        let early = world.poke(&world.admin, &path).await.ok();
        assert_eq!(early["message"], "Retrying 1 account");
        let early = only_run(&early);
        assert_eq!(read_by(&world, early).await, ["refused"]);
        let entry = listed(&world, early).await;
        assert_eq!(
            (&entry["trigger"], &entry["retry_of"], &entry["accounts"]),
            (&json!("retry"), &json!(run), &json!(1))
        );

        scraper.end_account("gone", Outcome::NotFound).await;
        lose_name(&mut scraper, "somebody.else").await;
        scraper.complete().await.unwrap();
        let entry = listed(&world, run).await;
        assert_eq!((&entry["failed"], &entry["retriable"]), (&json!(4), &json!(3)));
        let again = world.poke(&world.admin, &path).await.ok();
        assert_eq!(again["message"], "Retrying 3 accounts");
        let ids = again["run_ids"].as_array().unwrap();
        assert!(ids.contains(&json!(early)), "it joins the open run: {again}");
        let other = ids.iter().find(|id| **id != json!(early)).unwrap();
        let other: Uuid = other.as_str().unwrap().parse().unwrap();
        assert_eq!(read_by(&world, other).await, ["gone", "unreached"]);
        assert_eq!(ids.len(), 2);
        let noted = world
            .count("SELECT count(*) FROM audit_log WHERE action = 'scrape.request' AND details ? 'retry_of'")
            .await;
        assert_eq!(noted, 2);
    });
}

#[test]
fn run_retry_skips_untracked_and_suspended_accounts() {
    run(async {
        let world = World::new().await;
        let run = waiting(&world, "tiktok", &["deleted", "suspended"]).await;
        let mut scraper = world.take(run).await.unwrap();
        for name in ["deleted", "suspended"] {
            scraper.end_account(name, Outcome::Transient).await;
        }
        scraper.complete().await.unwrap();
        world
            .execute(
                "WITH gone AS (DELETE FROM tracked_accounts WHERE account_id IN
                               (SELECT id FROM platform_accounts WHERE username = 'deleted'))
             UPDATE tracked_accounts SET suspended = true WHERE account_id IN
                 (SELECT id FROM platform_accounts WHERE username = 'suspended')",
            )
            .await;
        let path = format!("/api/scraping/runs/{run}/retry");
        world
            .poke(&world.admin, &path)
            .await
            .refused(400, "nothing_failed");
        let unknown_run = format!("/api/scraping/runs/{}/retry", Uuid::new_v4());
        world
            .poke(&world.admin, &unknown_run)
            .await
            .refused(404, "not_found");
        assert_eq!(world.count("SELECT count(*) FROM runs").await, 1);
    });
}

#[test]
fn retry_by_member_covers_failures_of_own_group() {
    run(async {
        let world = World::new().await;
        world.track(&world.member_b, "tiktok", "of.others").await;
        let run = waiting(&world, "tiktok", &["fine", "refused", "somebody.else"]).await;
        let mut scraper = world.take(run).await.unwrap();
        scraper.end_account("fine", Outcome::OkNoVideos).await;
        scraper.end_account("refused", Outcome::Captcha).await;
        lose_name(&mut scraper, "somebody.else").await;
        scraper.complete().await.unwrap();
        let path = "/api/scraping/retry";
        let platform = json!({"platform": "instagram"});
        world
            .post(&world.member_a, path, platform)
            .await
            .refused(400, "nothing_failed");
        world
            .poke(&world.member_b, path)
            .await
            .refused(400, "nothing_failed");
        let again = world.poke(&world.member_a, path).await.ok();
        let again = only_run(&again);
        assert_eq!(read_by(&world, again).await, ["refused"]);
        let entry = listed(&world, again).await;
        assert_eq!(
            (&entry["trigger"], &entry["retry_of"]),
            (&json!("retry"), &json!(null))
        );
    });
}
