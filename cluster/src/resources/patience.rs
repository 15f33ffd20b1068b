//! Waiting for what the operator does first.

use std::time::Duration;

use clipmeter_api::control_plane::DesiredStateError;
use tokio::time::Instant;

/// Between two tries.
const PAUSE: Duration = Duration::from_millis(200);

/// Tries again as long as it is only too early, until `patience` is at its end.
pub(super) async fn patiently<T, A: Future<Output = Result<T, DesiredStateError>>>(
    patience: Duration,
    mut attempt: impl FnMut() -> A,
) -> Result<T, DesiredStateError> {
    let deadline = Instant::now() + patience;
    loop {
        match attempt().await {
            Err(DesiredStateError::NotYet(_)) if Instant::now() + PAUSE <= deadline => {
                tokio::time::sleep(PAUSE).await;
            }
            outcome => return outcome,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tries at something that succeeds at try number `good`.
    async fn tries(patience: Duration, good: u32) -> (u32, bool) {
        let mut made = 0;
        let outcome = patiently(patience, || {
            made += 1;
            std::future::ready(if made < good {
                Err(DesiredStateError::NotYet("not yet".to_owned()))
            } else {
                Ok(())
            })
        })
        .await;
        (made, outcome.is_ok())
    }

    #[tokio::test]
    async fn it_is_tried_until_it_succeeds_or_the_time_is_up() {
        let long = Duration::from_hours(1);
        assert_eq!(tries(long, 1).await, (1, true));
        assert_eq!(tries(long, 3).await, (3, true));
        assert_eq!(tries(Duration::ZERO, 2).await, (1, false));
        let refused = patiently(long, || {
            std::future::ready(Err::<(), _>(DesiredStateError::Refused("no".to_owned())))
        });
        assert!(matches!(refused.await, Err(DesiredStateError::Refused(_))));
    }
}
