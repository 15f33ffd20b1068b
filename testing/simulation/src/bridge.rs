//! The bridge from the thread with the paused clock to the threads of the API, which has a real database.

use std::sync::{Arc, mpsc};

use chrono::{DateTime, Utc};
use clipmeter_api::Api;
use clipmeter_runtime::ManualClock;
use tokio::runtime::Handle;

use crate::clock::TokioClock;
use crate::error::SimulationError;

/// Executes calls on the API one after the other, each at the simulated time of the call.
#[derive(Debug, Clone)]
pub(crate) struct Bridge {
    api: Api,
    threads: Handle,
    /// On the API's threads, tokio's clock is the real one.
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

    /// Returns the API on the other side.
    pub(crate) fn api(&self) -> &Api {
        &self.api
    }

    /// Returns the simulated time.
    pub(crate) fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// Executes the future on the other side and blocks until it is done: time is stopped meanwhile, and there are no other
    /// calls.
    pub(crate) fn call<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, SimulationError> {
        self.api_clock.advance_to(self.clock.now());
        let (done, result) = mpsc::sync_channel(1);
        self.threads.spawn(async move {
            // Sending fails only if this side has ended.
            let _ = done.send(work.await);
        });
        result.recv().map_err(|_| SimulationError::Bridge)
    }
}
