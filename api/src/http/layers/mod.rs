//! The middleware of every request.

mod body;
mod deadline;
mod etag;
mod failures;
mod headers;
mod poll;
mod query_string;
mod request_id;
mod trace;

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

pub(crate) use self::deadline::RequestDeadline;
pub(crate) use self::poll::poll;
pub(crate) use self::query_string::{WithoutQuery, refuse_ignored};

/// Identifies a request in the log and in the response, so that an error report leads to its details.
pub(crate) static REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Wraps the finished router, the first layer innermost.
pub(crate) fn wrap(router: Router, state: Arc<HttpState>) -> Router {
    router
        .layer(middleware::from_fn_with_state(
            Arc::clone(&state),
            failures::explain,
        ))
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(
            Arc::clone(&state),
            deadline::enforce_deadline,
        ))
        .layer(CatchPanicLayer::custom(failures::respond))
        .layer(middleware::from_fn_with_state(body::BODY_TIME, body::receive))
        .layer(middleware::map_response(headers::secure))
        .layer(middleware::from_fn_with_state(state, headers::find))
        .layer(PropagateRequestIdLayer::new(REQUEST_ID.clone()))
        .layer(middleware::from_fn(trace::trace))
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
