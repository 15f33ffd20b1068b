//! When a request may leave: in a turn of the API's ledger, which all scrapers keep together; at this one's own pace where the API is an
//! older one without a ledger.

use tokio::time::sleep;

use crate::pace::Pace;
use crate::report::{Pool, Turn};
use crate::transport::FetchError;

/// Hands out turns to one run.
pub struct Turns {
    /// `None`: there is nobody to ask.
    ledger: Option<Pool>,
    own: Pace,
}

impl Turns {
    /// The turns of the ledger; `own` takes its place where the API has none. A pace of 0 asks nobody and waits for nothing.
    #[must_use]
    pub fn new(ledger: Option<Pool>, own: Pace) -> Self {
        Self { ledger, own }
    }

    /// Returns when it is the turn of a request to this endpoint; `session_id` is 0 for a guest.
    pub(crate) async fn wait(&self, endpoint: &str, session_id: i64) -> Result<(), FetchError> {
        let pace = self.own.multiplier();
        let turn = match &self.ledger {
            Some(ledger) if pace > 0.0 => ledger.turn(endpoint, session_id, pace).await,
            _ => Ok(Turn::Unknown),
        };
        match turn {
            Ok(Turn::In(wait)) => sleep(wait).await,
            Ok(Turn::Unknown) => self.own.wait().await,
            Ok(Turn::Later) => return Err(FetchError::Later),
            Err(error) => {
                // The lease's heartbeat finds the same, and ends the run with it.
                tracing::error!(%error, "no turn can be taken");
                return Err(FetchError::Stopped);
            }
        }
        Ok(())
    }
}
