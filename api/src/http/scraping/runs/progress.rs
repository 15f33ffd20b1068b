//! `GET /api/scraping/runs/{id}`

use axum::Json;
use clipmeter_db::runs::watched;
use uuid::Uuid;

use crate::http::error::{ErrorCode, Problem};
use crate::http::input::PathId;
use crate::http::scope::SignedIn;
use crate::http::scrape::run_progress;
use crate::http::types::RunProgress;

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
        (status = 200, body = RunProgress, description = "The run as far as the caller may see it"),
    ),
)]
pub(super) async fn scraping_run(
    caller: SignedIn,
    PathId(id): PathId<Uuid>,
) -> Result<Json<RunProgress>, Problem> {
    let mut transaction = caller.read().await?;
    let run = watched::run(&mut transaction, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    Ok(Json(run_progress(run)))
}
