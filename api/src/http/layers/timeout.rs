//! No request holds a connection for ever.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;

use crate::http::error::{Code, Problem};
use crate::http::state::HttpState;

/// Ends a request after the configured time; its transaction is rolled back.
pub(super) async fn give_up(
    State(state): State<Arc<HttpState>>,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    tokio::time::timeout(state.timeout, next.run(request))
        .await
        .map_err(|_| Code::Unavailable.into())
}
