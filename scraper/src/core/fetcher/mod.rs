//! Sends requests: waits for permits, retries transient faults, counts the cost, and stops on cancellation.

mod guard;
mod hosts;
mod http;
mod rate_limiter;
mod retry;
mod traffic;
mod transport;
mod transports;

use std::sync::Arc;

use clipmeter_proto::v1::Outcome;
use clipmeter_runtime::Random;
use tokio_util::sync::CancellationToken;

pub use guard::is_public;
pub use hosts::Hosts;
pub use http::{HttpOptions, HttpTransport, REQUEST_TIMEOUT};
pub use rate_limiter::RateLimiter;
pub use retry::Retry;
pub use traffic::Traffic;
pub use transport::{MAX_BODY_BYTES, Request, Response, Transport, TransportError};
pub use transports::{HttpTransports, TransportPool, Transports};

use crate::core::failure::{Failure, FetchError};

/// HTTP status codes from here on are server faults and are retried.
const FIRST_SERVER_FAULT: u16 = 500;

/// The connection and session that a request is sent with.
#[derive(Clone)]
pub struct Connection {
    pub transport: Arc<dyn Transport>,
    /// The session sent along; 0: none, an anonymous client.
    pub session_id: i64,
}

/// Sends the requests of one run.
pub struct Fetcher {
    /// Spaces the requests.
    pub rate_limiter: RateLimiter,
    /// Retries faulty requests.
    pub retry: Retry,
    /// Source of jitter.
    pub random: Arc<Random>,
    /// Cancels waiting and fetching.
    pub stop: CancellationToken,
}

impl Fetcher {
    /// Sends the request to this endpoint once a permit is available, and returns the result of `read` on the response,
    /// regardless of its status. Network faults and server faults are retried; a refusal never is. Each request is counted under its
    /// outcome.
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
                    tracing::debug!(path = request.url.path(), tries, "transient fault; retrying");
                    self.unless_stopped(tokio::time::sleep(pause)).await?;
                    continue;
                }
            };
            traffic.count(endpoint, connection.session_id, outcome, bytes);
            return end;
        }
    }

    /// Waits for `work`, or returns [`FetchError::Stopped`] when the run is stopped.
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
