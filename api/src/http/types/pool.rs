//! How the pool of Instagram sessions fares.

use chrono::{DateTime, Utc};
use clipmeter_scheduler::cooldown::SessionStatus;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::page::first_page;
use super::session::sessions_per_page;

/// What became of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SessionState {
    /// It is lent to runs.
    Active,
    /// It rests, and comes back by itself.
    Cooling,
    /// It may be refused for good, or its answers were not understood. It is tried again by itself, and comes back or ends.
    Suspect,
    /// The platform wants to see a person first.
    Challenged,
    /// It signs nobody in any more.
    Dead,
    /// An admin has taken it out of use.
    Disabled,
}

impl From<SessionStatus> for SessionState {
    fn from(state: SessionStatus) -> Self {
        match state {
            SessionStatus::Active => Self::Active,
            SessionStatus::Cooling => Self::Cooling,
            SessionStatus::Suspect => Self::Suspect,
            SessionStatus::Challenged => Self::Challenged,
            SessionStatus::Dead => Self::Dead,
            SessionStatus::Disabled => Self::Disabled,
        }
    }
}

impl From<SessionState> for SessionStatus {
    fn from(state: SessionState) -> Self {
        match state {
            SessionState::Active => Self::Active,
            SessionState::Cooling => Self::Cooling,
            SessionState::Suspect => Self::Suspect,
            SessionState::Challenged => Self::Challenged,
            SessionState::Dead => Self::Dead,
            SessionState::Disabled => Self::Disabled,
        }
    }
}

/// Which sessions are wanted.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PoolQuery {
    /// Those in this state only.
    pub state: Option<SessionState>,
    /// From 1; a page behind the last one is empty.
    #[serde(default = "first_page")]
    #[param(default = 1, minimum = 1)]
    pub page: i64,
    /// 1 to 100.
    #[serde(default = "sessions_per_page")]
    #[param(default = 50, minimum = 1, maximum = 100)]
    pub per_page: i64,
}

/// The pool in numbers of sessions.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct PoolSummary {
    /// All.
    #[schema(example = 20)]
    pub total: i64,
    /// Those that runs work with or may be lent now.
    #[schema(example = 14)]
    pub usable: i64,
    /// As many as the tracked accounts ask for, so that each goes at half of what it bears.
    #[schema(example = 3)]
    pub required: i64,
    /// Those that runs work with.
    #[schema(example = 2)]
    pub in_use: i64,
    /// Lent to runs.
    #[schema(example = 14)]
    pub active: i64,
    /// At rest, for a while.
    #[schema(example = 3)]
    pub cooling: i64,
    /// Cool down until they are tried again.
    #[schema(example = 1)]
    pub suspect: i64,
    /// Wait for a person.
    #[schema(example = 1)]
    pub challenged: i64,
    /// Sign nobody in any more.
    #[schema(example = 1)]
    pub dead: i64,
    /// Taken out of use by an admin.
    #[schema(example = 1)]
    pub disabled: i64,
}

/// What a session was refused with last.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SessionError {
    /// The outcome's code.
    #[schema(example = "rate_limited")]
    pub status: String,
    /// For people.
    #[schema(example = "Instagram limited its requests. It comes back by itself.")]
    pub status_text: &'static str,
    /// When.
    pub at: DateTime<Utc>,
}

/// A session, without its value.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PooledSession {
    /// Names it for good.
    #[schema(example = 7)]
    pub id: i64,
    /// Its position in the list of sessions, from 0.
    #[schema(example = 6)]
    pub index: i64,
    /// Eight digits that are the same whenever the same session is added.
    #[schema(example = "3fb91c07")]
    pub name: String,
    /// Whether it is lent.
    pub state: SessionState,
    /// What put it into its state: an outcome's code, `admin`, or `key_lost` or `proxy_lost` when it or its proxy was encrypted with
    /// a key that this installation has no longer, or `damaged` or `proxy_damaged` when what is stored of it is: then it is not lent.
    /// Absent when nothing did.
    #[schema(example = "rate_limited")]
    pub reason: Option<String>,
    /// The same for people, with what can be done about it.
    #[schema(example = "Instagram limited its requests. It comes back by itself.")]
    pub reason_text: Option<&'static str>,
    /// Since when it is in its state.
    pub since: DateTime<Utc>,
    /// When it comes back by itself.
    pub until: Option<DateTime<Utc>>,
    /// A run works with it.
    pub in_use: bool,
    /// When a run was lent it last.
    pub last_used_at: Option<DateTime<Utc>>,
    /// Requests that it was used for in the last 24 hours.
    #[schema(example = 340)]
    pub requests_24_hours: i64,
    /// The part of them that did not rest it or end it, from 0 to 1; absent without requests.
    #[schema(example = 0.997)]
    pub success_rate: Option<f64>,
    /// What it was refused with last.
    pub last_error: Option<SessionError>,
    /// Accounts that are read with it.
    #[schema(example = 10)]
    pub accounts: i64,
    /// The proxy that its requests leave through; null: as the platform's runs do.
    #[schema(example = 2)]
    pub proxy_id: Option<i64>,
}

/// The circuit breaker of the sessions, which is open: several would have ended within ten minutes, so the platform or the network path to it
/// is the suspect and none of them ends.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OpenSessionBreaker {
    /// When it opened.
    pub since: DateTime<Utc>,
    /// When it closes, unless another session would end until then.
    pub until: DateTime<Utc>,
    /// Ends of sessions that it has prevented.
    #[schema(example = 2)]
    pub prevented: i32,
}

/// How the pool of Instagram sessions fares.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SessionPool {
    /// All of it.
    pub summary: PoolSummary,
    /// Null while the circuit breaker is closed, as it is nearly always.
    pub breaker: Option<OpenSessionBreaker>,
    /// A page of the sessions that were asked for, oldest first.
    pub sessions: Vec<PooledSession>,
    /// Sessions on all pages.
    #[schema(example = 3)]
    pub total: i64,
    /// Pages of this size; 0 without sessions.
    #[schema(example = 1)]
    pub total_pages: i64,
}
