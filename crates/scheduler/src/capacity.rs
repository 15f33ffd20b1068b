//! Computes how many sessions the accounts require, and how many runs the session pool and the rate limit of each address allow.

use clipmeter_domain::platforms::{Concurrency, Platform};

use crate::address::Gate;
use crate::rate_limit::MAX_WAIT_MS;

/// Hours of a day.
const HOURS: u64 = 24;

/// Divisor of a session's hourly limit used for planning: the rest is for bursts, and for sessions on cooldown.
const PLANNED: u64 = 2;

/// Returns how many sessions are enough for this many requests with sessions in the last 24 hours, each tolerating `per_hour`: at least
/// one if there are accounts, because a first request may need it.
#[must_use]
pub fn required_sessions(requests: u64, instagram_accounts: u64, per_hour: u32) -> u64 {
    if instagram_accounts == 0 {
        return 0;
    }
    let each = (HOURS * u64::from(per_hour) / PLANNED).max(1);
    requests.div_ceil(each).max(1)
}

/// The capacity of an address that requests leave from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressCapacity {
    /// Time until its next permit, milliseconds.
    pub wait_ms: i64,
    /// The state of its circuit breaker. While a probe is pending, the run that sends it is the only one.
    pub gate: Gate,
}

/// Returns how many concurrent runs a platform allows, by its usable sessions and addresses. None if no permit was reserved
/// recently.
#[must_use]
pub fn runs(platform: Platform, usable_sessions: u64, addresses: &[AddressCapacity]) -> Option<u32> {
    if addresses.is_empty() {
        return None;
    }
    // A run on any other address would only requeue its units.
    let ready: Vec<_> = addresses
        .iter()
        .filter(|address| address.wait_ms <= MAX_WAIT_MS && address.gate != Gate::Probing)
        .collect();
    let count = |addresses: usize| u32::try_from(addresses).unwrap_or(u32::MAX);
    let probing = count(
        ready
            .iter()
            .filter(|address| address.gate == Gate::HalfOpen)
            .count(),
    );
    let open = count(ready.len()) - probing;
    Some(match platform.descriptor().concurrency {
        // One request is allowed: a second run would get none.
        _ if open == 0 => probing.min(1),
        Concurrency::PerAddress(runs) => open.saturating_mul(runs).saturating_add(probing),
        // A run uses one session at a time.
        Concurrency::Sessions => u32::try_from(usable_sessions).unwrap_or(u32::MAX).max(1),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn run_capacity_follows_usable_sessions_and_address_waits() {
        use Platform::{Instagram, Tiktok};
        for (platform, usable, ahead, expected) in [
            (Instagram, 7, &[][..], None),
            (Instagram, 7, &[0], Some(7)),
            (Instagram, 0, &[60_000], Some(1)),
            (Instagram, 7, &[60_001], Some(0)),
            (Tiktok, 0, &[], None),
            (Tiktok, 0, &[0], Some(2)),
            (Tiktok, 0, &[0, 60_001, 59_000], Some(4)),
            (Tiktok, 9, &[61_000, 600_000], Some(0)),
        ] {
            let addresses: Vec<_> = ahead
                .iter()
                .map(|wait_ms| address_capacity(*wait_ms, Gate::Closed))
                .collect();
            assert_eq!(
                runs(platform, usable, &addresses),
                expected,
                "{platform:?} {ahead:?}"
            );
        }
    }

    #[test]
    fn run_capacity_of_half_open_address_is_one_probe() {
        use Platform::{Instagram, Tiktok};
        let (open, half_open) = (
            address_capacity(0, Gate::Closed),
            address_capacity(0, Gate::HalfOpen),
        );
        let (cooling, probing) = (
            address_capacity(300_000, Gate::Open),
            address_capacity(0, Gate::Probing),
        );
        for (platform, addresses, expected) in [
            (Instagram, &[half_open][..], 1),
            (Tiktok, &[half_open], 1),
            (Tiktok, &[half_open, half_open, cooling], 1),
            (Tiktok, &[half_open, open], 3),
            (Instagram, &[half_open, open], 7),
            (Tiktok, &[address_capacity(60_001, Gate::HalfOpen)], 0),
            (Tiktok, &[probing, cooling], 0),
            (Instagram, &[probing], 0),
            (Tiktok, &[probing, open], 2),
        ] {
            assert_eq!(
                runs(platform, 7, addresses),
                Some(expected),
                "{platform:?} {addresses:?}"
            );
        }
    }

    fn address_capacity(wait_ms: i64, gate: Gate) -> AddressCapacity {
        AddressCapacity { wait_ms, gate }
    }

    #[test]
    fn required_sessions_assume_half_of_hourly_limit() {
        for (requests, accounts, expected) in [
            (0, 0, 0),
            (10_000, 0, 0),
            (0, 1, 1),
            (1_440, 500, 1),
            (1_441, 500, 2),
            (14_400, 500, 10),
        ] {
            assert_eq!(
                required_sessions(requests, accounts, 120),
                expected,
                "{requests} {accounts}"
            );
        }
        assert_eq!(required_sessions(7, 1, 0), 7);
    }
}
