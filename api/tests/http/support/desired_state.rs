//! A fake store of desired state that can reject changes.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use clipmeter_api::control_plane::{DesiredState, DesiredStateError};
use clipmeter_db::tracking::intent::Intent;
use futures::FutureExt as _;
use tokio::sync::{Notify, OwnedRwLockWriteGuard, RwLock};

type Refusal = fn() -> DesiredStateError;

#[derive(Debug, Default)]
pub(crate) struct FakeDesiredState {
    intents_seen: Mutex<Vec<Intent>>,
    refusal: Mutex<Option<Refusal>>,
    too_early: Mutex<u32>,
    /// The manager of the resources that rows record as managed elsewhere.
    manager: Mutex<Option<&'static str>>,
    pools_are_resources: Mutex<bool>,
    gate: Arc<RwLock<()>>,
    called: Notify,
}

impl FakeDesiredState {
    pub(crate) fn new() -> Arc<Self> {
        Arc::default()
    }

    /// The intents since the last call.
    pub(crate) fn take_intents(&self) -> Vec<Intent> {
        std::mem::take(&mut self.intents_seen.lock().unwrap())
    }

    /// Rejects this many calls that track something as too early.
    pub(crate) fn is_not_ready_for(&self, calls: u32) {
        *self.too_early.lock().unwrap() = calls;
    }

    /// Blocks all calls until the guard is dropped, and resets the record of earlier calls.
    pub(crate) async fn block(&self) -> OwnedRwLockWriteGuard<()> {
        let blocked = Arc::clone(&self.gate).write_owned().await;
        self.called.notified().now_or_never();
        blocked
    }

    /// Waits for a call.
    pub(crate) async fn called(&self) {
        self.called.notified().await;
    }

    /// Sets the manager of the resources that rows record as managed elsewhere; `None` if there is none.
    pub(crate) fn is_managed_by(&self, manager: Option<&'static str>) {
        *self.manager.lock().unwrap() = manager;
    }

    /// Makes scraper pools resources, which the dashboard only shows.
    pub(crate) fn keep_pools(&self) {
        *self.pools_are_resources.lock().unwrap() = true;
    }

    /// Rejects all later changes.
    pub(crate) fn refuse(&self, refusal: Refusal) {
        *self.refusal.lock().unwrap() = Some(refusal);
    }
}

#[async_trait]
impl DesiredState for FakeDesiredState {
    async fn apply(&self, intents: &[Intent]) -> Result<(), DesiredStateError> {
        self.called.notify_one();
        let _passed = self.gate.read().await;
        if let Some(refusal) = *self.refusal.lock().unwrap() {
            return Err(refusal());
        }
        let tracks = intents.iter().any(|intent| matches!(intent, Intent::Track(..)));
        let mut too_early = self.too_early.lock().unwrap();
        if tracks && *too_early > 0 {
            *too_early -= 1;
            let text = "The group is still being set up on the cluster. Please try again in a moment.";
            return Err(DesiredStateError::NotYet(text.to_owned()));
        }
        self.intents_seen.lock().unwrap().extend_from_slice(intents);
        Ok(())
    }

    async fn check(&self, intents: &[Intent]) -> Result<(), DesiredStateError> {
        let what = intents.iter().find_map(|intent| match intent {
            Intent::NoGroup(group) => Some(group.to_string()),
            Intent::Untrack(_, names) => names.first().map(|name| name.subject.to_string()),
            _ => None,
        });
        match (*self.manager.lock().unwrap(), what) {
            (Some(manager), Some(what)) => Err(DesiredStateError::ManagedElsewhere {
                what,
                manager: manager.to_owned(),
            }),
            _ => Ok(()),
        }
    }

    fn pools_are_resources(&self) -> bool {
        *self.pools_are_resources.lock().unwrap()
    }
}
