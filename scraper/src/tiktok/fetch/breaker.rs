//! Notices when the platform turns an address away and leaves it in peace.

use std::sync::{Mutex, PoisonError};

use clipmeter_proto::v1::Outcome;

use crate::failure::Failure;

/// Refusals in a row after which the rest of the run is not even tried. One may concern a single page; three concern the address, and going
/// on would prolong the ban.
const REFUSALS: u32 = 3;

/// Counts refusals over all units of a run.
#[derive(Debug, Default)]
pub(super) struct Breaker(Mutex<Refusals>);

#[derive(Debug, Default)]
struct Refusals {
    in_a_row: u32,
    last: Option<Outcome>,
}

impl Breaker {
    /// Learns from a unit's outcome.
    pub(super) fn learn(&self, outcome: Outcome) {
        let mut refusals = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match outcome {
            Outcome::Blocked | Outcome::RateLimited | Outcome::Captcha | Outcome::WafChallenge => {
                refusals.in_a_row += 1;
                refusals.last = Some(outcome);
            }
            // Says nothing about the address.
            Outcome::Transient => {}
            _ => refusals.in_a_row = 0,
        }
    }

    /// Why nothing more is asked in this run, once that is so.
    pub(super) fn check(&self) -> Result<(), Failure> {
        let refusals = self.0.lock().unwrap_or_else(PoisonError::into_inner);
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
    fn three_refusals_in_a_row_end_the_run_and_a_success_between_them_does_not() {
        let breaker = Breaker::default();
        for outcome in [
            Outcome::Blocked,
            Outcome::Captcha,
            Outcome::Ok,
            Outcome::Blocked,
            Outcome::Transient,
        ] {
            breaker.learn(outcome);
        }
        breaker.learn(Outcome::Blocked);
        assert_eq!(breaker.check(), Ok(()));
        breaker.learn(Outcome::RateLimited);
        assert_eq!(breaker.check().unwrap_err().outcome, Outcome::RateLimited);
    }
}
