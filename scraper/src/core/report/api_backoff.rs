//! Retry policy for API faults.

use std::time::Duration;

use clipmeter_runtime::{Backoff, RetryPolicy};
use tokio::time::{Instant, sleep};
use tonic::{Code, Status};

use crate::error::ScraperError;

/// Longest outage that a scraper waits for: an API restart takes seconds. The lease has expired long before, so another scraper may
/// take over the run; until one does, this one may continue.
pub(crate) const MAX_API_OUTAGE: Duration = Duration::from_mins(2);
/// Short enough to notice a restarted API soon.
const MAX_PAUSE: Duration = Duration::from_secs(3);
const PAUSES: RetryPolicy = RetryPolicy::new(Duration::from_millis(100), MAX_PAUSE);

/// Repeats a call until it succeeds, or until retrying is pointless.
pub(super) async fn with_backoff<T, F>(mut call: impl FnMut() -> F) -> Result<T, ScraperError>
where
    F: Future<Output = Result<T, Status>>,
{
    let mut backoff = ApiBackoff::new();
    loop {
        match call().await {
            Ok(response) => return Ok(response),
            Err(status) => backoff.failed(&status).await?,
        }
    }
}

/// The retry state of one sequence of calls.
#[derive(Debug)]
pub(super) struct ApiBackoff {
    failing_since: Option<Instant>,
    backoff: Backoff,
}

impl ApiBackoff {
    pub(super) fn new() -> Self {
        Self {
            failing_since: None,
            backoff: Backoff::new(PAUSES),
        }
    }

    /// Resets the backoff after a successful call.
    pub(super) fn succeeded(&mut self) {
        *self = Self::new();
    }

    /// Waits before the next try, or returns the error if there is none.
    pub(super) async fn failed(&mut self, status: &Status) -> Result<(), ScraperError> {
        let pause = self.next_pause(status, Instant::now())?;
        tracing::warn!(reason = describe(status), "the API is unavailable; retrying");
        sleep(pause).await;
        Ok(())
    }

    /// Returns the pause before the next try after a fault at `now`.
    fn next_pause(&mut self, status: &Status, now: Instant) -> Result<Duration, ScraperError> {
        if let Some(error) = final_error(status) {
            return Err(error);
        }
        let waited = now - *self.failing_since.get_or_insert(now);
        if waited >= MAX_API_OUTAGE {
            return Err(match status.code() {
                Code::Unauthenticated => ScraperError::Refused(status.message().to_owned()),
                _ => ScraperError::Unreachable {
                    waited,
                    reason: describe(status),
                },
            });
        }
        Ok(self.backoff.failed())
    }
}

/// Returns the error of a status if retrying is pointless. A refused token may be accepted in a moment: while an upgrade replaces
/// the API, some of its replicas accept scrapers of the new version and some do not.
fn final_error(status: &Status) -> Option<ScraperError> {
    let message = status.message().to_owned();
    match status.code() {
        Code::PermissionDenied => Some(ScraperError::Refused(message)),
        Code::NotFound => Some(ScraperError::NoSuchRun(message)),
        Code::FailedPrecondition => Some(ScraperError::Fenced(message)),
        Code::InvalidArgument | Code::OutOfRange | Code::AlreadyExists | Code::Unimplemented => {
            Some(ScraperError::Rejected(message))
        }
        _ => None,
    }
}

fn describe(status: &Status) -> String {
    format!("{:?}: {}", status.code(), status.message())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{EXIT_FAILED, EXIT_MISCONFIGURED};

    #[test]
    fn api_backoff_retries_outage_and_unauthenticated_for_two_minutes() {
        for (status, exit) in [
            (Status::unavailable("down"), EXIT_FAILED),
            (Status::unauthenticated("no"), EXIT_MISCONFIGURED),
        ] {
            let (mut backoff, start, mut now) = (ApiBackoff::new(), Instant::now(), Instant::now());
            let error = loop {
                match backoff.next_pause(&status, now) {
                    Ok(pause) => now += pause,
                    Err(error) => break error,
                }
            };
            assert!((MAX_API_OUTAGE..MAX_API_OUTAGE + 2 * MAX_PAUSE).contains(&(now - start)));
            assert_eq!(error.exit_status(), exit, "{status}");
        }
    }

    #[test]
    fn api_backoff_resets_after_success() {
        let (mut backoff, mut now) = (ApiBackoff::new(), Instant::now());
        for _ in 0..10 {
            backoff.next_pause(&Status::unavailable("down"), now).unwrap();
            now += MAX_API_OUTAGE;
            backoff.succeeded();
        }
    }

    #[test]
    fn api_backoff_ends_at_once_on_refusal() {
        for (status, exit) in [
            (Status::permission_denied("no"), EXIT_MISCONFIGURED),
            (Status::not_found("no"), EXIT_MISCONFIGURED),
            (Status::failed_precondition("no"), EXIT_FAILED),
            (Status::invalid_argument("no"), EXIT_FAILED),
        ] {
            let error = ApiBackoff::new().next_pause(&status, Instant::now()).unwrap_err();
            assert_eq!(error.exit_status(), exit, "{status}");
        }
    }
}
