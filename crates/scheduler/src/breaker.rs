//! The circuit breaker of a pool of sessions. Sessions normally end one by one; if several would end at once, the platform or the network
//! path is the likely cause, and none of them ends. Times are seconds since 1970-01-01T00:00:00Z.

/// Ends of different sessions within this time open the breaker, and it stays open this long after the last of them.
pub const WINDOW: i64 = 10 * 60;

/// The state of the circuit breaker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Breaker {
    /// The session that would have ended last, and the time.
    pub last: Option<(i64, i64)>,
    /// Until when no session ends.
    pub open_until: Option<i64>,
}

/// Whether a session may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BreakerDecision {
    /// The session ends.
    Ends,
    /// The session does not end.
    Prevented {
        /// Whether the breaker was closed until now.
        opens: bool,
    },
}

impl Breaker {
    /// Returns whether the breaker is open.
    #[must_use]
    pub fn is_open(&self, now: i64) -> bool {
        self.open_until.is_some_and(|until| until > now)
    }

    /// Decides whether a session may end now, and records it.
    #[must_use]
    pub fn judge(&self, session: i64, now: i64) -> (Self, BreakerDecision) {
        let is_another = self
            .last
            .is_some_and(|(other, at)| other != session && now - at < WINDOW);
        let was_open = self.is_open(now);
        let after = Self {
            last: Some((session, now)),
            open_until: if is_another {
                Some(now + WINDOW)
            } else {
                self.open_until
            },
        };
        let decision = match (was_open, is_another) {
            (false, false) => BreakerDecision::Ends,
            (was_open, _) => BreakerDecision::Prevented { opens: !was_open },
        };
        (after, decision)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_790_000_000;
    const OPENS: BreakerDecision = BreakerDecision::Prevented { opens: true };
    const PREVENTED: BreakerDecision = BreakerDecision::Prevented { opens: false };

    #[test]
    fn breaker_opens_for_second_session_and_prevents_further_ends() {
        // Sessions that would end, with the seconds from the first, and the decision for each.
        let cases: [&[(i64, i64, BreakerDecision)]; 6] = [
            &[(1, 0, BreakerDecision::Ends)],
            &[(1, 0, BreakerDecision::Ends), (2, WINDOW, BreakerDecision::Ends)],
            &[(1, 0, BreakerDecision::Ends), (2, WINDOW - 1, OPENS)],
            // A session that ends again after an administrator re-enabled it does not count twice.
            &[
                (1, 0, BreakerDecision::Ends),
                (1, 60, BreakerDecision::Ends),
                (2, 120, OPENS),
            ],
            // The breaker stays open while sessions keep ending, and then closes without intervention.
            &[
                (1, 0, BreakerDecision::Ends),
                (2, 60, OPENS),
                (3, 600, PREVENTED),
                (3, 1_199, PREVENTED),
                (3, 1_200, BreakerDecision::Ends),
            ],
            // It opens again for a second session after that.
            &[
                (1, 0, BreakerDecision::Ends),
                (2, 60, OPENS),
                (3, 660, BreakerDecision::Ends),
                (4, 700, OPENS),
            ],
        ];
        for case in cases {
            let mut breaker = Breaker::default();
            for (session, after, expected) in case {
                let decision;
                (breaker, decision) = breaker.judge(*session, NOW + after);
                assert_eq!(
                    decision, *expected,
                    "session {session} after {after} s of {case:?}"
                );
                assert_eq!(
                    breaker.is_open(NOW + after),
                    decision != BreakerDecision::Ends,
                    "{case:?}"
                );
            }
        }
    }
}
