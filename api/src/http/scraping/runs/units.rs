//! `GET /api/scraping/runs/{id}/units`

use axum::Json;
use clipmeter_db::runs::units::{self as run_units, UnitRow};
use uuid::Uuid;

use crate::http::error::{ErrorCode, Problem};
use crate::http::input::{PathId, Query};
use crate::http::scope::Admin;
use crate::http::scrape::INTERRUPTED;
use crate::http::types::{RunUnit, RunUnits, RunUnitsQuery, TrackingGroup};

/// List the units of a run
///
/// Admins only. The result of each account and single video, its cost, and the groups that track it.
#[utoipa::path(
    get,
    path = "/api/scraping/runs/{id}/units",
    tag = "Scraping",
    security(("token" = [])),
    params(("id" = Uuid, Path, description = "The run"), RunUnitsQuery),
    responses(
        (status = 200, body = RunUnits, description = "All of them, or those that match the filter"),
    ),
)]
pub(super) async fn scraping_run_units(
    admin: Admin,
    PathId(id): PathId<Uuid>,
    Query(query): Query<RunUnitsQuery>,
) -> Result<Json<RunUnits>, Problem> {
    let mut transaction = admin.read().await?;
    let (ended, rows) = run_units::list(&mut transaction, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    let is_selected = |row: &UnitRow| query.failed.is_none_or(|failed| failed == has_failed(row, ended));
    Ok(Json(RunUnits {
        units: rows
            .into_iter()
            .filter(is_selected)
            .map(|row| unit(row, ended))
            .collect(),
    }))
}

/// Units that an ended run did not reach count as failed.
fn has_failed(row: &UnitRow, ended: bool) -> bool {
    row.outcome.map_or(ended, |outcome| !outcome.is_success())
}

fn unit(row: UnitRow, ended: bool) -> RunUnit {
    let (status, status_text) = match row.outcome {
        Some(outcome) => (outcome.code(), outcome.text()),
        None if ended => ("interrupted", INTERRUPTED),
        None => ("pending", "Queued in the run"),
    };
    RunUnit {
        id: row.id,
        username: row.username,
        video_id: row.video_id,
        url: row.url,
        groups: row
            .groups
            .into_iter()
            .map(|(id, name)| TrackingGroup { id, name })
            .collect(),
        status: status.to_owned(),
        status_text: status_text.to_owned(),
        handling: row.outcome.map(|outcome| outcome.policy().text()),
        detail: row.detail,
        items_new: row.items_new,
        items_updated: row.items_updated,
        requests: row.requests,
        bytes: row.bytes,
        seconds: row.seconds,
        session_class: row.session_class.map(Into::into),
    }
}
