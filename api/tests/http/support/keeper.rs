//! Somebody who keeps what people want, or refuses to.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use clipmeter_api::control_plane::{DesiredState, DesiredStateError, Intent};

type Refusal = fn() -> DesiredStateError;

#[derive(Debug, Default)]
pub(crate) struct Keeper {
    kept: Mutex<Vec<Intent>>,
    refusal: Mutex<Option<Refusal>>,
}

impl Keeper {
    pub(crate) fn new() -> Arc<Self> {
        Arc::default()
    }

    /// What was wanted since the last look.
    pub(crate) fn kept(&self) -> Vec<Intent> {
        std::mem::take(&mut self.kept.lock().unwrap())
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
        self.kept.lock().unwrap().extend_from_slice(intents);
        Ok(())
    }
}
