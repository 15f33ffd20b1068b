//! Stops requests when the platform refuses an address or requests a pause.

use std::time::Duration;

use clipmeter_proto::v1::Outcome;
use parking_lot::Mutex;

use crate::core::failure::Failure;
use crate::core::fetcher::MAX_RETRY_AFTER;

/// Refusals in a row after which the rest of the run is skipped. One may concern a single page; three concern the address, and continuing
/// would prolong the ban.
const REFUSALS: u32 = 3;

/// Counts refusals over all units of a run.
#[derive(Debug, Default)]
pub(super) struct Breaker(Mutex<Refusals>);

#[derive(Debug, Default)]
struct Refusals {
    in_a_row: u32,
    last: Option<Outcome>,
    /// End of the pause that the platform requested, seconds since 1970-01-01T00:00:00Z.
    cooldown_until: i64,
}

impl Breaker {
    /// Records a unit's outcome, or that of its list if other pages replaced the list.
    pub(super) fn record_outcome(&self, outcome: Outcome) {
        let mut refusals = self.0.lock();
        match outcome {
            Outcome::Blocked | Outcome::RateLimited | Outcome::Captcha | Outcome::WafChallenge => {
                refusals.in_a_row += 1;
                refusals.last = Some(outcome);
            }
            // No information about the address.
            Outcome::Transient => {}
            _ => refusals.in_a_row = 0,
        }
    }

    /// Applies the pause that the platform requested with a refusal. The longest one counts.
    pub(super) fn cool_down(&self, pause: Option<Duration>, now: i64) {
        let Some(pause) = pause else { return };
        let until = now.saturating_add_unsigned(pause.as_secs());
        let mut refusals = self.0.lock();
        refusals.cooldown_until = refusals.cooldown_until.max(until);
    }

    /// Returns the remaining pause that the platform requested, if any.
    pub(super) fn requested_pause(&self, now: i64) -> Option<Duration> {
        let left = u64::try_from(self.0.lock().cooldown_until.saturating_sub(now)).ok()?;
        (left > 0).then(|| Duration::from_secs(left))
    }

    /// Returns the remaining pause that the platform requested, if it is short enough for a run to wait.
    pub(super) fn short_pause(&self, now: i64) -> Option<Duration> {
        let pause = self.requested_pause(now)?;
        (pause <= MAX_RETRY_AFTER).then_some(pause)
    }

    /// Returns an error if no requests may be sent now, unless [`Self::short_pause`] is the only reason.
    pub(super) fn check(&self, now: i64) -> Result<(), Failure> {
        let requested = self.requested_pause(now);
        if let Some(cooldown) = requested.filter(|pause| *pause > MAX_RETRY_AFTER) {
            let detail = format!(
                "not tried: the platform requested a cooldown of another {} s",
                cooldown.as_secs()
            );
            return Err(Failure::new(Outcome::RateLimited, detail));
        }
        let refusals = self.0.lock();
        match refusals.last {
            Some(outcome) if refusals.in_a_row >= REFUSALS => Err(Failure::new(
                outcome,
                "not tried: the platform refused this address several times in a row",
            )),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaker_opens_after_three_refusals_without_success_between() {
        let breaker = Breaker::default();
        for outcome in [
            Outcome::Blocked,
            Outcome::Captcha,
            Outcome::Ok,
            Outcome::Blocked,
            Outcome::Transient,
        ] {
            breaker.record_outcome(outcome);
        }
        breaker.record_outcome(Outcome::Blocked);
        assert_eq!(breaker.check(0), Ok(()));
        breaker.record_outcome(Outcome::RateLimited);
        assert_eq!(breaker.check(0).unwrap_err().outcome, Outcome::RateLimited);
    }

    #[test]
    fn breaker_keeps_longest_requested_cooldown() {
        let breaker = Breaker::default();
        breaker.cool_down(Some(Duration::from_mins(1)), 1000);
        breaker.cool_down(Some(Duration::from_secs(5)), 1001);
        breaker.cool_down(None, 1002);
        assert_eq!(breaker.check(1029).unwrap_err().outcome, Outcome::RateLimited);
        assert_eq!(breaker.short_pause(1029), None);
        assert_eq!(breaker.check(1030), Ok(()));
        assert_eq!(breaker.short_pause(1030), Some(MAX_RETRY_AFTER));
        assert_eq!(breaker.short_pause(1060), None);
    }
}
