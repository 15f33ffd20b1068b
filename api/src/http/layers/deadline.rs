//! Request deadlines.

use std::sync::Arc;
use std::time::Duration;

use axum::body::HttpBody as _;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use tokio::sync::watch;
use tokio::time::Instant;

use super::body::BODY_TIME;
use crate::http::error::{ErrorCode, Problem};
use crate::http::state::HttpState;

/// The deadline of a request; a handler that waits for something extends it.
#[derive(Clone)]
pub(crate) struct RequestDeadline(watch::Sender<Duration>);

impl RequestDeadline {
    /// Extends the deadline.
    pub(crate) fn extend(&self, wait: Duration) {
        self.0.send_modify(|limit| *limit += wait);
    }
}

/// Ends a request at the deadline; its transaction is rolled back. The time for the body is added.
pub(crate) async fn enforce_deadline(
    State(state): State<Arc<HttpState>>,
    mut request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let begin = Instant::now();
    let body_time = if request.body().is_end_stream() {
        Duration::ZERO
    } else {
        BODY_TIME
    };
    let (sender, mut limit) = watch::channel(state.timeout + body_time);
    request.extensions_mut().insert(RequestDeadline(sender));
    let mut response = Box::pin(next.run(request));
    loop {
        let end = begin + *limit.borrow_and_update();
        tokio::select! {
            response = &mut response => return Ok(response),
            Ok(()) = limit.changed() => {}
            () = tokio::time::sleep_until(end) => return Err(ErrorCode::Unavailable.into()),
        }
    }
}
