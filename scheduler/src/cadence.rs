//! How often something is read: as often as it is asked for while something happens there, and the less often the longer
//! nothing does; after a failure, when trying again can do some good. ADR 0031.
//!
//! A slower interval is the configured one times a power of two. The phase of a unit's ticks is a hash mod the interval, so
//! each slower set of ticks is a part of the faster one: slowing down leaves ticks out, speeding up moves none.

use clipmeter_proto::v1::Outcome;
use clipmeter_proto::{AddressAction, Schedule, SessionAction};

use crate::due::{LONGEST_BACK_OFF, back_off};

const MINUTE: u32 = 60;
const HOUR: u32 = 60 * MINUTE;
const DAY: u32 = 24 * HOUR;
const WEEK: u32 = 7 * DAY;

/// No delay is longer: whatever is looked at, is looked at once a week.
pub const LONGEST_DELAY: u32 = WEEK;

/// The silence is at least this many intervals, so that a new post is noticed after at most 4 % of the time that it took to
/// come.
const SILENCE_PARTS: i64 = 24;

/// What posted within the last week, or is being seen again, is read at least every so many intervals.
const LIVELY_FACTOR: u32 = 4;

/// What an account has said that does not exist is asked again after this, at least, before it is believed: half a minute
/// later the same answer proves nothing.
const CONFIRM_MISSING_AFTER: u32 = 10 * MINUTE;

/// When an account is read again that another one answered for: what the API wants between two readings that confirm each other, ten minutes,
/// and as much as the jitter may take away.
const CONFIRM_IDENTITY_AFTER: u32 = 12 * MINUTE;

/// A refused session or address has recovered by then or is not chosen again; the account did nothing.
const LONGEST_AFTER_REFUSAL: u32 = HOUR;

/// Answers that cannot be read stay so until somebody sets the facts right, which should show within the working day.
const LONGEST_UNREADABLE: u32 = 6 * HOUR;

/// So many attempts in a row that failed by mischance are no mischance.
const MISCHANCES: u32 = 3;

/// What is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitKind {
    /// An account, which may post at any time.
    Account {
        /// An older item of it is being seen again.
        has_boosted: bool,
    },
    /// A single video, which does nothing but age.
    Video,
}

/// What is known of an account or video, times in seconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScrapeHistory {
    /// What it is.
    pub kind: UnitKind,
    /// The shortest interval that any of its groups asks for, seconds.
    pub interval: u32,
    /// End of the last attempt; `None` before the first.
    pub last_attempt: Option<i64>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// Attempts since the last success, without those that were not its fault.
    pub failures: u32,
    /// When its newest item was posted; when it was first read, if it has none. A video's own date.
    pub quiet_since: Option<i64>,
}

/// How often something is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cadence {
    /// Seconds between two ticks; at least what is asked for.
    pub interval: u32,
    /// Seconds from the last attempt to the next one, in place of a tick.
    pub delay: Option<u32>,
    /// The reason.
    pub why: Why,
}

/// Why something is read as often as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It is what its groups ask for.
    Configured,
    /// Nothing new has been posted for long.
    Quiet,
    /// The platform does not show it.
    Private,
    /// The platform says that it does not exist.
    Missing,
    /// A session or an address was refused, or none was free.
    Refused,
    /// The answer was not understood.
    Unreadable,
    /// The last attempts failed.
    Failing,
    /// Its name belongs to somebody else, and nobody has decided what that means.
    Undecided,
}

impl Cadence {
    /// Seconds from one attempt to the next, give or take the jitter.
    #[must_use]
    pub fn every(&self) -> u32 {
        self.delay.unwrap_or(self.interval)
    }
}

/// How often this is read.
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
    // By the last attempt and not by now, so that the next time that is shown does not creep.
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

/// The interval after so many seconds without a new item, or in which a video has aged.
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

/// What an outcome makes of the next attempt.
fn after(configured: u32, outcome: Outcome, failures: u32) -> (Option<u32>, Why) {
    let policy = outcome.policy();
    match policy.schedule {
        Schedule::Normal => (None, Why::Configured),
        // The ticks go on, unless it had left them before.
        Schedule::Defer => ((failures > 0).then_some(configured), Why::Refused),
        Schedule::Daily => (Some(configured.max(DAY)), Why::Private),
        Schedule::Weekly if failures > 1 => (Some(configured.max(WEEK)), Why::Missing),
        Schedule::Weekly => (Some(configured.max(CONFIRM_MISSING_AFTER)), Why::Missing),
        Schedule::Confirm => (Some(configured.max(CONFIRM_IDENTITY_AFTER)), Why::Failing),
        Schedule::AwaitDecision => (
            Some(back_off(configured, failures, LONGEST_BACK_OFF)),
            Why::Undecided,
        ),
        Schedule::Lenient => {
            let repeated = (failures + 1).saturating_sub(MISCHANCES);
            (
                Some(back_off(configured, repeated, LONGEST_BACK_OFF)),
                Why::Failing,
            )
        }
        Schedule::Failure => {
            let (longest, why) = if is_refusal(outcome) {
                (LONGEST_AFTER_REFUSAL, Why::Refused)
            } else if policy.captures_response {
                (LONGEST_UNREADABLE, Why::Unreadable)
            } else {
                (LONGEST_BACK_OFF, Why::Failing)
            };
            (Some(back_off(configured, failures, longest)), why)
        }
    }
}

/// Whether it says something of the session or the address, and nothing of what was asked for.
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
