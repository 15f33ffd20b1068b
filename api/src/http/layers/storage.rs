//! Tells a client whose request the database refused what this program knows of the disk.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::http::error::Problem;
use crate::http::state::HttpState;
use crate::storage::WriteRefusal;

/// Notes the refusal for the state that admins see. While the disk is known to be full, that is also why the database is away.
pub(super) async fn explain(State(state): State<Arc<HttpState>>, request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let Some(refusal) = response.extensions().get::<WriteRefusal>().copied() else {
        return response;
    };
    state.storage.refused(refusal);
    match state.storage.check() {
        Err(no_room) => Problem::from(no_room).into_response(),
        Ok(()) => response,
    }
}
