//! Limits the duration of calls.

use std::time::Duration;

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use tokio::time::timeout;
use tonic::Status;

/// Four times the operator's timeout. A connection whose call never arrives completely still answers pings, so nothing
/// else would end it.
const LIMIT: Duration = Duration::from_mins(2);

/// Ends a call whose response has not begun in time. A report stream stays open as long as its run: its response begins
/// immediately.
pub(super) async fn limit(request: Request, next: Next) -> Response {
    timeout(LIMIT, next.run(request))
        .await
        .unwrap_or_else(|_| Status::deadline_exceeded("the call took too long; send it again").into_http())
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use axum::Router;
    use axum::body::Body;
    use axum::routing::post;
    use tower::ServiceExt as _;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn grpc_call_over_time_limit_ends_with_deadline_exceeded() {
        let router = Router::new()
            .route("/", post(|| async { pending::<()>().await }))
            .layer(axum::middleware::from_fn(limit));
        let request = http::Request::post("/").body(Body::empty()).unwrap();
        let began = tokio::time::Instant::now();
        let response = router.oneshot(request).await.unwrap();
        assert_eq!(began.elapsed(), LIMIT);
        let status = response.headers().get("grpc-status").unwrap();
        assert_eq!(status, &(tonic::Code::DeadlineExceeded as i32).to_string());
    }
}
