//! Tests that stored aggregates equal a recount, and of what is read from them.

mod costs;
pub(crate) mod counters;
pub(crate) mod days;
mod overview;

use clipmeter_fixtures::database::{World, seen};
use clipmeter_proto::v1::{Observation, Platform};
use proptest::option::of;
use proptest::prelude::*;

/// Generates observations with these views; each of the other counts is unknown or below the limit.
fn counted(views: impl Strategy<Value = Option<i64>>, limit: i64) -> impl Strategy<Value = Observation> {
    let count = || of(0..limit);
    (views, count(), count(), count(), count()).prop_map(|(views, likes, comments, shares, saves)| {
        Observation {
            views,
            likes,
            comments,
            shares,
            saves,
            ..Observation::default()
        }
    })
}

/// Tracks accounts of TikTok with these names, each with a video of the same name and ten views. Returns the IDs of the accounts.
async fn with_videos(world: &World, group: i64, names: [&str; 2]) -> [i64; 2] {
    let mut accounts = [0; 2];
    for (account, name) in accounts.iter_mut().zip(names) {
        *account = world.track(group, Platform::Tiktok, name).await;
        world
            .scrape(Platform::Tiktok, *account, vec![seen(name, 10, 1)])
            .await;
    }
    accounts
}

async fn delete_post(world: &World, item: u8) {
    let statement = format!("DELETE FROM posts WHERE external_id = '{item}'");
    world.execute(&statement).await;
}

/// Assigns an item to another account, unless the account was purged.
async fn move_post(world: &World, item: u8, account: i64) {
    let statement = format!(
        "UPDATE posts SET account_id = a.id FROM platform_accounts a
         WHERE external_id = '{item}' AND a.id = {account}"
    );
    world.execute(&statement).await;
}
