//! Runs the work of a request: retries conflicts, and completes even if the client disconnects.

use std::time::Duration;

use clipmeter_db::database::retry;
use tokio::time::Instant;
use tracing::Instrument as _;

use super::error::Problem;
use crate::http::error::ErrorCode;

/// How long a request waits for the cluster's operator: for the namespace of a group that was just created, or the end
/// of an account that was just deleted. Each takes about a second; users tolerate a wait of this length.
const RETRY_TIMEOUT: Duration = Duration::from_secs(5);

/// Pause between two attempts at a change that came too early.
const PAUSE: Duration = Duration::from_millis(200);

/// Runs a short piece of work in its own transaction, and retries it when the transaction was aborted by a conflict:
/// settings, groups and accounts share sums and limits, and a large deletion locks them for a while. A change that only
/// came too early is retried briefly, without holding a transaction that would block what it waits for.
pub(crate) async fn retried<T, W: Future<Output = Result<T, Problem>>>(
    work: impl FnMut() -> W,
) -> Result<T, Problem> {
    retried_for(RETRY_TIMEOUT, work).await
}

/// Like [`retried`], for a change that users wait longer for.
pub(crate) async fn retried_for<T, W: Future<Output = Result<T, Problem>>>(
    timeout: Duration,
    mut work: impl FnMut() -> W,
) -> Result<T, Problem> {
    let deadline = Instant::now() + timeout;
    loop {
        match retry::retried(Problem::is_lost, &mut work).await {
            Err(problem) if problem.is_early() && Instant::now() + PAUSE <= deadline => {
                tokio::time::sleep(PAUSE).await;
            }
            outcome => return outcome,
        }
    }
}

/// Runs a future in its own task, so that it completes even if the caller disconnects or the deadline passes:
/// otherwise a deletion of a large group would be rolled back every time.
pub(crate) async fn spawn_to_completion<T: Send + 'static>(
    work: impl Future<Output = Result<T, Problem>> + Send + 'static,
) -> Result<T, Problem> {
    tokio::spawn(work.in_current_span())
        .await
        .unwrap_or_else(|error| {
            tracing::error!(%error, "the task of a request failed");
            Err(ErrorCode::Internal.into())
        })
}
