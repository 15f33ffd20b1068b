//! Explains a rejected database write with the measured state of the disk.

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
pub(super) async fn explain(State(state): State<Arc<HttpState>>, request: Request, next: Next) -> Response {
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
