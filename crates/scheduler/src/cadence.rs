//! Computes how often a unit is read: at the configured interval while it is active, less often the longer it is inactive, and after a
//! failure when a retry can succeed. ADR 0023.
//!
//! A slower interval is the configured one times a power of two. The phase of a unit's ticks is a hash mod the interval, so each slower set
//! of ticks is a subset of the faster one: slowing down skips ticks, speeding up moves none.

use clipmeter_proto::v1::Outcome;
use clipmeter_proto::{AddressAction, Schedule, SessionAction};

use crate::due::{MAX_BACK_OFF, back_off};

const MINUTE: u32 = 60;
const HOUR: u32 = 60 * MINUTE;
const DAY: u32 = 24 * HOUR;
const WEEK: u32 = 7 * DAY;

/// Upper bound of all delays: every unit is read at least once a week.
pub const MAX_DELAY: u32 = WEEK;

/// The silence is at least this many intervals, so that a new post is noticed after at most 4 % of the time that it took to appear.
const SILENCE_PARTS: i64 = 24;

/// Accounts that posted within the last week or have a boosted item are read at least every this many intervals.
const LIVELY_FACTOR: u32 = 4;

/// Minimum delay before a reported absence of an account is confirmed: half a minute later, the same response proves nothing.
const CONFIRM_MISSING_AFTER: u32 = 10 * MINUTE;

/// Delay before an account is read again after another account responded in its place: the ten minutes that the API requires between two
/// readings that confirm each other, plus the largest jitter.
const CONFIRM_IDENTITY_AFTER: u32 = 12 * MINUTE;

/// Delay after a refusal that the account did not cause: by then, the session or address has recovered, or is not selected.
const MAX_AFTER_REFUSAL: u32 = HOUR;

/// Unreadable responses remain so until an administrator fixes the platform configuration; the fix should show within the working day.
const MAX_UNREADABLE_DELAY: u32 = 6 * HOUR;

/// Number of consecutive failures from which failures are no longer considered random.
const MISCHANCES: u32 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitKind {
    /// An account, which may post at any time.
    Account {
        /// Whether an older item of the account gains views again.
        has_boosted: bool,
    },
    /// A single video, which only ages.
    Video,
}

/// The state that the cadence of an account or video depends on. Times are seconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScrapeHistory {
    pub kind: UnitKind,
    /// The shortest interval that any of its groups requests, seconds.
    pub interval: u32,
    /// End of the last attempt; `None` before the first.
    pub last_attempt: Option<i64>,
    /// Outcome of the last attempt.
    pub outcome: Option<Outcome>,
    /// Attempts since the last success, except failures that the unit did not cause.
    pub failures: u32,
    /// When its newest item was posted; the first reading if it has none. For a video, its own date.
    pub quiet_since: Option<i64>,
}

/// How often a unit is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cadence {
    /// Seconds between two ticks; at least the configured interval.
    pub interval: u32,
    /// Seconds from the last attempt to the next one; replaces the tick.
    pub delay: Option<u32>,
    /// The reason for this cadence.
    pub why: Why,
}

/// The reason for a unit's cadence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Its groups configured this interval.
    Configured,
    /// Nothing new has been posted for a long time.
    Quiet,
    /// The account or video is private.
    Private,
    /// The platform reports that it does not exist.
    Missing,
    /// A session or an address was refused, or no session was free.
    Refused,
    /// The response could not be parsed.
    Unreadable,
    /// The last attempts failed.
    Failing,
    /// Another account owns its handle, and an administrator has to resolve the conflict.
    Undecided,
}

impl Cadence {
    /// Returns the seconds from one attempt to the next, ignoring jitter.
    #[must_use]
    pub fn every(&self) -> u32 {
        self.delay.unwrap_or(self.interval)
    }
}

/// Computes the cadence of a unit.
#[must_use]
pub fn cadence(seen: &ScrapeHistory) -> Cadence {
    let configured = seen.interval.max(1);
    let Some(last) = seen.last_attempt else {
        return Cadence {
            interval: configured,
            delay: None,
            why: Why::Configured,
        };
    };
    // Relative to the last attempt instead of now, so that the displayed next time does not drift.
    let silence = seen.quiet_since.map_or(0, |since| last.saturating_sub(since));
    let interval = slowed(seen.kind, configured, silence);
    let (delay, why) = after(configured, seen.outcome.unwrap_or_default(), seen.failures);
    Cadence {
        interval,
        delay,
        why: match why {
            Why::Configured if interval > configured => Why::Quiet,
            why => why,
        },
    }
}

/// Returns the interval after this many seconds without a new item, or at this age of a video.
pub(crate) fn slowed(kind: UnitKind, configured: u32, silence: i64) -> u32 {
    let lively = configured.saturating_mul(LIVELY_FACTOR).min(DAY);
    let aim = match kind {
        UnitKind::Account { has_boosted } if has_boosted || silence < i64::from(WEEK) => {
            part(silence).min(lively)
        }
        UnitKind::Account { .. } => part(silence).min(DAY),
        UnitKind::Video if silence < i64::from(DAY) => configured,
        UnitKind::Video if silence < i64::from(WEEK) => lively,
        UnitKind::Video if silence < 30 * i64::from(DAY) => DAY,
        UnitKind::Video => WEEK,
    };
    let mut interval = configured;
    while interval <= aim / 2 {
        interval *= 2;
    }
    interval
}

fn part(silence: i64) -> u32 {
    u32::try_from((silence / SILENCE_PARTS).max(0)).unwrap_or(u32::MAX)
}

/// Returns the delay to the next attempt and its reason after an outcome.
fn after(configured: u32, outcome: Outcome, failures: u32) -> (Option<u32>, Why) {
    let policy = outcome.policy();
    match policy.schedule {
        Schedule::Normal => (None, Why::Configured),
        // The ticks continue, unless failures had replaced them before.
        Schedule::Defer => ((failures > 0).then_some(configured), Why::Refused),
        Schedule::Daily => (Some(configured.max(DAY)), Why::Private),
        Schedule::Weekly if failures > 1 => (Some(configured.max(WEEK)), Why::Missing),
        Schedule::Weekly => (Some(configured.max(CONFIRM_MISSING_AFTER)), Why::Missing),
        Schedule::Confirm => (Some(configured.max(CONFIRM_IDENTITY_AFTER)), Why::Failing),
        Schedule::AwaitDecision => (Some(back_off(configured, failures, MAX_BACK_OFF)), Why::Undecided),
        Schedule::Lenient => {
            let repeated = (failures + 1).saturating_sub(MISCHANCES);
            (Some(back_off(configured, repeated, MAX_BACK_OFF)), Why::Failing)
        }
        Schedule::Failure => {
            let (longest, why) = if is_refusal(outcome) {
                (MAX_AFTER_REFUSAL, Why::Refused)
            } else if policy.captures_response {
                (MAX_UNREADABLE_DELAY, Why::Unreadable)
            } else {
                (MAX_BACK_OFF, Why::Failing)
            };
            (Some(back_off(configured, failures, longest)), why)
        }
    }
}

/// Returns whether the outcome concerns the session or the address, not the unit.
fn is_refusal(outcome: Outcome) -> bool {
    let policy = outcome.policy();
    policy.session != SessionAction::Keep
        || policy.address != AddressAction::Keep
        || matches!(
            outcome,
            Outcome::LoginRequired | Outcome::EndpointRetired | Outcome::UseragentMismatch
        )
}

#[cfg(test)]
#[path = "cadence_tests.rs"]
mod tests;
