//! Runs a task to completion even if the client disconnects.

use tracing::Instrument as _;

use super::error::{ErrorCode, Problem};

/// Runs a future in a task of its own, so that it completes even if the caller disconnects or the deadline passes:
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
