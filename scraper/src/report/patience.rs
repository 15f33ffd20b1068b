//! How long faults of the API are endured, and how often it is tried meanwhile.

use std::time::Duration;

use tokio::time::{Instant, sleep};
use tonic::{Code, Status};

use crate::error::ScraperError;

/// Waiting longer is useless: an API restart takes seconds, and after this time the lease has ended anyway, so that a fresh
/// scraper does better.
pub(crate) const API_PATIENCE: Duration = Duration::from_secs(120);
/// The first pause between two tries; it doubles up to [`LONGEST_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(100);
/// Short enough that a restarted API is found soon.
const LONGEST_PAUSE: Duration = Duration::from_secs(3);

/// Watches one conversation with the API.
#[derive(Debug)]
pub(super) struct Patience {
    failing_since: Option<Instant>,
    pause: Duration,
}

impl Patience {
    pub(super) fn new() -> Self {
        Self { failing_since: None, pause: FIRST_PAUSE }
    }

    /// The API answered: past faults are forgotten.
    pub(super) fn succeeded(&mut self) {
        *self = Self::new();
    }

    /// Waits before the next try, or says why there is none.
    pub(super) async fn failed(&mut self, status: &Status) -> Result<(), ScraperError> {
        if let Some(error) = final_error(status) {
            return Err(error);
        }
        let since = *self.failing_since.get_or_insert_with(Instant::now);
        if since.elapsed() >= API_PATIENCE {
            return Err(ScraperError::Unreachable { waited: since.elapsed(), reason: describe(status) });
        }
        tracing::warn!(reason = describe(status), "the API does not answer, trying again");
        sleep(self.pause).await;
        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
        Ok(())
    }
}

/// The error that a status means when trying again is pointless.
fn final_error(status: &Status) -> Option<ScraperError> {
    let message = status.message().to_owned();
    match status.code() {
        Code::PermissionDenied | Code::Unauthenticated => Some(ScraperError::Refused(message)),
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

    #[tokio::test(start_paused = true)]
    async fn an_outage_is_endured_for_two_minutes_and_not_longer() {
        let (mut patience, start) = (Patience::new(), Instant::now());
        let error = loop {
            if let Err(error) = patience.failed(&Status::unavailable("down")).await {
                break error;
            }
        };
        assert!((API_PATIENCE..API_PATIENCE + LONGEST_PAUSE).contains(&start.elapsed()));
        assert_eq!(error.exit_status(), EXIT_FAILED);
    }

    #[tokio::test(start_paused = true)]
    async fn one_answer_renews_the_patience() {
        let mut patience = Patience::new();
        for _ in 0..200 {
            patience.failed(&Status::unavailable("down")).await.unwrap();
            patience.succeeded();
        }
    }

    #[tokio::test(start_paused = true)]
    async fn refusals_end_at_once() {
        for (status, exit) in [
            (Status::permission_denied("no"), EXIT_MISCONFIGURED),
            (Status::unauthenticated("no"), EXIT_MISCONFIGURED),
            (Status::not_found("no"), EXIT_MISCONFIGURED),
            (Status::failed_precondition("no"), EXIT_FAILED),
            (Status::invalid_argument("no"), EXIT_FAILED),
        ] {
            assert_eq!(Patience::new().failed(&status).await.unwrap_err().exit_status(), exit, "{status}");
        }
    }
}
