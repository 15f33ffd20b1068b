//! Tests of the list of runs and of retries.

mod list;
mod outcomes;
mod retry;
mod traffic;
mod units;

use clipmeter_fixtures::database::Worker;
use clipmeter_proto::v1::Outcome;
use clipmeter_runtime::Clock as _;
use serde_json::Value;
use uuid::Uuid;

use crate::support::{Script, World};

/// Creates accounts of group A with a requested scrape that waits for its scraper. Returns the run.
async fn waiting(world: &World, platform: &str, usernames: &[&str]) -> Uuid {
    world.starter.set(Script::Hang);
    for username in usernames {
        world.track(&world.member_a, platform, username).await;
    }
    let path = format!("/api/{platform}/scrape-all?wait=0");
    let response = world.poke(&world.member_a, &path).await.ok();
    only_run(&response)
}

fn only_run(response: &Value) -> Uuid {
    let ids = response["run_ids"].as_array().unwrap();
    assert_eq!(ids.len(), 1, "{response}");
    ids[0].as_str().unwrap().parse().unwrap()
}

/// The one of the list with this id.
async fn listed(world: &World, run: Uuid) -> Value {
    let list = world.get(&world.admin, "/api/scraping/runs").await.ok();
    let runs = list["runs"].as_array().unwrap();
    let id = run.to_string();
    runs.iter().find(|one| one["id"] == *id).unwrap().clone()
}

/// Reports a handle conflict, as a scrape ten minutes ago did.
async fn lose_name(scraper: &mut Worker<'_>, username: &str) {
    sqlx::query(
        "UPDATE platform_accounts SET doubted_id = '', doubted_at = $2::timestamptz - interval '10 minutes' WHERE username = $1",
    )
    .bind(username)
    .bind(scraper.world.clock.now())
    .execute(&scraper.world.owner)
    .await
    .unwrap();
    scraper.end_account(username, Outcome::IdentityChanged).await;
}
