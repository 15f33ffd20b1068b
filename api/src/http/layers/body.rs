//! Limits the time for a request body; a response sent before the whole body arrived closes the connection.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::header::CONNECTION;
use http::{HeaderValue, Version};
use http_body::{Frame, SizeHint};
use tokio::time::{Instant, Sleep, sleep};

use crate::http::error::{ErrorCode, Problem};

/// Time for a whole body: the largest, a 10 MB file of sessions, needs 3 Mbit/s; most are one packet.
pub(crate) const BODY_TIME: Duration = Duration::from_secs(30);

/// The progress of a request body.
#[derive(Debug, Default)]
struct BodyProgress {
    is_complete: AtomicBool,
    is_late: AtomicBool,
}

/// Ends a body after `limit` and responds with 408. Any response without the whole body closes the connection: the rest
/// of the body could be interpreted as the next request.
pub(crate) async fn receive(State(limit): State<Duration>, request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    // In HTTP/2 a body is a separate stream and may be abandoned.
    let is_exclusive = request.version() < Version::HTTP_2;
    let progress = Arc::<BodyProgress>::default();
    let timed = |inner| TimedBody {
        inner,
        end: Box::pin(sleep(limit)),
        progress: Arc::clone(&progress),
    };
    let mut response = next.run(request.map(|body| Body::new(timed(body)))).await;
    if progress.is_late.load(Ordering::Relaxed) && !response.status().is_success() {
        response = Problem::from(ErrorCode::RequestTimeout).into_response();
    }
    if is_exclusive && !progress.is_complete.load(Ordering::Relaxed) {
        response
            .headers_mut()
            .insert(CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

/// A body that fails when it takes too long.
struct TimedBody {
    inner: Body,
    end: Pin<Box<Sleep>>,
    progress: Arc<BodyProgress>,
}

impl HttpBody for TimedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.inner).poll_frame(context);
        if matches!(polled, Poll::Ready(None)) || self.inner.is_end_stream() {
            self.progress.is_complete.store(true, Ordering::Relaxed);
            return polled;
        }
        // A slow trickle of bytes never leaves this pending for long, so the timer is also checked when there are
        // bytes.
        let is_late = self.end.deadline() <= Instant::now() || self.end.as_mut().poll(context).is_ready();
        if is_late {
            self.progress.is_late.store(true, Ordering::Relaxed);
            return Poll::Ready(Some(Err(axum::Error::new(ErrorCode::RequestTimeout.text()))));
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::to_bytes;
    use axum::middleware::from_fn_with_state;
    use axum::routing::post;
    use futures::stream::{self, StreamExt as _};
    use http::StatusCode;
    use tower::ServiceExt as _;

    use super::*;

    /// Short enough for a fast test, and long enough to send a whole body on a busy machine.
    const LIMIT: Duration = Duration::from_secs(2);

    fn router() -> Router {
        Router::new()
            .route("/read", post(async |body: Bytes| body))
            .route("/refuse", post(async || StatusCode::UNAUTHORIZED))
            .layer(from_fn_with_state(LIMIT, receive))
    }

    /// A body of some pieces that then trickles forever, or ends.
    fn body(trickles: bool) -> Body {
        let pieces = stream::iter(0..3).map(|_| Ok::<_, std::io::Error>("piece"));
        if !trickles {
            return Body::from_stream(pieces);
        }
        let rest = stream::unfold((), async |()| {
            sleep(LIMIT / 20).await;
            Some((Ok("."), ()))
        });
        Body::from_stream(pieces.chain(rest))
    }

    #[tokio::test]
    async fn asvs_15_2_2_request_body_too_slow_returns_408_and_closes_connection() {
        for (path, trickles, status, closes) in [
            ("/read", false, StatusCode::OK, false),
            ("/read", true, StatusCode::REQUEST_TIMEOUT, true),
            ("/refuse", false, StatusCode::UNAUTHORIZED, true),
            ("/refuse", true, StatusCode::UNAUTHORIZED, true),
        ] {
            let request = Request::post(path).body(body(trickles)).unwrap();
            let response = router().oneshot(request).await.unwrap();
            let closed = response.headers().get(CONNECTION).map(HeaderValue::as_bytes);
            assert_eq!(
                (response.status(), closed),
                (status, closes.then_some(&b"close"[..])),
                "{path} {trickles}"
            );
            if status == StatusCode::REQUEST_TIMEOUT {
                let text = to_bytes(response.into_body(), usize::MAX).await.unwrap();
                let text = String::from_utf8(text.to_vec()).unwrap();
                assert!(text.contains(r#""code":"request_timeout""#), "{text}");
            }
        }
    }
}
