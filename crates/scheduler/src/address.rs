//! The circuit breaker of an address that a platform refuses. While it is open, nothing is sent; then it is half-open, and one request of
//! one run (the probe) determines whether it closes or opens for twice as long. Times are seconds since 1970-01-01T00:00:00Z.

use clipmeter_proto::v1::Outcome;
use clipmeter_proto::{AddressAction, SessionAction};

use crate::cooldown::MAX_COOLDOWN;

const MINUTE: i64 = 60;

/// Cooldowns after refusals in a row. The first is short, because most refusals are temporary; the last is as long as a deliberate block by
/// a platform requires.
const COOLDOWNS: [i64; 5] = [5 * MINUTE, 10 * MINUTE, 20 * MINUTE, 40 * MINUTE, 60 * MINUTE];

/// Cooldown of an address that got a captcha: it does not expire within minutes, and each request until then prolongs it.
const CAPTCHA_COOLDOWN: i64 = 60 * MINUTE;

/// Refusals of different sessions within this time are attributed to their address.
const COUNTED_TOGETHER: i64 = 5 * MINUTE;

/// After this time, another run may send a probe: the longest wait for a permit, the time limit of a request with its retries, and the
/// report of its outcome.
const PROBE_EXPIRES: i64 = 3 * MINUTE;

/// The state of an address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AddressRecord {
    /// End of the current or last cooldown.
    pub blocked_until: Option<i64>,
    /// Cooldowns in a row, without a good response between them.
    pub failure_count: u32,
    /// Time of the last outcome that counts against the address only together with another one.
    pub counted_at: Option<i64>,
    /// Until when a probe is pending.
    pub probe_until: Option<i64>,
}

/// The state of an address's circuit breaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate {
    /// All requests are allowed, subject to the rate limit.
    Closed,
    /// No requests until the cooldown ends.
    Open,
    /// One request is allowed and has not been assigned yet.
    HalfOpen,
    /// No requests until the result of the probe is known.
    Probing,
}

impl AddressRecord {
    /// Returns the breaker's state at this time.
    #[must_use]
    pub fn gate(&self, now: i64) -> Gate {
        match self.blocked_until {
            Some(until) if until > now => Gate::Open,
            Some(_) if self.failure_count > 0 => {
                if self.probe_until.is_some_and(|until| until > now) {
                    Gate::Probing
                } else {
                    Gate::HalfOpen
                }
            }
            _ => Gate::Closed,
        }
    }

    /// Returns the state for a permit within `wait` seconds: a permit after the end of the cooldown is that of the probe.
    #[must_use]
    pub fn gate_within(&self, now: i64, wait: i64) -> Gate {
        match self.gate(now) {
            Gate::Open if self.probe_until.is_some_and(|until| until > now) => Gate::Probing,
            Gate::Open => self.gate(now + wait),
            gate => gate,
        }
    }

    /// Returns the record with the permit for the probe assigned.
    #[must_use]
    pub fn with_probe(&self, now: i64) -> Self {
        Self {
            probe_until: Some(now + PROBE_EXPIRES),
            ..self.clone()
        }
    }
}

/// Returns the address after a response that counts against it.
#[must_use]
pub fn address_after(
    record: &AddressRecord,
    outcome: Outcome,
    retry_after: Option<i64>,
    now: i64,
) -> AddressRecord {
    let gate = record.gate(now);
    let mut after = record.clone();
    let least = match outcome.policy().address {
        AddressAction::Keep => return after,
        // Only the result of the probe has an effect.
        AddressAction::Count if matches!(gate, Gate::HalfOpen | Gate::Probing) => None,
        AddressAction::Count => {
            let together = record.counted_at.is_some_and(|at| at > now - COUNTED_TOGETHER);
            after.counted_at = (!together).then_some(now);
            if !together {
                return after;
            }
            None
        }
        AddressAction::Cooldown => None,
        AddressAction::LongCooldown => Some(CAPTCHA_COOLDOWN),
    };
    let requested = retry_after
        .map(|requested| requested.clamp(least.unwrap_or(0), MAX_COOLDOWN))
        .or(least);
    if gate == Gate::Open {
        // The response to a request that was in flight when the cooldown began adds nothing, unless it requires a longer one.
        after.blocked_until = record
            .blocked_until
            .max(requested.map(|requested| now + requested));
        return after;
    }
    cool(after, requested, now)
}

/// Returns the address after the result of its probe.
#[must_use]
pub fn probed(record: &AddressRecord, is_good: bool, now: i64) -> AddressRecord {
    match record.gate(now) {
        Gate::HalfOpen | Gate::Probing if is_good => AddressRecord {
            counted_at: record.counted_at,
            ..AddressRecord::default()
        },
        Gate::HalfOpen | Gate::Probing => cool(record.clone(), None, now),
        Gate::Closed | Gate::Open => record.clone(),
    }
}

/// Returns whether a response shows that the platform serves the address: it is the platform's own, and not a refusal. A page that
/// cannot be parsed may come from anywhere.
#[must_use]
pub fn is_good_probe(outcome: Outcome) -> bool {
    let policy = outcome.policy();
    let is_understood = !matches!(
        outcome,
        Outcome::Unspecified
            | Outcome::Transient
            | Outcome::ParseError
            | Outcome::UnexpectedPage
            | Outcome::UnknownError
            | Outcome::IdentityChanged
            | Outcome::NoSession
    );
    is_understood && policy.address == AddressAction::Keep && policy.session == SessionAction::Keep
}

/// Starts the next cooldown, which lasts as long as requested, otherwise longer than the one before.
fn cool(mut record: AddressRecord, requested: Option<i64>, now: i64) -> AddressRecord {
    let at = usize::try_from(record.failure_count).unwrap_or(usize::MAX);
    let usual = COOLDOWNS[at.min(COOLDOWNS.len() - 1)];
    record.failure_count = record.failure_count.saturating_add(1);
    record.blocked_until = Some(now + requested.unwrap_or(usual));
    record.probe_until = None;
    record
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_790_000_000;

    #[test]
    fn gate_of_permit_after_cooldown_is_that_of_probe() {
        for (ends_in, failure_count, probe_expires_in, expected) in [
            (None, 0, None, Gate::Closed),
            (Some(0), 0, None, Gate::Closed),
            (Some(61), 1, None, Gate::Open),
            (Some(60), 1, None, Gate::HalfOpen),
            (Some(0), 1, None, Gate::HalfOpen),
            // The probe was assigned before the end of the cooldown.
            (Some(60), 1, Some(1), Gate::Probing),
            (Some(0), 1, Some(1), Gate::Probing),
            // It has expired.
            (Some(60), 1, Some(0), Gate::HalfOpen),
            (Some(0), 1, Some(0), Gate::HalfOpen),
        ] {
            let record = AddressRecord {
                blocked_until: ends_in.map(|seconds| NOW + seconds),
                failure_count,
                counted_at: None,
                probe_until: probe_expires_in.map(|seconds| NOW + seconds),
            };
            assert_eq!(record.gate_within(NOW, MINUTE), expected, "{record:?}");
        }
    }
}
