//! Politeness: when the next request may leave. A bucket of tokens spaces the requests, a window caps them.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use clipmeter_rules::facts::PaceRule;
use tokio::time::{Instant, sleep_until};

use crate::random::Random;

/// The window of [`PaceRule::per_hour`].
const HOUR: Duration = Duration::from_hours(1);

/// Hands out turns under a [`PaceRule`].
pub struct Pace {
    rule: PaceRule,
    multiplier: f64,
    random: Arc<Random>,
    turns: Mutex<Turns>,
}

/// What was handed out so far.
struct Turns {
    /// When the bucket will be full again; how far ahead that lies says how many tokens are missing.
    full_at: Option<Instant>,
    /// The turns of the last hour, oldest first.
    recent: VecDeque<Instant>,
}

impl Pace {
    /// `multiplier` stretches every distance; 0 means no waiting at all.
    pub fn new(rule: PaceRule, multiplier: f64, random: Arc<Random>) -> Self {
        Self {
            rule,
            multiplier,
            random,
            turns: Mutex::new(Turns {
                full_at: None,
                recent: VecDeque::new(),
            }),
        }
    }

    /// What every distance is stretched by.
    pub(crate) fn multiplier(&self) -> f64 {
        self.multiplier
    }

    /// Returns when it is this request's turn. Requests that wait together leave in order.
    pub async fn wait(&self) {
        if self.multiplier > 0.0 {
            sleep_until(self.reserve(Instant::now())).await;
        }
    }

    /// Takes the next turn, as of `now`.
    fn reserve(&self, now: Instant) -> Instant {
        let distance = self
            .rule
            .interval()
            .mul_f64(self.multiplier * self.random.factor(self.rule.spread));
        let slack = self.rule.interval().mul_f64(self.multiplier) * self.rule.burst.saturating_sub(1);
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        let full_at = turns.full_at.unwrap_or(now).max(now);
        let mut turn = full_at
            .checked_sub(slack)
            .map_or(now, |earliest| earliest.max(now));
        if turns.recent.len() >= self.rule.per_hour as usize
            && let Some(oldest) = turns.recent.pop_front()
        {
            turn = turn.max(oldest + HOUR.mul_f64(self.multiplier));
        }
        turns.full_at = Some(full_at.max(turn) + distance);
        turns.recent.push_back(turn);
        turn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INSTAGRAM: PaceRule = PaceRule {
        interval_ms: 8_000,
        spread: 0.4,
        burst: 3,
        per_hour: 150,
    };
    const TIKTOK: PaceRule = PaceRule {
        interval_ms: 1_000,
        spread: 0.4,
        burst: 1,
        per_hour: 3_600,
    };

    /// When each of `count` requests leaves that are made one after the other, in seconds after the first.
    fn turns(rule: PaceRule, multiplier: f64, count: usize) -> Vec<f64> {
        let pace = Pace::new(rule, multiplier, Arc::new(Random::seeded(7)));
        let start = Instant::now();
        let mut now = start;
        let take = |_| {
            now = pace.reserve(now);
            (now - start).as_secs_f64()
        };
        (0..count).map(take).collect()
    }

    #[test]
    fn a_burst_leaves_at_once_and_then_one_request_an_interval() {
        let turns = turns(INSTAGRAM, 1.0, 23);
        assert!(turns[2] < 8.0, "three leave after a rest: {turns:?}");
        let steady = turns[22] - turns[2];
        assert!(
            (20.0 * 8.0 * 0.85..20.0 * 8.0 * 1.15).contains(&steady),
            "twenty intervals took {steady} s"
        );
        for pair in turns[4..].windows(2) {
            assert!((4.7..=11.3).contains(&(pair[1] - pair[0])), "{turns:?}");
        }
    }

    #[test]
    fn no_hour_holds_more_than_the_cap() {
        let turns = turns(INSTAGRAM, 1.0, 400);
        for (index, turn) in turns.iter().enumerate().skip(150) {
            assert!(turn - turns[index - 150] >= 3600.0 - 0.01);
        }
    }

    #[test]
    fn the_multiplier_stretches_every_distance() {
        let (normal, double) = (turns(TIKTOK, 1.0, 11), turns(TIKTOK, 2.0, 11));
        assert!((double[10] - 2.0 * normal[10]).abs() < 0.05);
    }

    #[tokio::test]
    async fn zero_switches_the_pauses_off() {
        let pace = Pace::new(INSTAGRAM, 0.0, Arc::new(Random::seeded(7)));
        let start = Instant::now();
        for _ in 0..100 {
            pace.wait().await;
        }
        assert!(start.elapsed() < INSTAGRAM.interval());
    }
}
