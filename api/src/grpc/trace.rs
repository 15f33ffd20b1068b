//! The exported span of a call.

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use clipmeter_proto::trace_context::{TRACES, Traceparent, set_parent};
use tracing::field::Empty;
use tracing::{Instrument as _, trace_span};

/// Path prefix before the names of the services.
const SERVICES: &str = "/clipmeter.v1.";

/// Continues the trace of the caller. Calls outside of any trace, such as the operator's polls, have no span.
pub(super) async fn trace(request: Request, next: Next) -> Response {
    let parent = Traceparent::from_headers(request.headers());
    if parent.is_none() || !request.uri().path().starts_with(SERVICES) {
        return next.run(request).await;
    }
    let method = request.uri().path().trim_start_matches('/');
    let span = trace_span!(
        target: TRACES,
        "gRPC call",
        otel.name = method,
        otel.kind = "server",
        otel.status_code = Empty,
        rpc.system = "grpc",
        rpc.method = method,
        rpc.grpc.status_code = Empty,
    );
    set_parent(&span, parent);
    let response = next.run(request).instrument(span.clone()).await;
    // A successful call has its status in the trailers.
    if let Some(status) = response.headers().get("grpc-status") {
        span.record("rpc.grpc.status_code", status.to_str().unwrap_or_default());
        span.record("otel.status_code", "ERROR");
    }
    response
}
