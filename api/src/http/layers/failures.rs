//! Responses to a rejected database write and to a panic.

use std::any::Any;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use clipmeter_db::storage::{RETRY_AFTER, WriteRefusal};
use http::header::AUTHORIZATION;

use crate::http::error::{ErrorCode, Problem};
use crate::http::scope::bearer_token;
use crate::http::state::HttpState;

/// Records the failure for the state that admins see. A full disk is also a cause of database outages. Only signed-in
/// users get the text that names disk and folder: their token is verified without the database.
pub(crate) async fn explain(State(state): State<Arc<HttpState>>, request: Request, next: Next) -> Response {
    // Shares the bytes with the request: few responses need them.
    let authorization = request.headers().get(AUTHORIZATION).cloned();
    let response = next.run(request).await;
    let Some(refusal) = response.extensions().get::<WriteRefusal>().copied() else {
        return response;
    };
    state.storage.refused(refusal);
    let Err(no_room) = state.storage.check() else {
        return response;
    };
    let token = authorization.as_ref().and_then(bearer_token);
    let is_user = token.is_some_and(|token| state.tokens.read(token, state.clock.now()).is_some());
    let problem = if is_user {
        Problem::from(no_room)
    } else {
        Problem::from(ErrorCode::StorageFull).retry_after(RETRY_AFTER)
    };
    problem.into_response()
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "the layer passes the panic by value"
)]
pub(crate) fn respond(panic: Box<dyn Any + Send + 'static>) -> Response {
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
    async fn asvs_16_5_3_panic_returns_500_without_its_message() {
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
