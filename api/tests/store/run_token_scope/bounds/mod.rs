//! Tests that the real server enforces the bounds of fields. `crates/proto/src/bounds` has a test of each field.

mod calls;
mod random;
mod reports;

use clipmeter_fixtures::database::{World, seen};
use clipmeter_proto::v1::Platform;
use clipmeter_proto::v1::unit_key::Id;

use super::Attacker;

/// Creates an account with a post, and a run for it.
async fn world() -> (World, Attacker) {
    let (world, account) = World::tracking(Platform::Instagram, "own").await;
    world
        .scrape(Platform::Instagram, account, vec![seen("1001", 5, 1)])
        .await;
    let attacker = Attacker::of(&world, Platform::Instagram, &[Id::AccountId(account)]).await;
    (world, attacker)
}
