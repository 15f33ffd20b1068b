//! The rate limit of status writes, which adapts to the queue and to the API server.

use std::collections::HashMap;
use std::time::Duration;

use tokio::time::Instant;

/// Writes a second while the queue is short: enough for 13,000 accounts at the default intervals, and half of all writes of such a
/// cluster.
const USUAL: f64 = 10.0;
/// Writes a second at most, for 130,000 accounts. A control plane with two cores takes several times as many.
const MAX: f64 = 100.0;
/// Writes a second at least, while the API server rejects them.
const MIN: f64 = 1.0;
/// The rate increases if writing the queue would take longer.
const MAX_QUEUE: Duration = Duration::from_mins(1);
/// A write that takes longer shows that the API server is busy: unloaded, it responds within 10 ms.
const SLOW: Duration = Duration::from_millis(250);
/// Change of the rate within a second of writes.
const STEP: f64 = 1.0;

/// How the API server handled a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WriteResult {
    /// It responded after this time.
    Responded(Duration),
    /// It had too many requests, or did not respond.
    Overloaded,
}

/// Allows writes at a rate. The loops of all kinds share it.
#[derive(Debug)]
pub(super) struct WriteRate {
    per_second: f64,
    next: Instant,
    /// Objects to check, by kind.
    queued: HashMap<String, usize>,
}

impl WriteRate {
    pub(super) fn new(now: Instant) -> Self {
        Self {
            per_second: USUAL,
            next: now,
            queued: HashMap::new(),
        }
    }

    /// Returns the writes per second, rounded.
    pub(super) fn per_second(&self) -> i64 {
        #[allow(clippy::cast_possible_truncation, reason = "between 1 and 100")]
        let rounded = self.per_second.round() as i64;
        rounded
    }

    pub(super) fn set_queued(&mut self, kind: &str, objects: usize) {
        match self.queued.get_mut(kind) {
            Some(queued) => *queued = objects,
            None => drop(self.queued.insert(kind.to_owned(), objects)),
        }
    }

    /// Takes the next slot for a write and returns when it begins.
    pub(super) fn reserve(&mut self, now: Instant) -> Instant {
        let slot = self.next.max(now);
        self.next = slot + Duration::from_secs_f64(1.0 / self.per_second);
        slot
    }

    /// Adapts the rate: by one step a second, by half if the API server is overloaded.
    pub(super) fn record(&mut self, result: WriteResult) {
        let step = STEP / self.per_second;
        #[allow(clippy::cast_precision_loss, reason = "a number of objects in memory")]
        let queued = self.queued.values().sum::<usize>() as f64;
        let is_behind = queued > self.per_second * MAX_QUEUE.as_secs_f64();
        self.per_second = match result {
            WriteResult::Overloaded => (self.per_second / 2.0).max(MIN),
            WriteResult::Responded(after) if after <= SLOW && (is_behind || self.per_second < USUAL) => {
                (self.per_second + step).min(MAX)
            }
            WriteResult::Responded(_) if self.per_second > USUAL => (self.per_second - step).max(USUAL),
            WriteResult::Responded(_) => self.per_second,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FAST: WriteResult = WriteResult::Responded(Duration::from_millis(10));
    const BUSY: WriteResult = WriteResult::Responded(Duration::from_millis(300));

    fn rate(per_second: f64, queued: usize) -> WriteRate {
        let mut rate = WriteRate::new(Instant::now());
        rate.per_second = per_second;
        rate.set_queued("TikTokAccount", queued / 2);
        rate.set_queued("InstagramAccount", queued - queued / 2);
        rate
    }

    #[test]
    fn rate_follows_queue_and_responses() {
        // The rate after a minute of writes.
        for (before, queued, result, expected) in [
            (USUAL, 600, FAST, USUAL..=USUAL),
            (USUAL, 6_000, FAST, 69.0..=71.0),
            (70.0, 6_000, FAST, MAX..=MAX),
            (USUAL, 1_500, FAST, 24.0..=26.0),
            (USUAL, 6_000, BUSY, USUAL..=USUAL),
            (MAX, 6_000, BUSY, 39.0..=41.0),
            (MAX, 0, FAST, 39.0..=41.0),
            (40.0, 0, FAST, USUAL..=USUAL),
            (MIN, 0, FAST, USUAL..=USUAL),
            (MIN, 0, BUSY, MIN..=MIN),
            (MAX, 6_000, WriteResult::Overloaded, MIN..=MIN),
        ] {
            let mut rate = rate(before, queued);
            let mut seconds = 0.0;
            while seconds < 60.0 {
                seconds += 1.0 / rate.per_second;
                rate.record(result);
            }
            let after = rate.per_second;
            assert!(
                expected.contains(&after),
                "{after} after {before} with {queued} queued and {result:?}"
            );
        }
    }

    #[test]
    fn overload_halves_rate() {
        let mut rate = rate(MAX, 6_000);
        rate.record(WriteResult::Overloaded);
        assert!((rate.per_second - MAX / 2.0).abs() < f64::EPSILON);
    }

    #[test]
    fn writes_are_apart_and_unused_slots_are_lost() {
        let now = Instant::now();
        let mut rate = WriteRate::new(now);
        let apart = Duration::from_millis(100);
        let slots = [(); 3].map(|()| rate.reserve(now) - now);
        assert_eq!(slots, [Duration::ZERO, apart, 2 * apart]);
        let later = now + Duration::from_secs(9);
        assert_eq!(rate.reserve(later), later);
        assert_eq!(rate.reserve(later), later + apart);
    }
}
