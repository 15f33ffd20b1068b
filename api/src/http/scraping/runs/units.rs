//! `GET /api/scraping/runs/{id}/units`

use axum::Json;
use clipmeter_db::runs::units::{self, UnitRow};
use clipmeter_proto::OutcomeSubject;
use clipmeter_proto::v1::{Outcome, Platform};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::http::common::SessionClass;
use crate::http::error::{ErrorCode, Problem};
use crate::http::input::{PathId, Query};
use crate::http::scope::Admin;
use crate::http::scrape::INTERRUPTED;

/// Filters of the units of a run.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct RunUnitsQuery {
    /// Only failed units, or only those that did not fail.
    pub(crate) failed: Option<bool>,
}

/// A group that tracks a unit.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct TrackingGroup {
    /// Group ID.
    pub(crate) id: i64,
    /// Group name.
    pub(crate) name: String,
}

/// Result of an account or single video of a run.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct RunUnit {
    /// ID of the unit within the run.
    pub(crate) id: i64,
    /// The account's handle, without @; null for a single video, and for an account that was deleted since.
    pub(crate) username: Option<String>,
    /// The single video's ID; null for an account, and while only a short link to it is known.
    pub(crate) video_id: Option<String>,
    /// Public URL of the single video; null for an account.
    pub(crate) url: Option<String>,
    /// The groups that currently track the unit, in alphabetical order.
    pub(crate) groups: Vec<TrackingGroup>,
    /// The code of the outcome; `pending` while the unit waits, `interrupted` when the run ended before it.
    #[schema(example = "rate_limited")]
    pub(crate) status: String,
    /// Human-readable status.
    #[schema(example = "The platform is limiting requests. Retrying later.")]
    pub(crate) status_text: String,
    /// Human-readable description of how the outcome is handled; null without one.
    #[schema(
        example = "Tries another session; puts the session on cooldown for minutes; counts it against the address; backs off"
    )]
    pub(crate) handling: Option<String>,
    /// Error details for operators of Clipmeter; empty unless the unit failed.
    #[schema(example = "feed_user: HTTP 429")]
    pub(crate) detail: String,
    /// Number of items that were collected for the first time.
    pub(crate) items_new: i64,
    /// Number of items with changed metrics.
    pub(crate) items_updated: i64,
    /// Requests to the platform.
    #[schema(example = 3)]
    pub(crate) requests: i32,
    /// Bytes of the platform's responses, as transferred over the network.
    #[schema(example = 70_211)]
    pub(crate) bytes: i64,
    /// Duration; null while unknown.
    #[schema(example = 8)]
    pub(crate) seconds: Option<i32>,
    /// Whether a session was used; null while unknown.
    pub(crate) session_class: Option<SessionClass>,
}

/// The units of a run.
#[derive(Serialize, ToSchema)]
pub(crate) struct RunUnits {
    /// In the order in which they are read.
    pub(crate) units: Vec<RunUnit>,
}

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
        (status = 200, body = RunUnits, description = "All accounts and videos of the run, or those that match the filter"),
    ),
)]
pub(crate) async fn scraping_run_units(
    admin: Admin,
    PathId(id): PathId<Uuid>,
    Query(query): Query<RunUnitsQuery>,
) -> Result<Json<RunUnits>, Problem> {
    let mut transaction = admin.read().await?;
    let (ended, rows) = units::list(&mut transaction, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    let is_selected = |row: &UnitRow| {
        query
            .failed
            .is_none_or(|only| only == has_failed(row.outcome, ended))
    };
    Ok(Json(RunUnits {
        units: rows
            .into_iter()
            .filter(is_selected)
            .map(|row| unit(row, ended))
            .collect(),
    }))
}

/// Units that an ended run did not reach count as failed.
pub(super) fn has_failed(outcome: Option<Outcome>, ended: bool) -> bool {
    outcome.map_or(ended, |outcome| !outcome.is_success())
}

fn unit(row: UnitRow, ended: bool) -> RunUnit {
    let (status, status_text) = match row.outcome {
        Some(outcome) => {
            let subject = match row.username {
                Some(_) => OutcomeSubject::Account,
                None => OutcomeSubject::Video,
            };
            (outcome.code(), outcome.text(Platform::Unspecified, subject))
        }
        None if ended => ("interrupted", INTERRUPTED.into()),
        None => ("pending", "Queued in the run".into()),
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
        status_text: status_text.into_owned(),
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
