//! Answers that are still good. A scraper calls every few seconds with the same token; a cluster is asked once a minute.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use sha2::{Digest as _, Sha256};

use super::verdict::Verdict;

/// A token that was withdrawn, because its pod is gone, is taken this long at most.
const GOOD_FOR: Duration = Duration::from_mins(1);

/// A token that was refused may become good: its pod was bound a moment later.
const REFUSED_FOR: Duration = Duration::from_secs(5);

/// Several times the scrapers that a cluster runs at once. Whoever sends made-up tokens fills no more memory than this.
const MOST: usize = 4096;

/// The SHA-256 of a token: tokens themselves are not kept.
type Digest = [u8; 32];

/// Verdicts by token.
#[derive(Default)]
pub(super) struct Cache(Mutex<HashMap<Digest, (Verdict, Duration)>>);

impl Cache {
    /// What is known of the token at this monotonic time: a clock that is set back lets no withdrawn token live on.
    pub(super) fn get(&self, token: &str, now: Duration) -> Option<Verdict> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (verdict, until) = known.get(&digest(token))?;
        (now < *until).then_some(*verdict)
    }

    /// Remembers an answer.
    pub(super) fn put(&self, token: &str, verdict: Verdict, now: Duration) {
        let good_for = if verdict.is_good() { GOOD_FOR } else { REFUSED_FOR };
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST {
            known.retain(|_, (_, until)| now < *until);
        }
        if known.len() >= MOST {
            known.retain(|_, (verdict, _)| verdict.is_good());
        }
        if known.len() < MOST {
            known.insert(digest(token), (verdict, now + good_for));
        }
    }
}

fn digest(token: &str) -> Digest {
    Sha256::digest(token).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO: Verdict = Verdict::Refused("no");

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(1_000 + seconds)
    }

    #[test]
    fn an_answer_is_good_for_a_minute_and_a_refusal_for_seconds() {
        let cache = Cache::default();
        assert_eq!(cache.get("a", at(0)), None);
        cache.put("a", Verdict::Operator, at(0));
        cache.put("b", NO, at(0));
        assert_eq!(cache.get("a", at(59)), Some(Verdict::Operator));
        assert_eq!(cache.get("a", at(60)), None);
        assert_eq!(cache.get("b", at(4)), Some(NO));
        assert_eq!(cache.get("b", at(5)), None);
    }

    #[test]
    fn made_up_tokens_neither_fill_memory_nor_push_out_good_ones() {
        let cache = Cache::default();
        cache.put("good", Verdict::Operator, at(0));
        for number in 0..2 * MOST {
            cache.put(&number.to_string(), NO, at(1));
        }
        assert!(cache.0.lock().unwrap().len() <= MOST);
        assert_eq!(cache.get("good", at(1)), Some(Verdict::Operator));
    }
}
