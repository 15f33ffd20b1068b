//! Decides whether a lease may be taken, and builds its new contents. Timestamps of other machines are not compared with the local
//! clock: the time for which a lease has been unchanged is measured locally.

use std::time::{Duration, Instant};

use k8s_openapi::api::coordination::v1::LeaseSpec;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::MicroTime;

/// The next action for a lease.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// The lease is free, expired, or already held by this candidate.
    Take,
    /// Another candidate holds the lease.
    Wait,
}

/// A lease as last observed, and since when it has been unchanged.
#[derive(Default)]
pub(super) struct ObservedLease {
    last: Option<(LeaseSpec, Instant)>,
}

impl ObservedLease {
    /// Decides what to do. A lease that has not changed for `duration` has expired, regardless of its timestamps.
    pub(super) fn decide(
        &mut self,
        spec: &LeaseSpec,
        identity: &str,
        now: Instant,
        duration: Duration,
    ) -> Decision {
        let holder = spec.holder_identity.as_deref().unwrap_or_default();
        if holder.is_empty() || holder == identity {
            return Decision::Take;
        }
        match &self.last {
            Some((last, since)) if last == spec => {
                if now.duration_since(*since) >= duration {
                    Decision::Take
                } else {
                    Decision::Wait
                }
            }
            _ => {
                self.last = Some((spec.clone(), now));
                Decision::Wait
            }
        }
    }
}

/// Builds the lease of this holder, or without a holder.
pub(super) fn next_spec(
    before: &LeaseSpec,
    holder: Option<&str>,
    duration: Duration,
    now: MicroTime,
) -> LeaseSpec {
    let holder_changes = before.holder_identity.as_deref() != holder;
    let transitions = before.lease_transitions.unwrap_or(0);
    LeaseSpec {
        holder_identity: holder.map(str::to_owned),
        lease_duration_seconds: i32::try_from(duration.as_secs()).ok(),
        acquire_time: if holder_changes && holder.is_some() {
            Some(now.clone())
        } else {
            before.acquire_time.clone()
        },
        renew_time: Some(now),
        lease_transitions: Some(if holder_changes && holder.is_some() {
            transitions + 1
        } else {
            transitions
        }),
        ..before.clone()
    }
}

#[cfg(test)]
mod tests {
    use k8s_openapi::jiff::Timestamp;

    use super::*;

    const DURATION: Duration = Duration::from_secs(15);

    fn at(second: i64) -> MicroTime {
        MicroTime(Timestamp::from_second(second).unwrap())
    }

    fn held_by(holder: &str, second: i64) -> LeaseSpec {
        next_spec(&LeaseSpec::default(), Some(holder), DURATION, at(second))
    }

    #[test]
    fn lease_expires_when_not_renewed_whatever_its_timestamp() {
        let (mut observed, start) = (ObservedLease::default(), Instant::now());
        let mut decide = |spec: &LeaseSpec, second| {
            observed.decide(spec, "me", start + Duration::from_secs(second), DURATION)
        };
        let ancient = held_by("other", 0);
        assert_eq!(decide(&ancient, 0), Decision::Wait);
        assert_eq!(decide(&ancient, 14), Decision::Wait);
        assert_eq!(
            decide(&held_by("other", 1), 14),
            Decision::Wait,
            "the lease was renewed"
        );
        assert_eq!(decide(&held_by("other", 1), 28), Decision::Wait);
        assert_eq!(decide(&held_by("other", 1), 29), Decision::Take);
        assert_eq!(decide(&held_by("me", 99), 30), Decision::Take);
    }

    #[test]
    fn lease_is_taken_at_once_after_release() {
        let released = next_spec(&held_by("other", 5), None, DURATION, at(6));
        assert_eq!(released.holder_identity, None);
        let decision = ObservedLease::default().decide(&released, "me", Instant::now(), DURATION);
        assert_eq!(decision, Decision::Take);
    }

    #[test]
    fn lease_transitions_count_new_holders_but_not_renewals() {
        let first = held_by("a", 1);
        let renewed = next_spec(&first, Some("a"), DURATION, at(2));
        assert_eq!(
            renewed,
            LeaseSpec {
                renew_time: Some(at(2)),
                ..first
            }
        );
        let taken = next_spec(&renewed, Some("b"), DURATION, at(3));
        assert_eq!(
            (taken.lease_transitions, taken.acquire_time),
            (Some(2), Some(at(3)))
        );
    }
}
