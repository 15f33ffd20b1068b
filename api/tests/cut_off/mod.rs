//! Futures that are dropped before their end, as a request's is when its caller hangs up.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

/// Polls a future until it has waited so many times, then drops it. None: it was dropped before its end.
pub(crate) async fn cut_off<F: Future>(waits: usize, future: F) -> Option<F::Output> {
    let mut future = pin!(future);
    let mut left = waits;
    poll_fn(|context| match future.as_mut().poll(context) {
        Poll::Ready(output) => Poll::Ready(Some(output)),
        Poll::Pending if left == 0 => Poll::Ready(None),
        Poll::Pending => {
            left -= 1;
            Poll::Pending
        }
    })
    .await
}
