//! What each outcome requires of the session, the attempt, the address and the schedule. The scraper applies the recovery
//! steps and captures responses; the API stores the effects on sessions (`clipmeter_db::sessions`) and addresses
//! (`clipmeter_db::rate_limits`); the scheduler computes the next attempt (`clipmeter_scheduler::cadence`) and how long
//! cooldowns last (`clipmeter_scheduler::cooldown` and `address`).

mod description;
mod table;

/// The effect on the session. Outcomes of anonymous requests use `Keep`: there was no session. For the durations, see
/// `clipmeter_scheduler::cooldown`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionAction {
    /// No change.
    Keep,
    /// A cooldown: minutes at first, longer each time.
    Cooldown,
    /// A cooldown of half a day to a day, then half the request rate for a week.
    LongCooldown,
    /// Challenged until an administrator has resolved it, once a second response has confirmed it.
    Challenged,
    /// The session has expired or was revoked, once a second response has confirmed it.
    Dead,
}

/// How an attempt continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecoveryStep {
    /// Retry the same request.
    Retry,
    /// Retry the same endpoint with its next query document.
    NextDocument,
    /// Try the next fetch strategy for the same need.
    NextStrategy,
    /// Start again with another session, once per unit.
    OtherSession,
    /// End the unit.
    StopUnit,
    /// End the run: every unit would end with the same outcome.
    StopRun,
}

/// What happens to the address that requests are sent from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressAction {
    /// No change.
    Keep,
    /// Count it: several within a short time cause a cooldown.
    Count,
    /// A cooldown, longer each time.
    Cooldown,
    /// A cooldown of an hour.
    LongCooldown,
}

/// When to try again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// After the interval.
    Normal,
    /// After the interval; from the third such outcome in a row like [`Self::Failure`].
    Lenient,
    /// After the interval, doubled with each failure in a row, at most a day.
    Failure,
    /// Like [`Self::Failure`]; once a week when another attempt has confirmed it.
    Weekly,
    /// Once a day.
    Daily,
    /// After the interval, but at least ten minutes: a second reading confirms the first one.
    Confirm,
    /// Like [`Self::Failure`], only to detect whether it is over: an administrator has to decide.
    AwaitDecision,
    /// After the interval, without counting a failure: the account is not the cause.
    Defer,
}

/// The policy of one outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutcomePolicy {
    /// The effect on the session.
    pub session: SessionAction,
    /// How the attempt continues: these steps in order, each as long as possible. Empty: the attempt is done.
    pub recovery: &'static [RecoveryStep],
    /// How often a request is sent in total while it ends with this outcome.
    pub tries: u32,
    /// The effect on the address.
    pub address: AddressAction,
    /// When to try again, if the whole attempt ends with this outcome.
    pub schedule: Schedule,
    /// Whether an administrator has to act.
    pub requires_admin: bool,
    /// Whether the response is captured for debugging.
    pub captures_response: bool,
}
