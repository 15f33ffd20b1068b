//! When a unit is due.
//!
//! A unit that reads well has ticks, one per interval, at a phase of its own: hash(key) mod interval, so that accounts
//! added in one go spread over the interval and keep their places over restarts. Each tick is moved by up to 2.5 % of
//! the interval either way, which puts two ticks 0.95 to 1.05 intervals apart and keeps the platform from seeing
//! a metronome. An attempt serves every tick up to its end: ticks missed while Clipmeter was down or busy become one, and
//! a unit can never be due more often than once per tick, however late it is read.
//!
//! A unit that fails leaves its ticks and waits interval · 2^failures, at most a day.

use crate::{hash, unit::Unit};

/// The due time of a unit that was never attempted.
pub const AT_ONCE: i64 = i64::MIN;

/// Failures never postpone a unit by more than this, seconds: an account that returns is noticed within a day.
pub const LONGEST_DELAY: i64 = 24 * 60 * 60;

/// A tick moves by at most this part of the interval either way.
const JITTER_PART: i64 = 40;

/// At least this part of the interval lies between an attempt and the next, so that an account that was added, asked for
/// or read late is not read again a moment later because its tick comes up.
const REST_PART: i64 = 4;

/// When the unit is next due; [`AT_ONCE`] if it never was attempted. A time up to `now` means that it is due.
///
/// A due time further ahead than twice the unit's delay can only come from an attempt recorded before the clock was set
/// back; such a unit is due at once.
#[must_use]
pub fn next_due(unit: &Unit, now: i64) -> i64 {
    let Some(last) = unit.last_attempt else {
        return AT_ONCE;
    };
    let hash = hash::of_key(unit.key);
    let interval = i64::from(unit.interval_seconds).max(1);
    let delay = delay(interval, unit.consecutive_failures);
    let due = if unit.consecutive_failures == 0 {
        next_tick(hash, interval, last).max(last.saturating_add(interval / REST_PART))
    } else {
        last.saturating_add(delay)
            .saturating_add(jitter(hash, last, delay))
    };
    if due > now.saturating_add(2 * delay) {
        AT_ONCE
    } else {
        due
    }
}

/// Seconds between attempts after so many failures in a row.
fn delay(interval: i64, failures: u32) -> i64 {
    let factor = 2_i64.checked_pow(failures).unwrap_or(i64::MAX);
    interval.saturating_mul(factor).min(LONGEST_DELAY).max(interval)
}

/// The first moved tick after `last`.
fn next_tick(hash: u64, interval: i64, last: i64) -> i64 {
    let phase = remainder(hash, interval);
    let tick = last.saturating_sub(phase).div_euclid(interval);
    // The tick before `last` may have moved behind it, and the one after it to before it: three candidates.
    (tick..=tick.saturating_add(2))
        .map(|tick| {
            tick.saturating_mul(interval)
                .saturating_add(phase)
                .saturating_add(jitter(hash, tick, interval))
        })
        .find(|at| *at > last)
        .unwrap_or(i64::MAX)
}

/// How far the tick with this number moves, seconds: within ± span / [`JITTER_PART`].
fn jitter(hash: u64, tick: i64, span: i64) -> i64 {
    let reach = span / JITTER_PART;
    remainder(hash::mix(hash ^ tick.cast_unsigned()), 2 * reach + 1) - reach
}

/// `hash` mod `divisor`, which is positive; the remainder is smaller, so it fits.
fn remainder(hash: u64, divisor: i64) -> i64 {
    (hash % divisor.cast_unsigned()).cast_signed()
}

#[cfg(test)]
#[path = "due_tests.rs"]
mod tests;
