//! A session in responses, without its value.

use chrono::{DateTime, Utc};
use clipmeter_db::sessions;
use clipmeter_proto::v1::Outcome;
use clipmeter_scheduler::cooldown::SessionStatus;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::reason;
use crate::http::database::Transaction;
use crate::http::error::{ErrorCode, Problem};
use crate::http::scope::Admin;
use crate::http::state::HttpState;

/// State of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SessionState {
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

/// The last refusal of a session.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct SessionError {
    /// The outcome's code.
    #[schema(example = "rate_limited")]
    pub(crate) status: String,
    /// Human-readable message.
    #[schema(example = "Instagram limited the session's requests. It recovers automatically.")]
    pub(crate) status_text: &'static str,
    /// Time.
    pub(crate) at: DateTime<Utc>,
}

/// A session, without its value.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PooledSession {
    /// Permanent ID.
    #[schema(example = 7)]
    pub(crate) id: i64,
    /// Position in the list of sessions, from 0.
    #[schema(example = 6)]
    pub(crate) index: i64,
    /// Eight digits that are stable for the value of the session, even when it is added again.
    #[schema(example = "3fb91c07")]
    pub(crate) name: String,
    /// State of the session.
    pub(crate) state: SessionState,
    /// Cause of the state: an outcome's code, `admin`, `key_lost` or `proxy_lost` when the session or its proxy was
    /// encrypted with a key that this installation no longer has, or `damaged` or `proxy_damaged` when the stored value
    /// is corrupted: then the session is not leased. Absent without a cause.
    #[schema(example = "rate_limited")]
    pub(crate) reason: Option<String>,
    /// The human-readable reason, with what can be done about it.
    #[schema(example = "Instagram limited the session's requests. It recovers automatically.")]
    pub(crate) reason_text: Option<&'static str>,
    /// Since when the session has this state.
    pub(crate) since: DateTime<Utc>,
    /// When the session recovers automatically.
    pub(crate) until: Option<DateTime<Utc>>,
    /// Whether a run is using the session.
    pub(crate) in_use: bool,
    /// When the session was last leased to a run.
    pub(crate) last_used_at: Option<DateTime<Utc>>,
    /// Requests with the session in the last 24 hours.
    #[schema(example = 340)]
    pub(crate) requests_24_hours: i64,
    /// Share of these requests that caused no cooldown and did not end the session, from 0 to 1; absent without
    /// requests.
    #[schema(example = 0.997)]
    pub(crate) success_rate: Option<f64>,
    /// The last refusal.
    pub(crate) last_error: Option<SessionError>,
    /// Accounts that are read with the session.
    #[schema(example = 10)]
    pub(crate) accounts: i64,
    /// The proxy of the session; null: the proxy of the platform's runs, or of the scraper pool with the session's set.
    #[schema(example = 2)]
    pub(crate) proxy_id: Option<i64>,
    /// The set to which the session belongs, which only the scraper pool with this set uses; absent: none, so that runs without a
    /// scraper pool use it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "eu")]
    pub(crate) session_set: Option<String>,
}

pub(crate) fn pooled_session(row: sessions::PooledSession) -> PooledSession {
    let reason = if !row.opens {
        Some(reason::KEY_LOST.to_owned())
    } else if !row.opens_with_proxy {
        Some(reason::PROXY_LOST.to_owned())
    } else {
        row.reason
    };
    PooledSession {
        id: row.id,
        index: row.index,
        name: row.name,
        state: row.state.into(),
        reason_text: reason.as_deref().map(|reason| reason::text(row.state, reason)),
        reason,
        since: row.since,
        until: row.until,
        in_use: row.in_use,
        last_used_at: row.last_used_at,
        requests_24_hours: row.requests,
        success_rate: success_rate(row.requests, row.refused),
        last_error: row.last_error.map(|(status, at)| SessionError {
            status_text: status
                .parse()
                .map_or("", |outcome: Outcome| reason::of_outcome(outcome)),
            status,
            at,
        }),
        accounts: row.accounts,
        proxy_id: row.proxy_id,
        session_set: row.session_set,
    }
}

#[expect(clippy::cast_precision_loss, reason = "requests of a day are far below 2^52")]
fn success_rate(requests: i64, refused: i64) -> Option<f64> {
    (requests > 0).then(|| (requests - refused).max(0) as f64 / requests as f64)
}

/// Returns the current state of a session.
pub(crate) async fn load_session(
    state: &HttpState,
    admin: &Admin,
    transaction: &mut Transaction,
    id: i64,
) -> Result<PooledSession, Problem> {
    let now = admin.caller().now();
    let session = sessions::pooled_one(transaction, &state.secrets, now, id).await?;
    session
        .map(pooled_session)
        .ok_or_else(|| Problem::from(ErrorCode::NotFound))
}
