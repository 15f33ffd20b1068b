//! Caches token reviews. A scraper calls every few seconds with the same token, and concurrent calls share one review.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use sha2::{Digest as _, Sha256};

use super::access::TokenAccess;

/// How long an accepted token is cached. A token ends with its pod, and must not be usable more than ten seconds later:
/// this time, the interval at which open streams are checked, and the API server's delay in noticing the deletion fit
/// into them. 40 concurrent scrapers cause ten reviews a second.
const ACCEPTED_FOR: Duration = Duration::from_secs(4);

/// A refused token may become valid: its pod may be bound a moment later.
const REFUSED_FOR: Duration = Duration::from_secs(5);

/// Maximum number of entries: several times the number of concurrent scrapers. Limits the memory that callers with
/// forged tokens can use.
const MAX_ENTRIES: usize = 4096;

/// The SHA-256 of a token: tokens themselves are not stored.
type Digest = [u8; 32];

/// The cached verdict for one token. The caller that requests the review holds the lock, so that others wait for its
/// result.
#[derive(Default)]
pub(super) struct CacheEntry(tokio::sync::Mutex<Option<CachedVerdict>>);

#[derive(Clone, Copy)]
struct CachedVerdict {
    access: TokenAccess,
    /// Monotonic: setting the clock back does not extend the life of a revoked token.
    until: Duration,
}

impl CacheEntry {
    /// Returns the cached verdict, or else requests a review. `now` is read again after waiting.
    pub(super) async fn access<E>(
        &self,
        now: impl Fn() -> Duration,
        review: impl AsyncFnOnce() -> Result<TokenAccess, E>,
    ) -> Result<TokenAccess, E> {
        let mut cached = self.0.lock().await;
        let started_at = now();
        if let Some(cached) = cached.filter(|cached| started_at < cached.until) {
            return Ok(cached.access);
        }
        let access = review().await?;
        let valid_for = if access.is_granted() {
            ACCEPTED_FOR
        } else {
            REFUSED_FOR
        };
        *cached = Some(CachedVerdict {
            access,
            until: started_at + valid_for,
        });
        Ok(access)
    }

    /// Returns whether the entry can be evicted: no review is in progress, and it has expired, or is a refusal and
    /// `with_refusals` is set.
    fn is_evictable(&self, now: Duration, with_refusals: bool) -> bool {
        self.0.try_lock().is_ok_and(|cached| {
            cached.is_none_or(|cached| now >= cached.until || (with_refusals && !cached.access.is_granted()))
        })
    }
}

/// Entries by token digest.
#[derive(Default)]
pub(super) struct Cache(Mutex<HashMap<Digest, Arc<CacheEntry>>>);

impl Cache {
    /// Returns the entry of a token. If the cache is full, the new entry is not stored.
    pub(super) fn entry(&self, token: &str, now: Duration) -> Arc<CacheEntry> {
        let digest = digest(token);
        let mut entries = self.0.lock();
        if let Some(entry) = entries.get(&digest) {
            return Arc::clone(entry);
        }
        for with_refusals in [false, true] {
            if entries.len() >= MAX_ENTRIES {
                entries.retain(|_, entry| !entry.is_evictable(now, with_refusals));
            }
        }
        let entry = Arc::<CacheEntry>::default();
        if entries.len() < MAX_ENTRIES {
            entries.insert(digest, Arc::clone(&entry));
        }
        entry
    }
}

fn digest(token: &str) -> Digest {
    Sha256::digest(token).into()
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    const NO: TokenAccess = TokenAccess::Refused("no");

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(1_000 + seconds)
    }

    /// The verdict of a review, and whether the cluster was called.
    async fn review(cache: &Cache, token: &str, response: TokenAccess, now: Duration) -> (TokenAccess, bool) {
        let mut is_reviewed = false;
        let entry = cache.entry(token, now);
        let access = entry.access(
            || now,
            async || {
                is_reviewed = true;
                Ok::<_, Infallible>(response)
            },
        );
        (access.await.unwrap(), is_reviewed)
    }

    #[tokio::test]
    async fn cached_review_expires_after_seconds() {
        let cache = Cache::default();
        assert_eq!(
            review(&cache, "a", TokenAccess::Operator, at(0)).await,
            (TokenAccess::Operator, true)
        );
        assert_eq!(
            review(&cache, "a", NO, at(3)).await,
            (TokenAccess::Operator, false)
        );
        assert_eq!(review(&cache, "a", NO, at(4)).await, (NO, true));
        assert_eq!(
            review(&cache, "a", TokenAccess::Operator, at(8)).await,
            (NO, false)
        );
        assert_eq!(
            review(&cache, "a", TokenAccess::Operator, at(9)).await,
            (TokenAccess::Operator, true)
        );
    }

    #[tokio::test]
    async fn concurrent_calls_share_one_review_errors_stay_uncached() {
        let cache = Cache::default();
        let (reviews, responded) = (AtomicU32::new(0), tokio::sync::Notify::new());
        let calls = (0..40).map(|_| async {
            let entry = cache.entry("a", at(0));
            let review = async || {
                reviews.fetch_add(1, Ordering::Relaxed);
                responded.notified().await;
                Ok::<_, Infallible>(TokenAccess::Operator)
            };
            entry.access(|| at(0), review).await.unwrap()
        });
        let (accesses, ()) = tokio::join!(futures::future::join_all(calls), async { responded.notify_one() });
        assert_eq!(accesses, [TokenAccess::Operator; 40]);
        assert_eq!(reviews.load(Ordering::Relaxed), 1);

        let entry = cache.entry("b", at(0));
        entry.access(|| at(0), async || Err(())).await.unwrap_err();
        assert_eq!(
            review(&cache, "b", TokenAccess::Operator, at(0)).await,
            (TokenAccess::Operator, true)
        );
    }

    #[tokio::test]
    async fn cache_is_bounded_and_keeps_good_tokens() {
        let cache = Cache::default();
        review(&cache, "good", TokenAccess::Operator, at(0)).await;
        for number in 0..2 * MAX_ENTRIES {
            review(&cache, &number.to_string(), NO, at(1)).await;
        }
        assert!(cache.0.lock().len() <= MAX_ENTRIES);
        assert_eq!(
            review(&cache, "good", NO, at(1)).await,
            (TokenAccess::Operator, false)
        );
    }
}
