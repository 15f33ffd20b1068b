//! Computes when a unit is due.
//!
//! A unit without failures has ticks, one per interval, at its own phase: hash(key) mod interval, so that accounts
//! added in one go spread over the interval and keep their phases across restarts. Each tick is moved by up to 2.5 % of
//! the interval either way, which puts two ticks 0.95 to 1.05 intervals apart and hides the regular rhythm from the
//! platform. An attempt serves every tick up to its end: ticks missed while Clipmeter was down or busy collapse into one,
//! and a unit can never be due more often than once per tick, however late it is read.
//!
//! A unit with its own delay ignores its ticks and waits for that delay. A unit that failed and has no delay waits
//! interval · 2^failures, at most a day.

use crate::{hash, unit::Unit};

/// The due time of a unit that was never attempted.
pub const AT_ONCE: i64 = i64::MIN;

/// Failures alone never postpone a unit by more than this, seconds: an account that returns is noticed within a day.
pub(crate) const MAX_BACK_OFF: u32 = 24 * 60 * 60;

/// A tick moves by at most this part of the interval either way.
const JITTER_PART: i64 = 40;

/// Minimum time between two attempts as a part of the interval, so that an account that was added, requested or read late
/// is not read again a moment later at its next tick.
const MIN_SPACING_PART: i64 = 4;

/// Returns when the unit is next due, or [`AT_ONCE`] if it was never attempted. A time up to `now` means that it is due.
///
/// A due time further ahead than twice the unit's delay can only come from an attempt recorded before the clock was set
/// back; such a unit is due at once.
#[must_use]
pub fn next_due(unit: &Unit, now: i64) -> i64 {
    let Some(last) = unit.last_attempt else {
        return AT_ONCE;
    };
    let hash = unit.key.stable_hash();
    let interval = i64::from(unit.interval_seconds).max(1);
    let (due, usual) = match delay(unit) {
        None => {
            let earliest = last.saturating_add(interval / MIN_SPACING_PART);
            (next_tick(hash, interval, last).max(earliest), interval)
        }
        Some(delay) => {
            let delay = i64::from(delay);
            let jitter = jitter(hash, last, delay);
            (last.saturating_add(delay).saturating_add(jitter), delay)
        }
    };
    if due > now.saturating_add(2 * usual) {
        AT_ONCE
    } else {
        due
    }
}

/// Returns the seconds from the last attempt, or None if the unit waits for a tick.
fn delay(unit: &Unit) -> Option<u32> {
    let failures = unit.consecutive_failures;
    let backs_off = || back_off(unit.interval_seconds.max(1), failures, MAX_BACK_OFF);
    unit.delay_seconds
        .or_else(|| (failures > 0).then(backs_off))
        .map(|delay| delay.max(1))
}

/// Returns the seconds between attempts after this many failures in a row: up to `longest`, and no less than the
/// interval.
pub(crate) fn back_off(interval: u32, failures: u32, longest: u32) -> u32 {
    let factor = 2_u32.checked_pow(failures).unwrap_or(u32::MAX);
    interval.saturating_mul(factor).min(longest).max(interval)
}

/// Returns the first jittered tick after `last`.
fn next_tick(hash: u64, interval: i64, last: i64) -> i64 {
    let phase = remainder(hash, interval);
    let tick = last.saturating_sub(phase).div_euclid(interval);
    // Jitter may have moved the tick before `last` behind it, and the one after `last` before it: three candidates.
    (tick..=tick.saturating_add(2))
        .map(|tick| {
            tick.saturating_mul(interval)
                .saturating_add(phase)
                .saturating_add(jitter(hash, tick, interval))
        })
        .find(|at| *at > last)
        .unwrap_or(i64::MAX)
}

/// Returns how far the tick with this number moves, seconds: within ± span / [`JITTER_PART`].
fn jitter(hash: u64, tick: i64, span: i64) -> i64 {
    let reach = span / JITTER_PART;
    remainder(hash::mix(hash ^ tick.cast_unsigned()), 2 * reach + 1) - reach
}

/// Returns `hash` mod `divisor`, which is positive; the remainder is smaller, so it fits.
fn remainder(hash: u64, divisor: i64) -> i64 {
    (hash % divisor.cast_unsigned()).cast_signed()
}

#[cfg(test)]
#[path = "due_tests.rs"]
mod tests;
