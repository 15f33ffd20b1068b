//! How long what was refused rests: a session, an endpoint; of an address see [`crate::address`]. What an outcome asks for is in
//! [`Reaction`](clipmeter_proto::Reaction); here is for how long. Times are seconds since 1970-01-01T00:00:00Z, and `sample`
//! is a number from 0 to 1.

use clipmeter_proto::SessionAction;
use clipmeter_proto::v1::Outcome;

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// Rests of a session after its limits in a row, ± a fifth, so that sessions that were limited together do not come back
/// together. Peers that read as we do rest as long.
const SESSION_COOLDOWNS: [i64; 4] = [2 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR];

/// Evidence that a session is refused counts as a second piece when it is at least this much younger than the first: the answers to one
/// burst of requests, or to one bad minute of the platform, are one piece.
pub const CONFIRMED_AFTER: i64 = 5 * MINUTE;

/// Cooldowns of a suspect session in a row, plus up to a fifth. The first is as long as it takes to confirm evidence; the last keeps sessions
/// that the platform refuses together from being tried all the time while the circuit breaker keeps them, and is short enough for the pool to
/// be whole again soon after an hour of strange pages.
const SUSPECT_COOLDOWNS: [i64; 4] = [CONFIRMED_AFTER, 15 * MINUTE, 30 * MINUTE, HOUR];

/// Answers without a refusal after which a session's ladder begins anew.
const CLEAN_RESPONSES: u32 = 20;

/// Limits within a day that rest a session for a whole one: shorter rests did not help.
const LIMITS_OF_A_DAY: usize = 3;

/// How long a session goes at half its rate that a person has brought back: what had it refused may not be forgotten yet.
const REENABLED_SLOWNESS: i64 = DAY;

/// Longest rest that a platform's `Retry-After` is believed.
pub(crate) const LONGEST_COOLDOWN: i64 = DAY;

/// Shortest rest of a session whose behaviour was flagged, and as much again by chance; a shorter one renews the flag.
const FLAGGED_COOLDOWN: i64 = 12 * HOUR;

/// How long such a session goes at half its rate afterwards.
const FLAGGED_SLOWNESS: i64 = 7 * DAY;

/// Rest of an endpoint that a session, or the guests of an address, were sent away from: that does not clear within hours.
const RETIRED_ENDPOINT_COOLDOWN: i64 = DAY;

/// Rest of an endpoint whose answers nobody understands: new ids for its queries may be found any time.
const STALE_ENDPOINT_COOLDOWN: i64 = HOUR;

/// Whether a session is lent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionStatus {
    /// It is.
    Active,
    /// It rests.
    Cooling,
    /// It may be refused for good, or its answers were not understood: it is tried again after its cooldown.
    Suspect,
    /// The platform wants to see a person first.
    Challenged,
    /// It signs nobody in any more.
    Dead,
    /// An administrator has taken it out of use.
    Disabled,
}

impl SessionStatus {
    /// Every state.
    pub const ALL: [Self; 6] = [
        Self::Active,
        Self::Cooling,
        Self::Suspect,
        Self::Challenged,
        Self::Dead,
        Self::Disabled,
    ];

    /// The word for it in SQL, JSON and on screen.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Cooling => "cooling",
            Self::Suspect => "suspect",
            Self::Challenged => "challenged",
            Self::Dead => "dead",
            Self::Disabled => "disabled",
        }
    }

    /// The state of a word; None when there is none.
    #[must_use]
    pub fn of(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.code() == code)
    }

    /// Whether time alone brings it back.
    fn passes(self) -> bool {
        matches!(self, Self::Active | Self::Cooling | Self::Suspect)
    }

    /// Whether a person has to do something before it is lent again.
    #[must_use]
    pub fn is_end(self) -> bool {
        matches!(self, Self::Challenged | Self::Dead)
    }
}

/// How a session fares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRecord {
    /// Whether it is lent.
    pub state: SessionStatus,
    /// When its rest ends; with [`SessionStatus::Cooling`] and [`SessionStatus::Suspect`], and with [`SessionStatus::Disabled`] when it was taken out of one.
    pub until: Option<i64>,
    /// Its limits of the last day.
    pub limited_at: Vec<i64>,
    /// Its limits since it last gave 20 clean answers in a row.
    pub backoff_step: u32,
    /// Clean answers in a row.
    pub clean: u32,
    /// Until then it goes at half its rate.
    pub slow_until: Option<i64>,
    /// When the platform first said that it refuses the session, unless that was confirmed or a success has cleared it since.
    pub refused_at: Option<i64>,
}

/// A session after an answer. One that waits for a person stays as it is, whatever comes late. Positive evidence makes it suspect, and ends
/// it when a second piece comes after it was tried again; ask the [circuit breaker](crate::breaker) before that is stored.
#[must_use]
pub fn session_after(
    record: &SessionRecord,
    outcome: Outcome,
    retry_after: Option<i64>,
    now: i64,
    sample: f64,
) -> SessionRecord {
    if !record.state.passes() {
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
            after.slow_until = Some(now + cooldown + FLAGGED_SLOWNESS);
        }
        // A limit that is told during a rest is the one that it rests for.
        SessionAction::Cooldown if record.state != SessionStatus::Active => {
            after.cool_down_until(now + retry_after.unwrap_or(0).clamp(0, LONGEST_COOLDOWN));
        }
        SessionAction::Cooldown => {
            after.backoff_step = after.backoff_step.saturating_add(1);
            after.limited_at.retain(|at| *at > now - DAY);
            after.limited_at.push(now);
            let cooldown = if let Some(requested) = retry_after {
                requested.clamp(0, LONGEST_COOLDOWN)
            } else if after.limited_at.len() >= LIMITS_OF_A_DAY {
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

/// A session after positive evidence that the platform refuses it.
fn after_refusal(record: &SessionRecord, outcome: Outcome, now: i64, sample: f64) -> SessionRecord {
    let first = record.refused_at.unwrap_or(now);
    // While it is suspect it is not lent: what arrives then is about the same requests.
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

/// A session whose answers were not understood, or whose end the circuit breaker has prevented: it cools down, longer each time, and is tried
/// again by itself.
#[must_use]
pub fn suspect(record: &SessionRecord, now: i64, sample: f64) -> SessionRecord {
    let mut after = record.clone();
    if !record.state.passes() || record.state == SessionStatus::Suspect {
        return after;
    }
    after.backoff_step = after.backoff_step.saturating_add(1);
    let cooldown = scheduled_cooldown(&SUSPECT_COOLDOWNS, after.backoff_step);
    after.cool_down_until(now + cooldown + part(cooldown, 0.2 * sample));
    after.state = SessionStatus::Suspect;
    after.clean = 0;
    after
}

/// A session that ended and is tried again, because the circuit breaker has opened: its end proves nothing.
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

/// Whether an answer is none that the platform is known to give: it says nothing of the session by itself.
#[must_use]
pub fn is_not_understood(outcome: Outcome) -> bool {
    matches!(
        outcome,
        Outcome::UnexpectedPage | Outcome::EmptyBody | Outcome::ParseError
    )
}

/// A session that the platform sends away from every way to something until then. It may be of use to nobody before, and is not asked to try.
#[must_use]
pub fn lock_out(record: &SessionRecord, until: i64) -> SessionRecord {
    let mut after = record.clone();
    if record.state.passes() {
        after.cool_down_until(until);
        after.clean = 0;
    }
    after
}

/// A session that an administrator takes out of use. One that waits for a person already goes on waiting for what it says.
#[must_use]
pub fn disabled(record: &SessionRecord) -> SessionRecord {
    let mut after = record.clone();
    if record.state.passes() {
        after.state = SessionStatus::Disabled;
    }
    after
}

/// A session that an administrator takes into use again, having seen to it. A rest that the platform asked for goes on.
#[must_use]
pub fn reenabled(record: &SessionRecord, now: i64) -> SessionRecord {
    if record.state.passes() {
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
        slow_until: Some(record.slow_until.unwrap_or(now).max(now + REENABLED_SLOWNESS)),
        refused_at: None,
    }
}

/// A session that was answered: what said before that it is refused, is disproved.
#[must_use]
pub fn cleared(record: &SessionRecord) -> SessionRecord {
    SessionRecord {
        refused_at: None,
        ..record.clone()
    }
}

/// A session after answers that had nothing to do with it.
#[must_use]
pub fn clean_responses(record: &SessionRecord, responses: u32) -> SessionRecord {
    let mut after = record.clone();
    after.clean = after.clean.saturating_add(responses);
    if after.clean >= CLEAN_RESPONSES {
        after.backoff_step = 0;
    }
    after
}

/// How long an endpoint rests after an answer that is no success.
#[must_use]
pub fn endpoint_cooldown(outcome: Outcome) -> i64 {
    match outcome {
        Outcome::EndpointRetired | Outcome::LoginRequired => RETIRED_ENDPOINT_COOLDOWN,
        _ => STALE_ENDPOINT_COOLDOWN,
    }
}

impl SessionRecord {
    /// Rests at least so long; a rest that is under way is not shortened.
    fn cool_down_until(&mut self, time: i64) {
        if self.state != SessionStatus::Suspect {
            self.state = SessionStatus::Cooling;
        }
        self.until = Some(self.until.unwrap_or(time).max(time));
    }
}

/// The rest after this many in a row, counted from 1.
fn scheduled_cooldown(schedule: &[i64; 4], number: u32) -> i64 {
    let at = usize::try_from(number.saturating_sub(1)).unwrap_or(usize::MAX);
    schedule[at.min(schedule.len() - 1)]
}

/// A part of some seconds, whole.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "seconds of a day or two"
)]
fn part(seconds: i64, of_it: f64) -> i64 {
    (seconds as f64 * of_it.clamp(0.0, 1.0)).round() as i64
}
