//! Request coalescing: of simultaneous requests for the same response, one runs the queries, and the others wait for its result. A
//! request that arrives after the result runs them again.

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use bytes::Bytes;
use http::HeaderMap;
use parking_lot::Mutex;
use tokio::time::timeout;

/// How long a request waits for another one, which may itself be waiting for a connection or a lock. After that, it builds the
/// response itself.
const MAX_WAIT: Duration = Duration::from_secs(2);

/// The headers and body of a response with status 200, which are the same for all who requested it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SharedResponse {
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

/// `None` until the response is built.
type Slot = tokio::sync::Mutex<Option<SharedResponse>>;

/// The responses that are being built, by what they depend on.
#[derive(Default)]
pub(crate) struct Coalescing(Mutex<HashMap<String, Weak<Slot>>>);

impl Coalescing {
    /// Builds a response, unless another request with this key is building it: then returns that one. The key must contain everything
    /// that the response depends on, including what the caller may see. If the other request fails or is canceled, one of those that
    /// wait builds the response instead.
    pub(crate) async fn join<E>(
        &self,
        key: &str,
        build: impl Future<Output = Result<SharedResponse, E>>,
    ) -> Result<SharedResponse, E> {
        let slot = self.slot(key);
        let Ok(mut shared) = timeout(MAX_WAIT, slot.lock()).await else {
            return build.await;
        };
        if let Some(response) = &*shared {
            return Ok(response.clone());
        }
        let response = build.await?;
        // Requests that arrive from now on may have to see later data.
        self.0.lock().remove(key);
        *shared = Some(response.clone());
        Ok(response)
    }

    fn slot(&self, key: &str) -> Arc<Slot> {
        let mut slots = self.0.lock();
        if let Some(slot) = slots.get(key).and_then(Weak::upgrade) {
            return slot;
        }
        // Those of failed and canceled requests.
        slots.retain(|_, slot| slot.strong_count() > 0);
        let slot = Arc::new(Slot::default());
        slots.insert(key.to_owned(), Arc::downgrade(&slot));
        slot
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures::FutureExt as _;
    use futures::future::{join, join_all, pending};
    use tokio::sync::Notify;

    use super::*;

    fn built(body: &'static str) -> SharedResponse {
        SharedResponse {
            headers: HeaderMap::new(),
            body: Bytes::from_static(body.as_bytes()),
        }
    }

    #[tokio::test]
    async fn simultaneous_requests_share_a_response_and_later_ones_do_not() {
        let (coalescing, builds, finish) = (Coalescing::default(), AtomicUsize::new(0), Notify::new());
        let request = || {
            coalescing.join("key", async {
                builds.fetch_add(1, Ordering::Relaxed);
                finish.notified().await;
                Ok::<_, Infallible>(built("same"))
            })
        };
        let all = join_all((0..5).map(|_| request()));
        let (responses, ()) = join(all, async { finish.notify_one() }).await;
        assert!(
            responses
                .into_iter()
                .all(|response| response == Ok(built("same")))
        );
        assert_eq!(builds.load(Ordering::Relaxed), 1);
        finish.notify_one();
        request().await.unwrap();
        assert_eq!(builds.load(Ordering::Relaxed), 2);
        assert!(coalescing.0.lock().is_empty());
    }

    #[tokio::test]
    async fn requests_with_other_keys_are_separate() {
        let coalescing = Coalescing::default();
        let request = |key, body| coalescing.join(key, async move { Ok::<_, Infallible>(built(body)) });
        let (a, b) = join(request("a", "of a"), request("b", "of b")).await;
        assert_eq!((a, b), (Ok(built("of a")), Ok(built("of b"))));
    }

    #[tokio::test]
    async fn waiting_request_builds_response_after_failed_and_canceled_ones() {
        let coalescing = Coalescing::default();
        let mut canceled = Box::pin(coalescing.join("key", pending::<Result<SharedResponse, &str>>()));
        assert_eq!(canceled.as_mut().now_or_never(), None);
        let mut failing = Box::pin(coalescing.join("key", async { Err("unavailable") }));
        assert_eq!(failing.as_mut().now_or_never(), None);
        let mut waiting = Box::pin(coalescing.join("key", async { Ok::<_, &str>(built("own")) }));
        assert_eq!(waiting.as_mut().now_or_never(), None);
        drop(canceled);
        assert_eq!(failing.await, Err("unavailable"));
        assert_eq!(waiting.await, Ok(built("own")));
    }

    #[tokio::test(start_paused = true)]
    async fn request_does_not_wait_longer_than_the_maximum() {
        let coalescing = Coalescing::default();
        let mut slow = Box::pin(coalescing.join("key", pending::<Result<SharedResponse, Infallible>>()));
        assert_eq!(slow.as_mut().now_or_never(), None);
        let begin = tokio::time::Instant::now();
        let own = coalescing.join("key", async { Ok::<_, Infallible>(built("own")) });
        assert_eq!(own.await, Ok(built("own")));
        assert_eq!(begin.elapsed(), MAX_WAIT);
    }
}
