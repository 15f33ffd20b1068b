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
use std::time::Duration;

use clipmeter_proto::trace_context::TRACES;
use clipmeter_proto::v1::Outcome;
use clipmeter_runtime::Random;
use tokio_util::sync::CancellationToken;
use tracing::field::Empty;
use tracing::{Instrument as _, Span, trace, trace_span};

pub use guard::is_public;
pub use hosts::Hosts;
pub use http::{HttpOptions, HttpTransport, REQUEST_TIMEOUT};
pub use rate_limiter::RateLimiter;
pub(crate) use retry::MAX_RETRY_AFTER;
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
            let span = request_span(endpoint, request, tries);
            let sent = send_traced(connection, request).instrument(span);
            let result = self.unless_stopped(sent).await?;
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
                    trace!(target: TRACES, endpoint, tries, pause_ms = milliseconds(pause), "retry");
                    self.unless_stopped(tokio::time::sleep(pause)).await?;
                    continue;
                }
            };
            traffic.count(endpoint, connection.session_id, outcome, bytes);
            return end;
        }
    }

    /// Waits for a pause that the platform requested. Only a delay factor below 1 changes it.
    pub(crate) async fn pause(&self, requested: Duration) -> Result<(), FetchError> {
        let pause = requested.mul_f64(self.retry.delay_factor.min(1.0));
        self.unless_stopped(tokio::time::sleep(pause)).await
    }

    /// Waits for `work`, or returns [`FetchError::Stopped`] when the run is stopped.
    pub async fn unless_stopped<T>(&self, work: impl Future<Output = T>) -> Result<T, FetchError> {
        self.stop
            .run_until_cancelled(work)
            .await
            .ok_or(FetchError::Stopped)
    }
}

/// Creates the exported span of one request. It contains no URL, because URLs contain names, and no header.
fn request_span(endpoint: &str, request: &Request, resends: u32) -> Span {
    let method = request.method.as_str();
    trace_span!(
        target: TRACES,
        "platform request",
        otel.name = format_args!("{method} {endpoint}"),
        otel.kind = "client",
        otel.status_code = Empty,
        http.request.method = method,
        http.request.resend_count = (resends > 0).then_some(resends),
        http.response.status_code = Empty,
        server.address = request.url.host_str(),
        server.port = request.url.port_or_known_default(),
        url.template = endpoint,
        "error.type" = Empty,
    )
}

/// Sends a request, and records its result in the current span.
async fn send_traced(connection: &Connection, request: &Request) -> Result<Response, TransportError> {
    let result = connection.transport.send(request).await;
    let span = Span::current();
    match &result {
        Ok(response) => {
            span.record("http.response.status_code", response.status);
        }
        Err(error) => {
            span.record("error.type", error.to_string());
            span.record("otel.status_code", "ERROR");
        }
    }
    result
}

/// For events.
pub(crate) fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
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
