//! Computes the cooldowns of sessions and endpoints; for addresses see [`crate::address`].
//! [`OutcomePolicy`](clipmeter_proto::OutcomePolicy) defines what an outcome requires; this module defines for how long. Times are seconds
//! since 1970-01-01T00:00:00Z, and `sample` is a number from 0 to 1.

use clipmeter_proto::SessionAction;
use clipmeter_proto::v1::Outcome;
use strum::{EnumString, IntoStaticStr, VariantArray};

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// Cooldowns of a session after rate limits in a row, ± a fifth, so that sessions that were limited together do not return together.
/// Comparable scrapers use the same durations.
const SESSION_COOLDOWNS: [i64; 4] = [2 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR];

/// A refusal of a session counts as confirmed only by a second one at least this much later: the responses to one burst of requests, or to
/// a brief problem of the platform, count once.
pub const CONFIRMED_AFTER: i64 = 5 * MINUTE;

/// Cooldowns of a suspect session in a row, plus up to a fifth. The first is as long as it takes to confirm a refusal; the last prevents
/// constant retries of sessions that the platform refuses together while the circuit breaker keeps them, and is short enough for the pool
/// to recover soon after an hour of unreadable pages.
const SUSPECT_COOLDOWNS: [i64; 4] = [CONFIRMED_AFTER, 15 * MINUTE, 30 * MINUTE, HOUR];

/// Number of responses without a refusal after which a session's backoff is reset.
const CLEAN_RESPONSES: u32 = 20;

/// Number of rate limits within a day that cause a cooldown of a whole day, because shorter cooldowns did not help.
const RATE_LIMITS_PER_DAY: usize = 3;

/// How long a session that an administrator re-enabled runs at half its rate: the platform may still remember why it was refused.
const REENABLED_HALF_RATE: i64 = DAY;

/// Longest cooldown that is accepted from a platform's `Retry-After`.
pub(crate) const MAX_COOLDOWN: i64 = DAY;

/// Shortest cooldown of a session whose behavior was flagged, plus a random extension of up to the same length; a shorter one renews the flag.
const FLAGGED_COOLDOWN: i64 = 12 * HOUR;

/// How long such a session runs at half its rate afterwards.
const FLAGGED_HALF_RATE: i64 = 7 * DAY;

/// Cooldown of an endpoint that refused a session, or the anonymous clients of an address: such refusals do not clear within hours.
const RETIRED_ENDPOINT_COOLDOWN: i64 = DAY;

/// Cooldown of an endpoint whose responses cannot be parsed: new query documents may be discovered at any time.
const STALE_ENDPOINT_COOLDOWN: i64 = HOUR;

/// The status of a session in the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, EnumString, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum SessionStatus {
    /// The session can be leased.
    Active,
    /// On cooldown.
    Cooling,
    /// Possibly refused for good, or its responses could not be parsed: tried again after its cooldown.
    Suspect,
    /// The platform requires the session's owner to complete a challenge.
    Challenged,
    /// The session is expired or revoked.
    Dead,
    /// Disabled by an administrator.
    Disabled,
}

impl SessionStatus {
    /// All statuses.
    pub const ALL: &[Self] = <Self as VariantArray>::VARIANTS;

    /// Returns the code in SQL, JSON and the dashboard.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.into()
    }

    /// Returns the status with a code, or None if there is none.
    #[must_use]
    pub fn of(code: &str) -> Option<Self> {
        code.parse().ok()
    }

    /// Returns whether the status expires without intervention.
    fn is_temporary(self) -> bool {
        matches!(self, Self::Active | Self::Cooling | Self::Suspect)
    }

    /// Returns whether an administrator has to act before the session is used again.
    #[must_use]
    pub fn is_end(self) -> bool {
        matches!(self, Self::Challenged | Self::Dead)
    }
}

/// The status of a session with the history that determines the next one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRecord {
    /// The current status.
    pub state: SessionStatus,
    /// When the cooldown ends (`sessions.cooling_until`); with [`SessionStatus::Cooling`] and [`SessionStatus::Suspect`], and with
    /// [`SessionStatus::Disabled`] if the session was disabled during one.
    pub until: Option<i64>,
    /// Times of rate limits within the last day.
    pub limited_at: Vec<i64>,
    /// Rate limits and suspicions since the session last had 20 clean responses in a row.
    pub backoff_step: u32,
    /// Clean responses in a row.
    pub clean: u32,
    /// Until when the session runs at half its rate.
    pub slow_until: Option<i64>,
    /// When the platform first refused the session for good, unless that was confirmed or a success has cleared it since.
    pub refused_at: Option<i64>,
}

/// Returns a session after a response: decides whether the session goes on cooldown, and until when. Late reports do not
/// change a session that waits for an administrator. A refusal makes it suspect. A second one, at least [`CONFIRMED_AFTER`]
/// later and not during a cooldown, ends it; check the [circuit breaker](crate::breaker) before storing that. `retry_after` is
/// the pause that the platform requested, in seconds: it replaces the cooldown of a rate limit, up to a day, can only extend a current one, and does not apply to other outcomes.
#[must_use]
pub fn session_after(
    record: &SessionRecord,
    outcome: Outcome,
    retry_after: Option<i64>,
    now: i64,
    sample: f64,
) -> SessionRecord {
    if !record.state.is_temporary() {
        return record.clone();
    }
    let mut after = record.clone();
    match outcome.policy().session {
        SessionAction::Keep if outcome.is_success() => return cleared(&clean_responses(record, 1)),
        SessionAction::Keep => return clean_responses(record, 1),
        SessionAction::Challenged | SessionAction::Dead => {
            return after_refusal(record, outcome, now, sample);
        }
        SessionAction::LongCooldown => {
            let cooldown = FLAGGED_COOLDOWN + part(FLAGGED_COOLDOWN, sample);
            after.cool_down_until(now + cooldown);
            after.slow_until = Some(now + cooldown + FLAGGED_HALF_RATE);
        }
        // A rate limit reported during a cooldown is the one that caused the cooldown.
        SessionAction::Cooldown if record.state != SessionStatus::Active => {
            after.cool_down_until(now + retry_after.unwrap_or(0).clamp(0, MAX_COOLDOWN));
        }
        SessionAction::Cooldown => {
            after.backoff_step = after.backoff_step.saturating_add(1);
            after.limited_at.retain(|at| *at > now - DAY);
            after.limited_at.push(now);
            let cooldown = if let Some(requested) = retry_after {
                requested.clamp(0, MAX_COOLDOWN)
            } else if after.limited_at.len() >= RATE_LIMITS_PER_DAY {
                DAY
            } else {
                let cooldown = scheduled_cooldown(&SESSION_COOLDOWNS, after.backoff_step);
                cooldown - part(cooldown, 0.2) + part(cooldown, 0.4 * sample)
            };
            after.cool_down_until(now + cooldown);
        }
    }
    after.clean = 0;
    after
}

/// Returns a session after the platform refused it for good.
fn after_refusal(record: &SessionRecord, outcome: Outcome, now: i64, sample: f64) -> SessionRecord {
    let first = record.refused_at.unwrap_or(now);
    // A suspect session is not leased: responses that arrive meanwhile concern the same requests.
    if record.state == SessionStatus::Suspect {
        return SessionRecord {
            refused_at: Some(first),
            ..record.clone()
        };
    }
    if record.state == SessionStatus::Cooling || now - first < CONFIRMED_AFTER {
        return SessionRecord {
            refused_at: Some(first),
            ..suspect(record, now, sample)
        };
    }
    let state = match outcome.policy().session {
        SessionAction::Challenged => SessionStatus::Challenged,
        _ => SessionStatus::Dead,
    };
    SessionRecord {
        state,
        until: None,
        clean: 0,
        ..record.clone()
    }
}

/// Returns a session whose responses could not be parsed, or whose end the circuit breaker prevented: it goes on cooldown, longer each
/// time, and is then tried again.
#[must_use]
pub fn suspect(record: &SessionRecord, now: i64, sample: f64) -> SessionRecord {
    let mut after = record.clone();
    if !record.state.is_temporary() || record.state == SessionStatus::Suspect {
        return after;
    }
    after.backoff_step = after.backoff_step.saturating_add(1);
    let cooldown = scheduled_cooldown(&SUSPECT_COOLDOWNS, after.backoff_step);
    after.cool_down_until(now + cooldown + part(cooldown, 0.2 * sample));
    after.state = SessionStatus::Suspect;
    after.clean = 0;
    after
}

/// Returns a session that ended and is tried again because the circuit breaker has opened: the refusals that ended it are not conclusive.
#[must_use]
pub fn restored(record: &SessionRecord, now: i64, sample: f64) -> SessionRecord {
    let tried = SessionRecord {
        state: SessionStatus::Active,
        until: None,
        refused_at: None,
        ..record.clone()
    };
    suspect(&tried, now, sample)
}

/// Returns whether a response is not one that the platform is known to send: alone, it is no evidence against the session.
#[must_use]
pub fn is_not_understood(outcome: Outcome) -> bool {
    matches!(
        outcome,
        Outcome::UnexpectedPage | Outcome::EmptyBody | Outcome::ParseError
    )
}

/// Returns a session to which all endpoints for profiles or for posts are closed until the given time. It is not tried before, because it may
/// be unusable until then.
#[must_use]
pub fn lock_out(record: &SessionRecord, until: i64) -> SessionRecord {
    let mut after = record.clone();
    if record.state.is_temporary() {
        after.cool_down_until(until);
        after.clean = 0;
    }
    after
}

/// Returns a session that an administrator disables. One that already waits for an administrator keeps its status.
#[must_use]
pub fn disabled(record: &SessionRecord) -> SessionRecord {
    let mut after = record.clone();
    if record.state.is_temporary() {
        after.state = SessionStatus::Disabled;
    }
    after
}

/// Returns a session that an administrator re-enables after resolving its problem. A cooldown that the platform required continues.
#[must_use]
pub fn reenabled(record: &SessionRecord, now: i64) -> SessionRecord {
    if record.state.is_temporary() {
        return record.clone();
    }
    let until = record.until.filter(|until| *until > now);
    SessionRecord {
        state: if until.is_some() {
            SessionStatus::Cooling
        } else {
            SessionStatus::Active
        },
        until,
        limited_at: Vec::new(),
        backoff_step: 0,
        clean: 0,
        slow_until: Some(record.slow_until.unwrap_or(now).max(now + REENABLED_HALF_RATE)),
        refused_at: None,
    }
}

/// Returns a session after a success, which disproves an earlier refusal.
#[must_use]
pub fn cleared(record: &SessionRecord) -> SessionRecord {
    SessionRecord {
        refused_at: None,
        ..record.clone()
    }
}

/// Returns a session after responses without a refusal.
#[must_use]
pub fn clean_responses(record: &SessionRecord, responses: u32) -> SessionRecord {
    let mut after = record.clone();
    after.clean = after.clean.saturating_add(responses);
    if after.clean >= CLEAN_RESPONSES {
        after.backoff_step = 0;
    }
    after
}

/// Returns the cooldown of an endpoint after a response that is not a success.
#[must_use]
pub fn endpoint_cooldown(outcome: Outcome) -> i64 {
    match outcome {
        Outcome::EndpointRetired | Outcome::LoginRequired => RETIRED_ENDPOINT_COOLDOWN,
        _ => STALE_ENDPOINT_COOLDOWN,
    }
}

impl SessionRecord {
    /// Extends the cooldown to this time; a longer current one is not shortened.
    fn cool_down_until(&mut self, time: i64) {
        if self.state != SessionStatus::Suspect {
            self.state = SessionStatus::Cooling;
        }
        self.until = Some(self.until.unwrap_or(time).max(time));
    }
}

/// Returns the duration of the nth consecutive cooldown, counted from 1.
fn scheduled_cooldown(schedule: &[i64; 4], number: u32) -> i64 {
    let at = usize::try_from(number.saturating_sub(1)).unwrap_or(usize::MAX);
    schedule[at.min(schedule.len() - 1)]
}

/// Returns a fraction of a number of seconds, rounded.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "at most a few days in seconds"
)]
fn part(seconds: i64, of_it: f64) -> i64 {
    (seconds as f64 * of_it.clamp(0.0, 1.0)).round() as i64
}
