//! `POST /api/scraping/runs/{id}/retry` and `POST /api/scraping/retry`

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use clipmeter_db::runs::failed;
use clipmeter_db::runs::open::Why;
use clipmeter_proto::v1::Platform;
use clipmeter_scheduler::Target;
use futures::future::try_join_all;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::http::common::{PlatformName, counted};
use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::input::{JsonOrDefault, PathId};
use crate::http::scope::{Admin, SignedIn};
use crate::http::scrape::TriggeredScrape;
use crate::http::scrape::selection::{ScrapeSelection, note};
use crate::http::state::HttpState;
use crate::http::waiting::{Waiting, units_waiting};

/// Selects what is retried.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"group_id": 1}))]
pub(crate) struct RetryScope {
    /// For admins: a group, or all groups if absent. Members have only their own group and may omit it.
    pub(crate) group_id: Option<i64>,
    /// One platform, or both when absent.
    pub(crate) platform: Option<PlatformName>,
}

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
        (status = 200, body = TriggeredScrape, description = "Started, or already running"),
        (status = 400, body = ErrorBody, description = "`nothing_failed`: There are no failed scrapes to retry"),
    ),
)]
pub(crate) async fn retry_scraping_run(
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
    let waiting = units_waiting(&state, &scope, platform, &requested).await?;
    let units = requested.into_iter().collect();
    retry_response(&units, runs, waiting.into_iter().collect()).map(Json)
}

/// Retry failed scrapes
///
/// Opens runs with priority over the queue for every account and single video in scope whose last attempt failed, and
/// joins runs that already read them. Units that require an administrator's decision (`identity_changed`) are excluded.
/// Responds without waiting.
#[utoipa::path(
    post,
    path = "/api/scraping/retry",
    tag = "Scraping",
    security(("token" = [])),
    request_body = Option<RetryScope>,
    responses(
        (status = 200, body = TriggeredScrape, description = "Started, or already running"),
        (status = 400, body = ErrorBody, description = "`nothing_failed`: There are no failed scrapes to retry"),
    ),
)]
pub(crate) async fn retry_failed_scrapes(
    State(state): State<Arc<HttpState>>,
    signed_in: SignedIn,
    JsonOrDefault(input): JsonOrDefault<RetryScope>,
) -> Result<Json<TriggeredScrape>, Problem> {
    let scope = signed_in.managing_accounts(input.group_id).await?;
    let platforms = match input.platform {
        Some(platform) => vec![platform.into()],
        None => Platform::ALL.to_vec(),
    };
    let mut failed = Vec::new();
    for platform in platforms {
        failed.push(ScrapeSelection::failed(&state, &scope, platform).await?);
    }
    failed.retain(|selection| !selection.is_empty());
    if failed.is_empty() {
        return Err(ErrorCode::NothingFailed.into());
    }
    for selection in &failed {
        selection.note(&scope).await?;
    }
    let targets: Vec<_> = failed
        .iter()
        .map(|selection| (selection.platform, selection.targets()))
        .collect();
    let started = targets
        .iter()
        .map(|(platform, targets)| state.scrapes.start_or_join(*platform, targets, Why::Retry(None)));
    let runs = try_join_all(started).await?;
    let units: BTreeSet<Target> = targets.iter().flat_map(|(_, targets)| targets).copied().collect();
    let mut waits = Vec::new();
    for (platform, targets) in &targets {
        waits.extend(units_waiting(&state, &scope, *platform, targets).await?);
    }
    retry_response(&units, runs.into_iter().flatten(), waits).map(Json)
}

/// Returns the response to a retry of these units in these runs.
fn retry_response(
    units: &BTreeSet<Target>,
    runs: impl IntoIterator<Item = uuid::Uuid>,
    waiting: Vec<Waiting>,
) -> Result<TriggeredScrape, Problem> {
    if units.is_empty() {
        return Err(ErrorCode::NothingFailed.into());
    }
    Ok(TriggeredScrape {
        message: retrying(units),
        run_ids: runs.into_iter().collect(),
        waiting,
    })
}

/// Returns "Retrying 2 accounts and 1 video".
fn retrying(units: &BTreeSet<Target>) -> String {
    let is_video = |unit: &&Target| matches!(unit, Target::Video(_));
    let videos = units.iter().filter(is_video).count();
    let counts: Vec<String> = [
        (units.len() - videos, "account", "accounts"),
        (videos, "video", "videos"),
    ]
    .into_iter()
    .filter(|(count, _, _)| *count > 0)
    .map(|(count, one, many)| counted(count, one, many))
    .collect();
    format!("Retrying {}", counts.join(" and "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_message_counts_accounts_and_videos() {
        for (accounts, videos, expected) in [
            (1, 0, "Retrying 1 account"),
            (2, 1, "Retrying 2 accounts and 1 video"),
            (0, 3, "Retrying 3 videos"),
        ] {
            let accounts = (0..accounts).map(Target::Account);
            let units = accounts.chain((0..videos).map(Target::Video)).collect();
            assert_eq!(retrying(&units), expected);
        }
    }
}
