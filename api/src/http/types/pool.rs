//! State of the pool of Instagram sessions.

use chrono::{DateTime, Utc};
use clipmeter_scheduler::cooldown::SessionStatus;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::page::first_page;
use super::session::sessions_per_page;

/// State of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SessionState {
    /// Available for runs.
    Active,
    /// On cooldown; recovers automatically.
    Cooling,
    /// May be permanently refused, or its responses could not be parsed. Clipmeter retries the session, which then
    /// recovers or ends.
    Suspect,
    /// The platform requires a challenge to be solved manually.
    Challenged,
    /// The session has expired or was revoked.
    Dead,
    /// Disabled by an admin.
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

/// Filters of the list of sessions.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PoolQuery {
    /// Only sessions in this state.
    pub state: Option<SessionState>,
    /// Page number from 1; a page after the last one is empty.
    #[serde(default = "first_page")]
    #[param(default = 1, minimum = 1)]
    pub page: i64,
    /// Page size, 1 to 100.
    #[serde(default = "sessions_per_page")]
    #[param(default = 50, minimum = 1, maximum = 100)]
    pub per_page: i64,
}

/// The number of sessions in each state.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct PoolSummary {
    /// All sessions.
    #[schema(example = 20)]
    pub total: i64,
    /// Sessions that are in use or can be leased now.
    #[schema(example = 14)]
    pub usable: i64,
    /// Sessions that the tracked accounts need if each runs at half of its rate limit.
    #[schema(example = 3)]
    pub required: i64,
    /// Sessions in use by runs.
    #[schema(example = 2)]
    pub in_use: i64,
    /// Available for runs.
    #[schema(example = 14)]
    pub active: i64,
    /// On cooldown.
    #[schema(example = 3)]
    pub cooling: i64,
    /// Suspended until the next attempt.
    #[schema(example = 1)]
    pub suspect: i64,
    /// Waiting for a challenge to be solved.
    #[schema(example = 1)]
    pub challenged: i64,
    /// Expired or revoked.
    #[schema(example = 1)]
    pub dead: i64,
    /// Disabled by an admin.
    #[schema(example = 1)]
    pub disabled: i64,
}

/// The last refusal of a session.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SessionError {
    /// The outcome's code.
    #[schema(example = "rate_limited")]
    pub status: String,
    /// Human-readable text.
    #[schema(example = "Instagram limited the session's requests. It recovers automatically.")]
    pub status_text: &'static str,
    /// Time.
    pub at: DateTime<Utc>,
}

/// A session, without its value.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PooledSession {
    /// Permanent ID.
    #[schema(example = 7)]
    pub id: i64,
    /// Position in the list of sessions, from 0.
    #[schema(example = 6)]
    pub index: i64,
    /// Eight digits that are stable for the value of the session, even when it is added again.
    #[schema(example = "3fb91c07")]
    pub name: String,
    /// State of the session.
    pub state: SessionState,
    /// Cause of the state: an outcome's code, `admin`, `key_lost` or `proxy_lost` when the session or its proxy was
    /// encrypted with a key that this installation no longer has, or `damaged` or `proxy_damaged` when the stored value
    /// is corrupted: then the session is not leased. Absent without a cause.
    #[schema(example = "rate_limited")]
    pub reason: Option<String>,
    /// The human-readable reason, with what can be done about it.
    #[schema(example = "Instagram limited the session's requests. It recovers automatically.")]
    pub reason_text: Option<&'static str>,
    /// Since when the session has this state.
    pub since: DateTime<Utc>,
    /// When the session recovers automatically.
    pub until: Option<DateTime<Utc>>,
    /// Whether a run is using the session.
    pub in_use: bool,
    /// When the session was last leased to a run.
    pub last_used_at: Option<DateTime<Utc>>,
    /// Requests with the session in the last 24 hours.
    #[schema(example = 340)]
    pub requests_24_hours: i64,
    /// Share of these requests that caused no cooldown and did not end the session, from 0 to 1; absent without
    /// requests.
    #[schema(example = 0.997)]
    pub success_rate: Option<f64>,
    /// The last refusal.
    pub last_error: Option<SessionError>,
    /// Accounts that are read with the session.
    #[schema(example = 10)]
    pub accounts: i64,
    /// The proxy of the session; null: the proxy of the platform's runs.
    #[schema(example = 2)]
    pub proxy_id: Option<i64>,
}

/// The open circuit breaker of the sessions: several would have ended within ten minutes, so the platform or the
/// network path is the suspected cause and no session is ended.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OpenSessionBreaker {
    /// When it opened.
    pub since: DateTime<Utc>,
    /// When it closes, unless another session would end before then.
    pub until: DateTime<Utc>,
    /// Number of session ends that it has prevented.
    #[schema(example = 2)]
    pub prevented: i32,
}

/// State of the pool of Instagram sessions.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SessionPool {
    /// The whole pool.
    pub summary: PoolSummary,
    /// Null while the circuit breaker is closed, which is the normal state.
    pub breaker: Option<OpenSessionBreaker>,
    /// A page of the selected sessions, oldest first.
    pub sessions: Vec<PooledSession>,
    /// Sessions on all pages.
    #[schema(example = 3)]
    pub total: i64,
    /// Number of pages of this size; 0 without sessions.
    #[schema(example = 1)]
    pub total_pages: i64,
}
