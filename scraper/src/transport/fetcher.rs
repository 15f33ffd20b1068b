//! Sends a request politely: waits for its turn, repeats transient faults, counts what it cost, and stops when told to.

use std::sync::Arc;

use clipmeter_proto::v1::Outcome;
use tokio_util::sync::CancellationToken;

use super::{Request, Response, Retry, Traffic, Transport, TransportError};
use crate::failure::Failure;
use crate::random::Random;
use crate::rate_limiter::RateLimiter;

/// HTTP status codes from here on are the server's fault and worth repeating.
const FIRST_SERVER_FAULT: u16 = 500;

/// Why a unit's work ends early.
#[derive(Debug)]
pub enum FetchError {
    /// The run is ending: the unit has no outcome and goes back to the queue.
    Stopped,
    /// No turn is free for longer than a run should wait: likewise, but other units may have theirs.
    Deferred,
    /// The platform's answer, or its absence, is the unit's outcome.
    Failed(Failure),
}

impl From<Failure> for FetchError {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// The way of somebody's requests to a platform.
#[derive(Clone)]
pub struct Connection {
    /// Carries them.
    pub transport: Arc<dyn Transport>,
    /// The session that goes along; 0: none, as a guest.
    pub session_id: i64,
}

/// Sends the requests of one run.
pub struct Fetcher {
    /// Space them.
    pub rate_limiter: RateLimiter,
    /// Repeats faulty ones.
    pub retry: Retry,
    /// For jitter.
    pub random: Arc<Random>,
    /// Ends the waiting and the fetching.
    pub stop: CancellationToken,
}

impl Fetcher {
    /// Sends the request to this endpoint in its turn and returns what `read` makes of the answer, whatever its status. Network
    /// faults and server faults are repeated; a refusal never is. Each request is counted under the outcome that it had.
    pub async fn send<T>(
        &self,
        connection: &Connection,
        endpoint: &'static str,
        request: &Request,
        traffic: &Traffic,
        read: impl FnOnce(&Response) -> (Outcome, T),
    ) -> Result<T, FetchError> {
        let mut tries = 0;
        loop {
            self.unless_stopped(self.rate_limiter.wait(endpoint, connection.session_id))
                .await??;
            let result = self.unless_stopped(connection.transport.send(request)).await?;
            tries += 1;
            let retry_after = result.as_ref().ok().and_then(Response::retry_after);
            let pause = if is_transient(&result) {
                self.retry.pause(tries, retry_after, &self.random)
            } else {
                None
            };
            let (outcome, bytes, end) = match (result, pause) {
                (Ok(response), None) => {
                    let (outcome, read) = read(&response);
                    (outcome, response.body.len(), Ok(read))
                }
                (Err(error), None) => (error.outcome(), 0, Err(failed(&error))),
                (result, Some(pause)) => {
                    let bytes = result.map_or(0, |response| response.body.len());
                    traffic.count(endpoint, connection.session_id, Outcome::Transient, bytes);
                    tracing::debug!(path = request.url.path(), tries, "transient fault, trying again");
                    self.unless_stopped(tokio::time::sleep(pause)).await?;
                    continue;
                }
            };
            traffic.count(endpoint, connection.session_id, outcome, bytes);
            return end;
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

fn is_transient(result: &Result<Response, TransportError>) -> bool {
    match result {
        Ok(response) => response.status >= FIRST_SERVER_FAULT,
        Err(error) => error.is_transient(),
    }
}

fn failed(error: &TransportError) -> FetchError {
    Failure::new(error.outcome(), error.to_string()).into()
}
