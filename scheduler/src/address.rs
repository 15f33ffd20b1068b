//! The cooldown of an address that a platform refuses: a circuit breaker. While it is open nothing is sent; then it is half-open, and one
//! request of one run (the probe) decides whether it closes or opens for twice as long. Times are seconds since 1970-01-01T00:00:00Z.

use clipmeter_proto::v1::Outcome;
use clipmeter_proto::{AddressAction, SessionAction};

use crate::cooldown::LONGEST_COOLDOWN;

const MINUTE: i64 = 60;

/// Cooldowns after refusals in a row. The first is short, because most refusals pass; the last is what a platform that means it asks for.
const COOLDOWNS: [i64; 5] = [5 * MINUTE, 10 * MINUTE, 20 * MINUTE, 40 * MINUTE, 60 * MINUTE];

/// Cooldown of an address that was asked to prove that a person sits behind it: that does not pass within minutes, and each request until then
/// makes it last.
const CAPTCHA_COOLDOWN: i64 = 60 * MINUTE;

/// Refusals of different sessions within this time are about their address.
const COUNTED_TOGETHER: i64 = 5 * MINUTE;

/// How long a probe is waited for, after which another run may send one: the longest wait for a turn, the time limit of a request with its
/// retries, and the report of it.
const PROBE_EXPIRES: i64 = 3 * MINUTE;

/// How an address fares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AddressRecord {
    /// When its cooldown ends, or ended.
    pub blocked_until: Option<i64>,
    /// Cooldowns in a row, without a good answer between them.
    pub failure_count: u32,
    /// When something was last noted that is held against it only together with another.
    pub counted_at: Option<i64>,
    /// Until when a probe that is under way is waited for.
    pub probe_until: Option<i64>,
}

/// What an address lets through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate {
    /// Every request in its turn.
    Closed,
    /// None until its cooldown ends.
    Open,
    /// One request, which nobody has been given yet.
    HalfOpen,
    /// None until the answer to that one is known.
    Probing,
}

impl AddressRecord {
    /// What it lets through at this time.
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

    /// The same with the permit for the probe given out.
    #[must_use]
    pub fn with_probe(&self, now: i64) -> Self {
        Self {
            probe_until: Some(now + PROBE_EXPIRES),
            ..self.clone()
        }
    }
}

/// An address after an answer that is held against it.
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
        // The probe alone decides.
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
        .map(|requested| requested.clamp(least.unwrap_or(0), LONGEST_COOLDOWN))
        .or(least);
    if gate == Gate::Open {
        // The answer to a request that was under way when the cooldown began tells nothing new, unless it asks for a longer one.
        after.blocked_until = record
            .blocked_until
            .max(requested.map(|requested| now + requested));
        return after;
    }
    cool(after, requested, now)
}

/// An address after the answer to its probe.
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

/// Whether an answer shows that the platform serves the address: it is the platform's own, and no refusal. A page that nobody understands
/// may be anybody's.
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

/// Begins the next cooldown, which lasts as long as was asked for, else longer than the one before.
fn cool(mut record: AddressRecord, requested: Option<i64>, now: i64) -> AddressRecord {
    let at = usize::try_from(record.failure_count).unwrap_or(usize::MAX);
    let usual = COOLDOWNS[at.min(COOLDOWNS.len() - 1)];
    record.failure_count = record.failure_count.saturating_add(1);
    record.blocked_until = Some(now + requested.unwrap_or(usual));
    record.probe_until = None;
    record
}
