//! `GET /api/scraping/pool`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use clipmeter_db::sessions::{self, SessionFilter};
use clipmeter_scheduler::cooldown::SessionStatus;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::session::{PooledSession, SessionState, pooled_session};
use crate::http::error::Problem;
use crate::http::input;
use crate::http::page::{PageQuery, PageRequest, first_page};
use crate::http::scope::Admin;
use crate::http::scraping::scraper_pools;
use crate::http::scraping::sessions::list::sessions_per_page;
use crate::http::state::HttpState;

/// Filters of the list of sessions.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct PoolQuery {
    /// Only sessions in this state.
    pub(crate) state: Option<SessionState>,
    /// Only sessions of this set; empty: only those without a set.
    #[param(
        max_length = 63,
        pattern = "^([a-z0-9]([a-z0-9-]*[a-z0-9])?)?$",
        example = "eu"
    )]
    pub(crate) session_set: Option<String>,
    /// Page number from 1; a page after the last one is empty.
    #[serde(default = "first_page")]
    #[param(default = 1, minimum = 1)]
    pub(crate) page: i64,
    /// Page size, 1 to 100.
    #[serde(default = "sessions_per_page")]
    #[param(default = 50, minimum = 1, maximum = 100)]
    pub(crate) per_page: i64,
}

/// The number of sessions in each state.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct PoolSummary {
    /// All sessions.
    #[schema(example = 20)]
    pub(crate) total: i64,
    /// Sessions that are in use or can be leased now.
    #[schema(example = 14)]
    pub(crate) usable: i64,
    /// Sessions that the tracked accounts need if each runs at half of its rate limit.
    #[schema(example = 3)]
    pub(crate) required: i64,
    /// Sessions in use by runs.
    #[schema(example = 2)]
    pub(crate) in_use: i64,
    /// Available for runs.
    #[schema(example = 14)]
    pub(crate) active: i64,
    /// On cooldown.
    #[schema(example = 3)]
    pub(crate) cooling: i64,
    /// Suspended until the next attempt.
    #[schema(example = 1)]
    pub(crate) suspect: i64,
    /// Waiting for a challenge to be solved.
    #[schema(example = 1)]
    pub(crate) challenged: i64,
    /// Expired or revoked.
    #[schema(example = 1)]
    pub(crate) dead: i64,
    /// Disabled by an admin.
    #[schema(example = 1)]
    pub(crate) disabled: i64,
}

/// The open circuit breaker of the sessions: several would have ended within ten minutes, so the platform or the
/// network path is the suspected cause and no session is ended.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct OpenSessionBreaker {
    /// When it opened.
    pub(crate) since: DateTime<Utc>,
    /// When it closes, unless another session would end before then.
    pub(crate) until: DateTime<Utc>,
    /// Number of session ends that it has prevented.
    #[schema(example = 2)]
    pub(crate) prevented: i32,
}

/// State of the pool of Instagram sessions.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct SessionPool {
    /// The whole pool.
    pub(crate) summary: PoolSummary,
    /// Null while the circuit breaker is closed, which is the normal state.
    pub(crate) breaker: Option<OpenSessionBreaker>,
    /// A page of the selected sessions, oldest first.
    pub(crate) sessions: Vec<PooledSession>,
    /// Sessions on all pages.
    #[schema(example = 3)]
    pub(crate) total: i64,
    /// Number of pages of this size; 0 without sessions.
    #[schema(example = 1)]
    pub(crate) total_pages: i64,
}

/// Show the state of the session pool
///
/// Admins only. Oldest first, as in the list of sessions, and without their values. A session on cooldown does not
/// count as active.
#[utoipa::path(
    get,
    path = "/api/scraping/pool",
    tag = "Scraping",
    security(("token" = [])),
    params(PoolQuery),
    responses(
        (status = 200, body = SessionPool, description = "The numbers of the pool, and a page of its sessions"),
    ),
)]
pub(crate) async fn session_pool(
    State(state): State<Arc<HttpState>>,
    admin: Admin,
    input::Query(query): input::Query<PoolQuery>,
) -> Result<Json<SessionPool>, Problem> {
    let request = PageRequest::try_from(PageQuery {
        page: query.page,
        per_page: query.per_page,
    })?;
    let filter = SessionFilter {
        state: query.state.map(Into::into),
        set: query.session_set.as_deref().map(set).transpose()?,
    };
    let now = admin.caller().now();
    let mut transaction = admin.read().await?;
    let counts = sessions::counts(&mut transaction, &state.secrets, now).await?;
    let page = sessions::pooled(
        &mut transaction,
        &state.secrets,
        now,
        &filter,
        request.skip,
        request.take,
    )
    .await?;
    let breaker = sessions::open_breaker(&mut transaction, now).await?;
    let selected = match filter.set {
        None => counts,
        Some(set) => {
            let by_set = sessions::counts_by_set(&mut transaction, &state.secrets, now).await?;
            by_set.get(&set.map(str::to_owned)).copied().unwrap_or_default()
        }
    };
    let total = filter.state.map_or(selected.total, |state| selected.of(state));
    Ok(Json(SessionPool {
        summary: summary(&counts),
        breaker: breaker.map(Into::into),
        sessions: page.into_iter().map(pooled_session).collect(),
        total,
        total_pages: request.pages(total),
    }))
}

/// Returns the set that a filter names; None: those without a set.
fn set(text: &str) -> Result<Option<&str>, Problem> {
    (!text.is_empty()).then(|| scraper_pools::name(text)).transpose()
}

fn summary(counts: &sessions::StateCounts) -> PoolSummary {
    PoolSummary {
        total: counts.total,
        usable: counts.usable,
        required: counts.required,
        in_use: counts.in_use,
        active: counts.of(SessionStatus::Active),
        cooling: counts.of(SessionStatus::Cooling),
        suspect: counts.of(SessionStatus::Suspect),
        challenged: counts.of(SessionStatus::Challenged),
        dead: counts.of(SessionStatus::Dead),
        disabled: counts.of(SessionStatus::Disabled),
    }
}

impl From<sessions::OpenBreaker> for OpenSessionBreaker {
    fn from(open: sessions::OpenBreaker) -> Self {
        Self {
            since: open.since,
            until: open.until,
            prevented: open.prevented,
        }
    }
}
