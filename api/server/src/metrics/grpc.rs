//! Counts gRPC calls. The status code comes last: in the headers of a response without a message, otherwise in the
//! trailers.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::middleware::{self, Next};
use axum::response::Response;
use http_body::{Frame, SizeHint};
use tonic::Code;
use tonic::service::Routes;

use super::{CallLabels, Metrics};

/// Path prefix before the names of the services.
const SERVICES: &str = "/clipmeter.v1.";

/// Wraps the services to count their responses by method and code.
pub(crate) fn counted(services: Routes, metrics: Metrics) -> Router {
    services
        .into_axum_router()
        .layer(middleware::from_fn_with_state(metrics, count))
}

async fn count(State(metrics): State<Metrics>, request: Request, next: Next) -> Response {
    let method = request.uri().path().to_owned();
    let response = next.run(request).await;
    let pending = PendingCall {
        metrics,
        method,
        code: code(response.headers()),
    };
    if pending.code.is_some() {
        return response;
    }
    response.map(|inner| Body::new(CountedBody { inner, pending }))
}

/// A call whose code is counted when it ends.
struct PendingCall {
    metrics: Metrics,
    method: String,
    code: Option<Code>,
}

impl Drop for PendingCall {
    fn drop(&mut self) {
        // The caller has disconnected, or the program is stopping.
        let code = self.code.unwrap_or(Code::Cancelled);
        let is_known = self.method.starts_with(SERVICES) && code != Code::Unimplemented;
        let labels = CallLabels {
            method: if is_known { self.method.as_str() } else { "other" }.to_owned(),
            code: name(code),
        };
        self.metrics.calls.get_or_create(&labels).inc();
    }
}

/// The messages of a response, followed by its code.
struct CountedBody {
    inner: Body,
    pending: PendingCall,
}

impl HttpBody for CountedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.inner).poll_frame(context);
        if let Poll::Ready(Some(Ok(frame))) = &polled
            && let Some(trailers) = frame.trailers_ref()
        {
            self.pending.code = code(trailers);
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

fn code(headers: &HeaderMap) -> Option<Code> {
    headers
        .get("grpc-status")
        .map(|status| Code::from_bytes(status.as_bytes()))
}

/// Returns the canonical name of a status code.
fn name(code: Code) -> &'static str {
    match code {
        Code::Ok => "OK",
        Code::Cancelled => "CANCELLED",
        Code::Unknown => "UNKNOWN",
        Code::InvalidArgument => "INVALID_ARGUMENT",
        Code::DeadlineExceeded => "DEADLINE_EXCEEDED",
        Code::NotFound => "NOT_FOUND",
        Code::AlreadyExists => "ALREADY_EXISTS",
        Code::PermissionDenied => "PERMISSION_DENIED",
        Code::ResourceExhausted => "RESOURCE_EXHAUSTED",
        Code::FailedPrecondition => "FAILED_PRECONDITION",
        Code::Aborted => "ABORTED",
        Code::OutOfRange => "OUT_OF_RANGE",
        Code::Unimplemented => "UNIMPLEMENTED",
        Code::Internal => "INTERNAL",
        Code::Unavailable => "UNAVAILABLE",
        Code::DataLoss => "DATA_LOSS",
        Code::Unauthenticated => "UNAUTHENTICATED",
    }
}
