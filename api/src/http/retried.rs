//! Requests that change what others change at the same time.

use std::time::Duration;

use tokio::time::Instant;

use super::error::Problem;
use crate::store;

/// How long a request waits for what a cluster's operator does first: the namespace of a group that was just made, the end of
/// an account that was just deleted. Each takes it a second; a person waits this long before looking at the clock.
const RETRY_TIMEOUT: Duration = Duration::from_secs(5);

/// Between two tries at what was too early.
const PAUSE: Duration = Duration::from_millis(200);

/// Does a short piece of work in a transaction of its own, and again when that was given up for another one: settings, groups and
/// accounts share sums and limits, and who deletes a lot holds them for a while. What was only too early is tried again
/// for a moment, without a transaction that would hold up what is waited for.
pub(crate) async fn retried<T, W: Future<Output = Result<T, Problem>>>(
    mut work: impl FnMut() -> W,
) -> Result<T, Problem> {
    let deadline = Instant::now() + RETRY_TIMEOUT;
    loop {
        match store::retried(Problem::is_lost, &mut work).await {
            Err(problem) if problem.is_early() && Instant::now() + PAUSE <= deadline => {
                tokio::time::sleep(PAUSE).await;
            }
            outcome => return outcome,
        }
    }
}
