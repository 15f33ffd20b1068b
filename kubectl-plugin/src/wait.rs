//! Polls the cluster until something is so.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::error::Error;

/// Rarely enough for a cluster with ten thousand accounts, whose lists are megabytes.
const POLL_INTERVAL: Duration = Duration::from_secs(2);

/// Polls until the probe returns true; false: it did not in time. The probe runs at least once.
pub(crate) async fn poll(
    timeout: Duration,
    mut probe: impl AsyncFnMut() -> Result<bool, Error>,
) -> Result<bool, Error> {
    let began = Instant::now();
    loop {
        if probe().await? {
            return Ok(true);
        }
        if began.elapsed() + POLL_INTERVAL > timeout {
            return Ok(false);
        }
        sleep(POLL_INTERVAL).await;
    }
}

/// Prints the progress of a wait, which is no part of the result, if it has changed.
#[derive(Default)]
pub(crate) struct Progress(String);

impl Progress {
    #[allow(clippy::print_stderr, reason = "the progress is for users")]
    pub(crate) fn show(&mut self, text: String) {
        if self.0 != text {
            eprintln!("{text}");
            self.0 = text;
        }
    }
}
