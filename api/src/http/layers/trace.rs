//! The exported span of a request.

use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::Response;
use clipmeter_proto::trace_context::{TRACES, Traceparent, set_parent};
use tracing::field::Empty;
use tracing::{Instrument as _, Span, trace_span};

use super::REQUEST_ID;

/// Prefix of the routes with a span; the web app's files and the probes have none.
const API: &str = "/api/";

/// Continues the trace of the caller, or begins one. The span contains the route, but no path and no query, because they contain
/// names.
pub(crate) async fn trace(request: Request, next: Next) -> Response {
    let span = span(&request);
    if span.is_disabled() {
        return next.run(request).await;
    }
    set_parent(&span, Traceparent::from_headers(request.headers()));
    let response = next.run(request).instrument(span.clone()).await;
    let status = response.status();
    span.record("http.response.status_code", status.as_u16());
    if status.is_server_error() {
        span.record("otel.status_code", "ERROR");
    }
    response
}

fn span(request: &Request) -> Span {
    let route = request.extensions().get::<MatchedPath>();
    let Some(route) = route
        .map(MatchedPath::as_str)
        .filter(|route| route.starts_with(API))
    else {
        return Span::none();
    };
    let method = request.method().as_str();
    let request_id = request.headers().get(&REQUEST_ID).and_then(|id| id.to_str().ok());
    trace_span!(
        target: TRACES,
        "HTTP request",
        otel.name = format_args!("{method} {route}"),
        otel.kind = "server",
        otel.status_code = Empty,
        http.request.method = method,
        http.route = route,
        http.response.status_code = Empty,
        clipmeter.request.id = request_id,
    )
}
