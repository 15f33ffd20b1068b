//! Somebody who keeps what people want, or refuses to.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use clipmeter_api::control_plane::{DesiredState, DesiredStateError, Intent};

type Refusal = fn() -> DesiredStateError;

#[derive(Debug, Default)]
pub(crate) struct Keeper {
    kept: Mutex<Vec<Intent>>,
    refusal: Mutex<Option<Refusal>>,
    too_early: Mutex<u32>,
}

impl Keeper {
    pub(crate) fn new() -> Arc<Self> {
        Arc::default()
    }

    /// What was wanted since the last look.
    pub(crate) fn kept(&self) -> Vec<Intent> {
        std::mem::take(&mut self.kept.lock().unwrap())
    }

    /// Finds the next so many calls too early.
    pub(crate) fn is_not_ready_for(&self, calls: u32) {
        *self.too_early.lock().unwrap() = calls;
    }

    /// Refuses everything from now on.
    pub(crate) fn refuse(&self, refusal: Refusal) {
        *self.refusal.lock().unwrap() = Some(refusal);
    }
}

#[async_trait]
impl DesiredState for Keeper {
    async fn apply(&self, intents: &[Intent]) -> Result<(), DesiredStateError> {
        if let Some(refusal) = *self.refusal.lock().unwrap() {
            return Err(refusal());
        }
        let mut too_early = self.too_early.lock().unwrap();
        if *too_early > 0 {
            *too_early -= 1;
            let text = "The group is still being set up on the cluster. Please try again in a moment.";
            return Err(DesiredStateError::NotYet(text.to_owned()));
        }
        self.kept.lock().unwrap().extend_from_slice(intents);
        Ok(())
    }
}
