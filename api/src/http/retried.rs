//! Requests that change what others change at the same time.

use super::error::Problem;
use crate::store;

/// Does a short piece of work in a transaction of its own, and again when that was given up for another one: settings, groups and
/// accounts share sums and limits, and who deletes a lot holds them for a while.
pub(crate) async fn retried<T, W: Future<Output = Result<T, Problem>>>(
    work: impl FnMut() -> W,
) -> Result<T, Problem> {
    store::retried(Problem::is_lost, work).await
}
