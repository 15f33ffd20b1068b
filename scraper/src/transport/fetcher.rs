//! Sends a request politely: waits for its turn, repeats transient faults, counts what it cost, and stops when told to.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use clipmeter_proto::v1::Outcome;
use tokio_util::sync::CancellationToken;

use super::{Request, Response, Retry, Transport, TransportError};
use crate::failure::Failure;
use crate::pace::Pace;
use crate::random::Random;

/// HTTP status codes from here on are the server's fault and worth repeating.
const FIRST_SERVER_FAULT: u16 = 500;

/// What the requests of one unit cost.
#[derive(Debug, Default)]
pub struct Traffic {
    requests: AtomicU32,
    bytes: AtomicU64,
}

impl Traffic {
    /// Requests sent, repeated ones included.
    pub fn requests(&self) -> u32 {
        self.requests.load(Ordering::Relaxed)
    }

    /// Bytes of the bodies received.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    fn count_request(&self) {
        self.requests.fetch_add(1, Ordering::Relaxed);
    }

    fn count_body(&self, body: &[u8]) {
        self.bytes.fetch_add(body.len() as u64, Ordering::Relaxed);
    }
}

/// Why a unit's work ends early.
#[derive(Debug)]
pub enum FetchError {
    /// The run is ending: the unit has no outcome and goes back to the queue.
    Stopped,
    /// The platform's answer, or its absence, is the unit's outcome.
    Failed(Failure),
}

impl From<Failure> for FetchError {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// The way to one platform.
pub struct Fetcher {
    /// Carries the requests.
    pub transport: Arc<dyn Transport>,
    /// Spaces them.
    pub pace: Pace,
    /// Repeats faulty ones.
    pub retry: Retry,
    /// For jitter.
    pub random: Arc<Random>,
    /// Ends the waiting and the fetching.
    pub stop: CancellationToken,
}

impl Fetcher {
    /// Sends the request in its turn and returns the answer, whatever its status. Network faults and server faults are
    /// repeated; a refusal never is.
    pub async fn send(&self, request: &Request, traffic: &Traffic) -> Result<Response, FetchError> {
        let mut tries = 0;
        loop {
            self.unless_stopped(self.pace.wait()).await?;
            traffic.count_request();
            tries += 1;
            let answer = self.unless_stopped(self.transport.send(request)).await?;
            let retry_after = match &answer {
                Ok(response) => {
                    traffic.count_body(&response.body);
                    response.retry_after()
                }
                Err(_) => None,
            };
            if !is_transient(&answer) {
                return answer.map_err(|error| failed(&error));
            }
            let Some(pause) = self.retry.pause(tries, retry_after, &self.random) else {
                return answer.map_err(|error| failed(&error));
            };
            tracing::debug!(path = request.url.path(), tries, "transient fault, trying again");
            self.unless_stopped(tokio::time::sleep(pause)).await?;
        }
    }

    /// Waits for `work`, or ends with [`FetchError::Stopped`] when the run is told to stop.
    pub async fn unless_stopped<T>(&self, work: impl Future<Output = T>) -> Result<T, FetchError> {
        self.stop
            .run_until_cancelled(work)
            .await
            .ok_or(FetchError::Stopped)
    }
}

fn is_transient(answer: &Result<Response, TransportError>) -> bool {
    match answer {
        Ok(response) => response.status >= FIRST_SERVER_FAULT,
        Err(error) => error.is_transient(),
    }
}

fn failed(error: &TransportError) -> FetchError {
    let outcome = if error.is_transient() {
        Outcome::Transient
    } else {
        Outcome::UnexpectedPage
    };
    Failure::new(outcome, error.to_string()).into()
}
