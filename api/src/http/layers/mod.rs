//! The middleware of every request.

mod body;
mod client_info;
mod headers;
mod panic;
mod poll;
mod request_id;
mod storage;
mod timeout;

use std::sync::Arc;

use axum::{Router, middleware};
use http::header::AUTHORIZATION;
use http::{HeaderName, Request};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::sensitive_headers::SetSensitiveRequestHeadersLayer;
use tower_http::trace::{DefaultOnResponse, TraceLayer};
use tracing::Level;

use super::state::HttpState;

pub(super) use poll::{TagKey, poll};
pub(super) use timeout::RequestDeadline;

/// Identifies a request in the log and in the response, so that an error report leads to its details.
static REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Wraps the finished router, the first layer innermost.
pub(super) fn wrap(router: Router, state: Arc<HttpState>) -> Router {
    router
        .layer(middleware::from_fn_with_state(
            Arc::clone(&state),
            storage::explain,
        ))
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(
            Arc::clone(&state),
            timeout::enforce_deadline,
        ))
        .layer(CatchPanicLayer::custom(panic::respond))
        .layer(middleware::from_fn_with_state(body::BODY_TIME, body::receive))
        .layer(middleware::map_response(headers::secure))
        .layer(middleware::from_fn_with_state(state, client_info::find))
        .layer(PropagateRequestIdLayer::new(REQUEST_ID.clone()))
        .layer(
            TraceLayer::new_for_http()
                .make_span_with(span)
                .on_response(DefaultOnResponse::new().level(Level::INFO)),
        )
        .layer(SetSensitiveRequestHeadersLayer::new([AUTHORIZATION]))
        .layer(SetRequestIdLayer::new(REQUEST_ID.clone(), MakeRequestUuid))
        .layer(middleware::map_request(request_id::check))
}

fn span<B>(request: &Request<B>) -> tracing::Span {
    let request_id = request
        .headers()
        .get(&REQUEST_ID)
        .and_then(|id| id.to_str().ok())
        .unwrap_or_default();
    // Without the query: search terms of users do not belong in a log.
    tracing::info_span!("http", method = %request.method(), path = request.uri().path(), request_id)
}
