//! `POST /api/scraping/runs/{id}/retry`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use clipmeter_db::runs::failed;
use clipmeter_db::runs::open::Why;
use clipmeter_scheduler::Target;
use serde_json::json;
use uuid::Uuid;

use super::trying_again;
use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::input::PathId;
use crate::http::scope::Admin;
use crate::http::scrape::{note, waiting};
use crate::http::state::HttpState;
use crate::http::types::TriggeredScrape;

/// Retry the failed units of a run
///
/// Admins only. Opens runs with priority over the queue for units that failed in this run or that it did not reach, if
/// a group still tracks them; joins runs that already read them. Units that require an administrator's decision
/// (`identity_changed`) are excluded. Responds without waiting.
#[utoipa::path(
    post,
    path = "/api/scraping/runs/{id}/retry",
    tag = "Scraping",
    security(("token" = [])),
    params(("id" = Uuid, Path, description = "The run")),
    responses(
        (status = 200, body = TriggeredScrape, description = "Started, or running already"),
        (status = 400, body = ErrorBody, description = "`nothing_failed`: There are no failed scrapes to retry"),
    ),
)]
pub(super) async fn retry_scraping_run(
    State(state): State<Arc<HttpState>>,
    admin: Admin,
    PathId(id): PathId<Uuid>,
) -> Result<Json<TriggeredScrape>, Problem> {
    let scope = admin.in_group(None).await?;
    let mut transaction = scope.read().await?;
    let (platform, targets) = failed::of_run(&mut transaction, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    drop(transaction);
    let (mut requested, mut videos) = (Vec::new(), Vec::new());
    for target in targets {
        match target {
            Target::Account(_) => requested.push(target),
            Target::Video(video) => videos.push(video),
        }
    }
    let details = json!({
        "platform": platform.code(),
        "accounts": requested.len(),
        "videos": videos.len(),
        "retry_of": id,
    });
    // The unit row of a video may have changed since.
    let videos = state.scrapes.video_units(&videos).await?;
    requested.extend(videos.into_iter().map(Target::Video));
    if requested.is_empty() {
        return Err(ErrorCode::NothingFailed.into());
    }
    note(&scope, details).await?;
    let runs = state
        .scrapes
        .start_or_join(platform, &requested, Why::Retry(Some(id)))
        .await?;
    let waiting = waiting(&state, &scope, platform).await?;
    trying_again(requested.len(), runs, waiting.into_iter().collect()).map(Json)
}
