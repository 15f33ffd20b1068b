//! What each outcome asks for: of the session that was used, of the rest of the attempt, of the address, of the schedule.
//! Scraper, pool and schedule take it from here, each its part.

mod description;
mod table;

/// What becomes of the session that was used. Outcomes of guests keep it: there was none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionAction {
    /// It goes on.
    Keep,
    /// It rests: minutes at first, more each time.
    Cooldown,
    /// It rests for half a day to a day, and goes at half its pace for a week.
    LongCooldown,
    /// It waits until an administrator has looked after it, once a second answer has confirmed that.
    Challenged,
    /// It signs nobody in any more, once a second answer has confirmed that.
    Dead,
}

/// How an attempt goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecoveryStep {
    /// The same request again.
    Retry,
    /// The same endpoint under the next of its stored queries.
    NextDocument,
    /// The next endpoint that has what is wanted.
    NextStrategy,
    /// All over with another session, once in a unit.
    OtherSession,
    /// The unit ends.
    StopUnit,
    /// The run ends: every unit would end like this one.
    StopRun,
}

/// What becomes of the address that requests leave from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressAction {
    /// It goes on.
    Keep,
    /// It is noted: several within a short time rest it.
    Count,
    /// It rests: half a minute at first, more each time.
    Cooldown,
    /// It rests for an hour.
    LongCooldown,
}

/// When to try again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// After the interval.
    Normal,
    /// After the interval; from the third in a row on as [`Self::Failure`].
    Lenient,
    /// After the interval, doubled with each failure in a row, a day at most.
    Failure,
    /// As [`Self::Failure`]; once a week when another attempt has confirmed it.
    Weekly,
    /// Once a day.
    Daily,
    /// After the interval, and ten minutes at least: a second reading confirms what the first one said.
    Confirm,
    /// As [`Self::Failure`], only to see whether it is over: an administrator has to decide.
    AwaitDecision,
    /// After the interval, and no failure is counted: it is not the account's.
    Defer,
}

/// What one outcome asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutcomePolicy {
    /// Of the session.
    pub session: SessionAction,
    /// Of the attempt: these steps in order, each as long as it is possible. Empty: the attempt is done.
    pub recovery: &'static [RecoveryStep],
    /// How often a request is sent in all that ends like this.
    pub tries: u32,
    /// Of the address.
    pub address: AddressAction,
    /// Of the schedule, when the whole attempt ends like this.
    pub schedule: Schedule,
    /// A person has to do something about it.
    pub requires_admin: bool,
    /// The answer is kept for people to look at.
    pub captures_response: bool,
}
