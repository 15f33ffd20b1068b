//! `GET /api/scraping/runs/{id}`

use axum::Json;
use chrono::{DateTime, Utc};
use clipmeter_db::runs::watched::{self, WatchedRun};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::units::has_failed;
use crate::http::common::PlatformName;
use crate::http::error::{ErrorCode, Problem};
use crate::http::input::PathId;
use crate::http::scope::SignedIn;
use crate::http::scrape::{AccountResult, account_result};

/// State of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RunState {
    /// Waiting for a scraper.
    Queued,
    /// In progress.
    Running,
    /// Ended; the counts are final.
    Completed,
}

impl RunState {
    /// Derives the state from whether the run has ended or was taken by a scraper.
    pub(crate) fn of(ended: bool, taken: bool) -> Self {
        match (ended, taken) {
            (true, _) => Self::Completed,
            (false, true) => Self::Running,
            (false, false) => Self::Queued,
        }
    }
}

/// Progress of a run. A run may read accounts of several groups; only what the caller may see is counted.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct RunProgress {
    /// Run ID.
    pub(crate) id: Uuid,
    /// Platform of the run.
    pub(crate) platform: PlatformName,
    /// State of the run.
    pub(crate) status: RunState,
    /// Accounts and single videos of the run.
    pub(crate) total: usize,
    /// Single videos of the run.
    pub(crate) videos: usize,
    /// Units that were read or failed.
    pub(crate) done: usize,
    /// Units that failed; once the run has ended, including those that it did not reach.
    pub(crate) failed: usize,
    /// Number of items that were collected for the first time.
    pub(crate) items_new: i64,
    /// Number of items with changed metrics.
    pub(crate) items_updated: i64,
    /// When the run was requested or due.
    pub(crate) started_at: DateTime<Utc>,
    /// Absent while the run is open.
    pub(crate) ended_at: Option<DateTime<Utc>>,
    /// One result per account, in alphabetical order.
    pub(crate) results: Vec<AccountResult>,
}

/// Show the progress of a run
///
/// A caller who may see an account of the run sees that part of it. Ended runs are kept for a week.
#[utoipa::path(
    get,
    path = "/api/scraping/runs/{id}",
    tag = "Scraping",
    security(("token" = [])),
    params(("id" = Uuid, Path, description = "The run")),
    responses(
        (status = 200, body = RunProgress, description = "The parts of the run that the caller may see"),
    ),
)]
pub(crate) async fn scraping_run(
    caller: SignedIn,
    PathId(id): PathId<Uuid>,
) -> Result<Json<RunProgress>, Problem> {
    let mut transaction = caller.read().await?;
    let run = watched::run(&mut transaction, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    Ok(Json(run_progress(run)))
}

/// Builds the progress of a run.
fn run_progress(run: WatchedRun) -> RunProgress {
    let ended = run.ended_at.is_some();
    let platform = run.platform;
    RunProgress {
        id: run.id,
        platform: run.platform.into(),
        status: RunState::of(ended, run.taken),
        total: run.units.len(),
        videos: run.units.iter().filter(|unit| unit.is_video).count(),
        done: run.units.iter().filter(|unit| unit.outcome.is_some()).count(),
        failed: run
            .units
            .iter()
            .filter(|unit| has_failed(unit.outcome, ended))
            .count(),
        items_new: run.units.iter().map(|unit| unit.items_new).sum(),
        items_updated: run.units.iter().map(|unit| unit.items_updated).sum(),
        started_at: run.opened_at,
        ended_at: run.ended_at,
        results: run
            .units
            .into_iter()
            .filter_map(|unit| {
                let name = unit.username?;
                Some(account_result(
                    platform,
                    name,
                    unit.outcome,
                    ended,
                    unit.items_new,
                    unit.items_updated,
                ))
            })
            .collect(),
    }
}
