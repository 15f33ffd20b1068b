//! The way from the thread on which time can stand still to the threads of the API, which has a real database.

use std::sync::{Arc, mpsc};

use chrono::{DateTime, Utc};
use clipmeter_api::Api;
use tokio::runtime::Handle;

use crate::clock::{ManualClock, TokioClock};
use crate::error::SimulationError;

/// Has the API do one thing after the other, each at the time that it is called.
#[derive(Debug, Clone)]
pub(crate) struct Bridge {
    api: Api,
    threads: Handle,
    api_clock: Arc<ManualClock>,
    clock: TokioClock,
}

impl Bridge {
    pub(crate) fn new(api: Api, threads: Handle, api_clock: Arc<ManualClock>, clock: TokioClock) -> Self {
        Self {
            api,
            threads,
            api_clock,
            clock,
        }
    }

    /// What is called on the other side.
    pub(crate) fn api(&self) -> &Api {
        &self.api
    }

    /// The simulated time.
    pub(crate) fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// Does this on the other side and blocks until it is done: time stands still meanwhile, and nobody else calls.
    pub(crate) fn call<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, SimulationError> {
        self.api_clock.set(self.clock.now());
        let (done, result) = mpsc::sync_channel(1);
        self.threads.spawn(async move {
            // Nobody waits only when this side has ended.
            let _ = done.send(work.await);
        });
        result.recv().map_err(|_| SimulationError::Bridge)
    }
}
