//! `GET /api/scraping/runs`

use axum::Json;
use chrono::{DateTime, Utc};
use clipmeter_db::runs::list::{self, RunFilter, RunRow};
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::progress::RunState;
use crate::http::common::{PlatformName, SessionClass};
use crate::http::error::Problem;
use crate::http::input::{self, Query};
use crate::http::page::{PageQuery, PageRequest, first_page};
use crate::http::scope::Admin;

/// Why a run was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema, IntoStaticStr, EnumString)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub(crate) enum RunReason {
    /// Accounts were due.
    Schedule,
    /// A user requested a scrape.
    Request,
    /// A user requested a retry of failed units.
    Retry,
}

impl RunReason {
    /// Returns the database value.
    pub(crate) fn code(self) -> &'static str {
        self.into()
    }

    /// Parses a database value; the table allows no others.
    fn of_code(code: &str) -> Self {
        code.parse().unwrap_or(Self::Schedule)
    }
}

/// Filters of the list of runs.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct RunsQuery {
    /// Page number from 1; a page after the last one is empty.
    #[serde(default = "first_page")]
    #[param(default = 1, minimum = 1)]
    pub(crate) page: i64,
    /// 1 to 100.
    #[serde(default = "default_per_page")]
    #[param(default = 50, minimum = 1, maximum = 100)]
    pub(crate) per_page: i64,
    /// Platform of the runs.
    #[param(inline)]
    pub(crate) platform: Option<PlatformName>,
    /// Why the runs were opened.
    #[param(inline)]
    pub(crate) trigger: Option<RunReason>,
    /// State of the runs.
    #[param(inline)]
    pub(crate) status: Option<RunState>,
    /// Whether any unit failed.
    pub(crate) failed: Option<bool>,
    /// The earliest time of opening.
    pub(crate) from: Option<DateTime<Utc>>,
    /// Runs opened before this time. A fixed time keeps pages stable while new runs are opened.
    pub(crate) to: Option<DateTime<Utc>>,
}

/// The page size of the dashboard.
fn default_per_page() -> i64 {
    50
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RunEndReason {
    /// The scraper completed the run.
    Completed,
    /// The scraper was lost or could not be started; see `closing_reason`.
    Closed,
}

/// A run with its results. A run may read accounts of several groups: all of them are counted.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct RunEntry {
    /// Run ID.
    pub(crate) id: Uuid,
    /// Platform of the run.
    pub(crate) platform: PlatformName,
    /// Why it was opened.
    pub(crate) trigger: RunReason,
    /// State of the run.
    pub(crate) status: RunState,
    /// Accounts and single videos of the run.
    #[schema(example = 12)]
    pub(crate) accounts: i32,
    /// Units that were read or failed.
    #[schema(example = 12)]
    pub(crate) done: i32,
    /// Units that failed; once the run has ended, including those that it did not reach.
    #[schema(example = 1)]
    pub(crate) failed: i32,
    /// Failed units that a retry reads again: all except those that require an administrator's decision.
    #[schema(example = 1)]
    pub(crate) retriable: i32,
    /// Number of items that were collected for the first time.
    pub(crate) items_new: i64,
    /// Number of items with changed metrics.
    pub(crate) items_updated: i64,
    /// Requests to the platform.
    #[schema(example = 31)]
    pub(crate) requests: i64,
    /// Bytes of the platform's responses, as transferred over the network.
    #[schema(example = 812_345)]
    pub(crate) bytes: i64,
    /// When the run was requested or due.
    pub(crate) opened_at: DateTime<Utc>,
    /// When a scraper took the run; null while it waits for one.
    pub(crate) taken_at: Option<DateTime<Utc>>,
    /// Null while the run is open.
    pub(crate) ended_at: Option<DateTime<Utc>>,
    /// Time from when a scraper took the run to its end; null while the run is open, and if no scraper took it.
    #[schema(example = 95)]
    pub(crate) seconds: Option<i64>,
    /// Whether a session was used; null while unknown.
    pub(crate) session_class: Option<SessionClass>,
    /// Null while the run is open.
    pub(crate) end_reason: Option<RunEndReason>,
    /// Human-readable reason; empty unless the run was closed.
    #[schema(example = "")]
    pub(crate) closing_reason: String,
    /// The run whose failures this one retries; null if it retries those of several runs or none.
    pub(crate) retry_of: Option<Uuid>,
    /// The name of the scraper pool of the run; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "eu")]
    pub(crate) scraper_pool: Option<String>,
}

/// A page of runs.
#[derive(Serialize, ToSchema)]
pub(crate) struct RunList {
    /// Newest first.
    pub(crate) runs: Vec<RunEntry>,
    /// Runs on all pages.
    pub(crate) total: i64,
    /// Number of pages; 0 without runs.
    pub(crate) pages: i64,
}

impl From<RunRow> for RunEntry {
    fn from(row: RunRow) -> Self {
        Self {
            id: row.id,
            platform: row.platform.into(),
            trigger: RunReason::of_code(&row.trigger),
            status: RunState::of(row.ended_at.is_some(), row.taken),
            accounts: row.units,
            done: row.done,
            failed: row.failed,
            retriable: row.failed - row.undecided,
            items_new: row.items_new,
            items_updated: row.items_updated,
            requests: row.requests,
            bytes: row.bytes,
            opened_at: row.opened_at,
            taken_at: row.taken_at,
            ended_at: row.ended_at,
            seconds: row
                .ended_at
                .zip(row.taken_at)
                .map(|(ended, taken)| (ended - taken).num_seconds()),
            session_class: row.session_class.map(SessionClass::from),
            end_reason: row.end_reason.map(|end_reason| match end_reason.as_str() {
                "closed" => RunEndReason::Closed,
                _ => RunEndReason::Completed,
            }),
            closing_reason: row.closing_reason,
            retry_of: row.retry_of,
            scraper_pool: row.scraper_pool,
        }
    }
}

/// List runs
///
/// Admins only, because a run may read accounts of several groups. Newest first, with the results of each. Ended runs
/// are kept for a week.
#[utoipa::path(
    get,
    path = "/api/scraping/runs",
    tag = "Scraping",
    security(("token" = [])),
    params(RunsQuery),
    responses(
        (status = 200, body = RunList, description = "A page of runs"),
    ),
)]
pub(crate) async fn scraping_runs(
    admin: Admin,
    Query(query): Query<RunsQuery>,
) -> Result<Json<RunList>, Problem> {
    let page = PageRequest::try_from(PageQuery {
        page: query.page,
        per_page: query.per_page,
    })?;
    let filter = RunFilter {
        platform: query.platform.map(Into::into),
        trigger: query.trigger.map(RunReason::code),
        ended: query.status.map(|status| status == RunState::Completed),
        taken: match query.status {
            Some(RunState::Queued) => Some(false),
            Some(RunState::Running) => Some(true),
            Some(RunState::Completed) | None => None,
        },
        failed: query.failed,
        from: input::time("from", query.from)?,
        to: input::time("to", query.to)?,
    };
    let mut transaction = admin.read().await?;
    let total = list::count(&mut transaction, &filter).await?;
    let rows = list::page(&mut transaction, &filter, page.skip, page.take).await?;
    Ok(Json(RunList {
        runs: rows.into_iter().map(RunEntry::from).collect(),
        total,
        pages: page.pages(total),
    }))
}
