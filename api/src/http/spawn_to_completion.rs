//! Work that goes on when nobody waits for it any more.

use tracing::Instrument as _;

use super::error::{ErrorCode, Problem};

/// Does what a caller asked for, also when the caller hangs up or the answer takes too long: what deletes the facts of a big
/// group would be rolled back each time otherwise.
pub(crate) async fn spawn_to_completion<T: Send + 'static>(
    work: impl Future<Output = Result<T, Problem>> + Send + 'static,
) -> Result<T, Problem> {
    tokio::spawn(work.in_current_span())
        .await
        .unwrap_or_else(|error| {
            tracing::error!(%error, "the work of a request did not end");
            Err(ErrorCode::Internal.into())
        })
}
