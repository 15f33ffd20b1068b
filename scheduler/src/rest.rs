//! How long what was refused rests: a session, an address, an endpoint. What an outcome asks for is in
//! [`Reaction`](clipmeter_proto::Reaction); here is for how long. Times are seconds since 1970-01-01T00:00:00Z, and `roll`
//! is a number from 0 to 1.

use clipmeter_proto::v1::Outcome;
use clipmeter_proto::{AddressFate, SessionFate};

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// Rests of a session after its limits in a row, ± a fifth, so that sessions that were limited together do not come back
/// together. Peers that read as we do rest as long.
const SESSION_LADDER: [i64; 4] = [2 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR];

/// Answers without a refusal after which a session's ladder begins anew.
const CLEAN_ANSWERS: u32 = 20;

/// Limits within a day that rest a session for a whole one: shorter rests did not help.
const LIMITS_OF_A_DAY: usize = 3;

/// How long a session goes at half its rate that a person has brought back: what had it refused may not be forgotten yet.
const REVIVED_SLOWNESS: i64 = DAY;

/// Longest rest that a platform's `Retry-After` is believed.
const LONGEST_REST: i64 = DAY;

/// Shortest rest of a session whose behaviour was flagged, and as much again by chance; a shorter one renews the flag.
const FLAGGED_REST: i64 = 12 * HOUR;

/// How long such a session goes at half its rate afterwards.
const FLAGGED_SLOWNESS: i64 = 7 * DAY;

/// Rests of an address after its refusals in a row.
const ADDRESS_LADDER: [i64; 4] = [30, 2 * MINUTE, 10 * MINUTE, HOUR];

/// Rest of an address that was asked to prove that a person sits behind it.
const CAPTCHA_REST: i64 = HOUR;

/// An address that went on for so long after its rest begins at the bottom of the ladder: as long as the longest rest.
const ADDRESS_FORGETS: i64 = HOUR;

/// Refusals of different sessions within this time are about their address.
const COUNTED_TOGETHER: i64 = 5 * MINUTE;

/// Rest of an endpoint that a session, or the guests of an address, were sent away from: that does not clear within hours.
const RETIRED_REST: i64 = DAY;

/// Rest of an endpoint whose answers nobody understands: new ids for its queries may be found any time.
const STALE_REST: i64 = HOUR;

/// Whether a session is lent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It is.
    Active,
    /// It rests.
    Cooling,
    /// The platform wants to see a person first.
    Challenged,
    /// It signs nobody in any more.
    Dead,
    /// An administrator has taken it out of use.
    Parked,
}

impl State {
    /// Every state.
    pub const ALL: [Self; 5] = [
        Self::Active,
        Self::Cooling,
        Self::Challenged,
        Self::Dead,
        Self::Parked,
    ];

    /// The word for it in SQL, JSON and on screen.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Cooling => "cooling",
            Self::Challenged => "challenged",
            Self::Dead => "dead",
            Self::Parked => "parked",
        }
    }

    /// The state of a word; None when there is none.
    #[must_use]
    pub fn of(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.code() == code)
    }

    /// Whether time alone brings it back.
    fn passes(self) -> bool {
        matches!(self, Self::Active | Self::Cooling)
    }
}

/// How a session fares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Whether it is lent.
    pub state: State,
    /// When its rest ends; with [`State::Cooling`], and with [`State::Parked`] when it was taken out of one.
    pub until: Option<i64>,
    /// Its limits of the last day.
    pub strikes: Vec<i64>,
    /// Its limits since it last gave 20 clean answers in a row.
    pub rung: u32,
    /// Clean answers in a row.
    pub clean: u32,
    /// Until then it goes at half its rate.
    pub slow_until: Option<i64>,
}

/// How an address fares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AddressRecord {
    /// When its rest ends, or ended.
    pub blocked_until: Option<i64>,
    /// Rests in a row.
    pub strikes: u32,
    /// When something was last noted that rests it only together with another.
    pub counted_at: Option<i64>,
}

/// A session after an answer. One that waits for a person stays as it is, whatever comes late.
#[must_use]
pub fn session_after(
    record: &Record,
    outcome: Outcome,
    retry_after: Option<i64>,
    now: i64,
    roll: f64,
) -> Record {
    if !record.state.passes() {
        return record.clone();
    }
    let mut after = record.clone();
    match outcome.reaction().session {
        SessionFate::Keep => return clean_answers(record, 1),
        SessionFate::Park => (after.state, after.until) = (State::Challenged, None),
        SessionFate::Dead => (after.state, after.until) = (State::Dead, None),
        SessionFate::Rest => {
            let rest = FLAGGED_REST + part(FLAGGED_REST, roll);
            after.rest_until(now + rest);
            after.slow_until = Some(now + rest + FLAGGED_SLOWNESS);
        }
        // A limit that is told during a rest is the one that it rests for.
        SessionFate::Cool if record.state == State::Cooling => {
            after.rest_until(now + retry_after.unwrap_or(0).clamp(0, LONGEST_REST));
        }
        SessionFate::Cool => {
            after.rung = after.rung.saturating_add(1);
            after.strikes.retain(|at| *at > now - DAY);
            after.strikes.push(now);
            let rest = if let Some(asked) = retry_after {
                asked.clamp(0, LONGEST_REST)
            } else if after.strikes.len() >= LIMITS_OF_A_DAY {
                DAY
            } else {
                let rest = rung(&SESSION_LADDER, after.rung);
                rest - part(rest, 0.2) + part(rest, 0.4 * roll)
            };
            after.rest_until(now + rest);
        }
    }
    after.clean = 0;
    after
}

/// A session that the platform sends away from every way to something until then. It may be of use to nobody before, and is not asked to try.
#[must_use]
pub fn shut(record: &Record, until: i64) -> Record {
    let mut after = record.clone();
    if record.state.passes() {
        after.rest_until(until);
        after.clean = 0;
    }
    after
}

/// A session that an administrator takes out of use. One that waits for a person already goes on waiting for what it says.
#[must_use]
pub fn parked(record: &Record) -> Record {
    let mut after = record.clone();
    if record.state.passes() {
        after.state = State::Parked;
    }
    after
}

/// A session that an administrator takes into use again, having seen to it. A rest that the platform asked for goes on.
#[must_use]
pub fn revived(record: &Record, now: i64) -> Record {
    if record.state.passes() {
        return record.clone();
    }
    let until = record.until.filter(|until| *until > now);
    Record {
        state: if until.is_some() {
            State::Cooling
        } else {
            State::Active
        },
        until,
        strikes: Vec::new(),
        rung: 0,
        clean: 0,
        slow_until: Some(record.slow_until.unwrap_or(now).max(now + REVIVED_SLOWNESS)),
    }
}

/// A session after answers that had nothing to do with it.
#[must_use]
pub fn clean_answers(record: &Record, answers: u32) -> Record {
    let mut after = record.clone();
    after.clean = after.clean.saturating_add(answers);
    if after.clean >= CLEAN_ANSWERS {
        after.rung = 0;
    }
    after
}

/// An address after an answer.
#[must_use]
pub fn address_after(
    record: &AddressRecord,
    outcome: Outcome,
    retry_after: Option<i64>,
    now: i64,
) -> AddressRecord {
    let mut after = record.clone();
    let rest = match outcome.reaction().address {
        AddressFate::Calm => return after,
        AddressFate::Count => {
            let together = record.counted_at.is_some_and(|at| at > now - COUNTED_TOGETHER);
            after.counted_at = (!together).then_some(now);
            if !together {
                return after;
            }
            None
        }
        AddressFate::Cool => None,
        AddressFate::Rest => Some(CAPTCHA_REST),
    };
    if record
        .blocked_until
        .is_some_and(|until| until <= now - ADDRESS_FORGETS)
    {
        after.strikes = 0;
    }
    after.strikes = after.strikes.saturating_add(1);
    let rest = match (retry_after, rest) {
        (Some(asked), least) => asked.clamp(least.unwrap_or(0), LONGEST_REST),
        (None, Some(rest)) => rest,
        (None, None) => rung(&ADDRESS_LADDER, after.strikes),
    };
    after.blocked_until = Some(record.blocked_until.unwrap_or(now).max(now + rest));
    after
}

/// How long an endpoint rests after an answer that is no success.
#[must_use]
pub fn endpoint_rest(outcome: Outcome) -> i64 {
    match outcome {
        Outcome::EndpointRetired | Outcome::LoginRequired => RETIRED_REST,
        _ => STALE_REST,
    }
}

impl Record {
    /// Rests at least so long; a rest that is under way is not shortened.
    fn rest_until(&mut self, time: i64) {
        self.state = State::Cooling;
        self.until = Some(self.until.unwrap_or(time).max(time));
    }
}

/// The rest after this many in a row, counted from 1.
fn rung(ladder: &[i64; 4], number: u32) -> i64 {
    let at = usize::try_from(number.saturating_sub(1)).unwrap_or(usize::MAX);
    ladder[at.min(ladder.len() - 1)]
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
