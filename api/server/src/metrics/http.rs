//! Counts HTTP requests.

use std::time::Instant;

use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::middleware::{self, Next};
use axum::response::Response;

use super::{Metrics, RequestLabels, RouteLabels};

/// Label of requests outside the API: the web app's files and unknown paths.
const OTHER: &str = "other";

/// Wraps the router to count its responses by route.
pub(crate) fn counted(router: Router, metrics: Metrics) -> Router {
    router.layer(middleware::from_fn_with_state(metrics, count))
}

async fn count(State(metrics): State<Metrics>, request: Request, next: Next) -> Response {
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or(OTHER, MatchedPath::as_str)
        .to_owned();
    let method = known_method(request.method());
    let began = Instant::now();
    let response = next.run(request).await;
    let labels = RequestLabels {
        method: method.to_owned(),
        route: route.clone(),
        status: response.status().as_u16(),
    };
    metrics.requests.get_or_create(&labels).inc();
    metrics
        .request_seconds
        .get_or_create(&RouteLabels { route })
        .observe(began.elapsed().as_secs_f64());
    response
}

/// Clients can send arbitrary methods.
fn known_method(method: &axum::http::Method) -> &'static str {
    ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
        .into_iter()
        .find(|known| method.as_str() == *known)
        .unwrap_or(OTHER)
}
