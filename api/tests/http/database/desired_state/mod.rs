//! Tests that desired state is applied before the transaction commits, and that resources of other managers are not changed.

mod desired;
mod foreign;
mod refused;

use std::sync::Arc;

use clipmeter_db::tracking::intent::{GroupName, Subject, TrackedIntent, TrackedName};
use clipmeter_proto::v1::Platform;
use serde_json::{Value, json};

use crate::support::{FakeDesiredState, World};

pub(super) const VIDEO: &str = "https://www.tiktok.com/@scout2015/video/6718335390845095173";

pub(super) async fn world() -> (World, Arc<FakeDesiredState>) {
    let desired_state = FakeDesiredState::new();
    let world = World::with_desired_state(Arc::clone(&desired_state) as _).await;
    desired_state.take_intents();
    (world, desired_state)
}

pub(super) fn group(display_name: &str) -> GroupName {
    GroupName {
        resource: None,
        namespace: None,
        display_name: display_name.to_owned(),
    }
}

pub(super) fn account(username: &str) -> TrackedName {
    TrackedName {
        resource: None,
        subject: Subject::Account {
            platform: Platform::Instagram,
            username: username.to_owned(),
        },
    }
}

pub(super) fn entries(names: &[&str]) -> Value {
    let entries: Vec<_> = names.iter().map(|name| json!({"username": name})).collect();
    json!({"accounts": entries})
}

pub(super) fn with_defaults(name: TrackedName) -> TrackedIntent {
    TrackedIntent {
        name,
        interval_minutes: None,
        cost: None,
        scraper_pool: None,
    }
}
