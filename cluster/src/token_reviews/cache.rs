//! Answers that are still good. A scraper calls every few seconds with the same token, and several calls wait for one answer.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sha2::{Digest as _, Sha256};

use super::verdict::Verdict;

/// How long an answer is believed. A token ends with its pod, and ten seconds later nothing may be done with it any more: this, the
/// interval at which open streams are checked, and what the API server needs to learn of the deletion fit into them. 40
/// scrapers at once cause ten questions a second.
const GOOD_FOR: Duration = Duration::from_secs(4);

/// A token that was refused may become good: its pod was bound a moment later.
const REFUSED_FOR: Duration = Duration::from_secs(5);

/// Several times the scrapers that a cluster runs at once. Whoever sends made-up tokens fills no more memory than this.
const MOST: usize = 4096;

/// The SHA-256 of a token: tokens themselves are not kept.
type Digest = [u8; 32];

/// What is known of one token. Whoever asks the cluster holds the lock, so that the others wait for the answer.
#[derive(Default)]
pub(super) struct Entry(tokio::sync::Mutex<Option<Known>>);

#[derive(Clone, Copy)]
struct Known {
    verdict: Verdict,
    /// Monotonic: a clock that is set back lets no withdrawn token live on.
    until: Duration,
}

impl Entry {
    /// What is known of the token, or else what asking brings. `now` is asked again after waiting.
    pub(super) async fn verdict<E>(
        &self,
        now: impl Fn() -> Duration,
        ask: impl AsyncFnOnce() -> Result<Verdict, E>,
    ) -> Result<Verdict, E> {
        let mut known = self.0.lock().await;
        let asked_at = now();
        if let Some(known) = known.filter(|known| asked_at < known.until) {
            return Ok(known.verdict);
        }
        let verdict = ask().await?;
        let good_for = if verdict.is_good() { GOOD_FOR } else { REFUSED_FOR };
        *known = Some(Known {
            verdict,
            until: asked_at + good_for,
        });
        Ok(verdict)
    }

    /// Whether it may be forgotten: nobody is asking, and it is over, or a refusal where those go too.
    fn is_spare(&self, now: Duration, with_refusals: bool) -> bool {
        self.0.try_lock().is_ok_and(|known| {
            known.is_none_or(|known| now >= known.until || (with_refusals && !known.verdict.is_good()))
        })
    }
}

/// Entries by token.
#[derive(Default)]
pub(super) struct Cache(Mutex<HashMap<Digest, Arc<Entry>>>);

impl Cache {
    /// The entry of a token. One that finds no room is not kept.
    pub(super) fn entry(&self, token: &str, now: Duration) -> Arc<Entry> {
        let digest = digest(token);
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(entry) = entries.get(&digest) {
            return Arc::clone(entry);
        }
        for with_refusals in [false, true] {
            if entries.len() >= MOST {
                entries.retain(|_, entry| !entry.is_spare(now, with_refusals));
            }
        }
        let entry = Arc::<Entry>::default();
        if entries.len() < MOST {
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

    const NO: Verdict = Verdict::Refused("no");

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(1_000 + seconds)
    }

    /// What comes of asking for a token, and whether the cluster was asked.
    async fn ask(cache: &Cache, token: &str, answer: Verdict, now: Duration) -> (Verdict, bool) {
        let mut is_asked = false;
        let entry = cache.entry(token, now);
        let verdict = entry.verdict(
            || now,
            async || {
                is_asked = true;
                Ok::<_, Infallible>(answer)
            },
        );
        (verdict.await.unwrap(), is_asked)
    }

    #[tokio::test]
    async fn an_answer_is_good_for_seconds() {
        let cache = Cache::default();
        assert_eq!(
            ask(&cache, "a", Verdict::Operator, at(0)).await,
            (Verdict::Operator, true)
        );
        assert_eq!(ask(&cache, "a", NO, at(3)).await, (Verdict::Operator, false));
        assert_eq!(ask(&cache, "a", NO, at(4)).await, (NO, true));
        assert_eq!(ask(&cache, "a", Verdict::Operator, at(8)).await, (NO, false));
        assert_eq!(
            ask(&cache, "a", Verdict::Operator, at(9)).await,
            (Verdict::Operator, true)
        );
    }

    #[tokio::test]
    async fn calls_that_come_together_ask_once_and_an_error_is_not_kept() {
        let cache = Cache::default();
        let (asked, answered) = (AtomicU32::new(0), tokio::sync::Notify::new());
        let calls = (0..40).map(|_| async {
            let entry = cache.entry("a", at(0));
            let ask = async || {
                asked.fetch_add(1, Ordering::Relaxed);
                answered.notified().await;
                Ok::<_, Infallible>(Verdict::Operator)
            };
            entry.verdict(|| at(0), ask).await.unwrap()
        });
        let (verdicts, ()) = tokio::join!(futures::future::join_all(calls), async { answered.notify_one() });
        assert_eq!(verdicts, [Verdict::Operator; 40]);
        assert_eq!(asked.load(Ordering::Relaxed), 1);

        let entry = cache.entry("b", at(0));
        entry.verdict(|| at(0), async || Err(())).await.unwrap_err();
        assert_eq!(
            ask(&cache, "b", Verdict::Operator, at(0)).await,
            (Verdict::Operator, true)
        );
    }

    #[tokio::test]
    async fn made_up_tokens_neither_fill_memory_nor_push_out_good_ones() {
        let cache = Cache::default();
        ask(&cache, "good", Verdict::Operator, at(0)).await;
        for number in 0..2 * MOST {
            ask(&cache, &number.to_string(), NO, at(1)).await;
        }
        assert!(cache.0.lock().unwrap().len() <= MOST);
        assert_eq!(ask(&cache, "good", NO, at(1)).await, (Verdict::Operator, false));
    }
}
