//! Turns a panic in a handler into one failed response.

use std::any::Any;

use axum::response::{IntoResponse, Response};

use crate::http::error::{ErrorCode, Problem};

#[expect(clippy::needless_pass_by_value, reason = "the layer gives the panic away")]
pub(super) fn respond(panic: Box<dyn Any + Send + 'static>) -> Response {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("not a text");
    tracing::error!(panic = text, "a handler panicked");
    Problem::from(ErrorCode::Internal).into_response()
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::{Body, to_bytes};
    use axum::routing::get;
    use http::{Request, StatusCode};
    use tower::ServiceExt;
    use tower_http::catch_panic::CatchPanicLayer;

    use super::*;

    #[tokio::test]
    async fn panic_returns_500_without_its_message() {
        async fn handler() {
            panic!("a secret of the program");
        }
        let router = Router::new()
            .route("/", get(handler))
            .layer(CatchPanicLayer::custom(respond));
        let response = router.oneshot(Request::new(Body::empty())).await.unwrap();
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        assert_eq!(
            body,
            r#"{"error":"Server error. Please try again later.","code":"internal"}"#
        );
    }
}
