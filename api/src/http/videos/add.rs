//! `POST /api/tiktok/videos/add`

use std::collections::HashSet;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use clipmeter_db::audit::Action;
use clipmeter_db::erasure::erased;
use clipmeter_db::tracking::intent::Subject;
use clipmeter_db::tracking::limits::no_more_videos;
use clipmeter_db::tracking::videos::{self, AddVideoOutcome, NewVideo};
use clipmeter_domain::VideoAddress;
use clipmeter_proto::v1::Platform;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::http::common::{EntryStatus, check_size, count, summary};
use crate::http::database::desired::track_new;
use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::execution::retried;
use crate::http::input;
use crate::http::scope::{AccountManager, SignedIn};
use crate::http::state::HttpState;

/// Videos to track.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "urls": ["https://www.tiktok.com/@scout2015/video/6718335390845095173", "https://vm.tiktok.com/ZMabc1234/"]
}))]
pub(crate) struct AddVideos {
    /// URLs of videos or short links to them; at most 10,000. Blank ones are dropped.
    #[schema(min_items = 1, max_items = 10_000)]
    pub(crate) urls: Vec<String>,
    /// Required for admins if there are several groups. Members have only their own group and may omit it.
    pub(crate) group_id: Option<i64>,
}

/// The result for one of the URLs.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct AddedVideo {
    /// The URL as sent.
    pub(crate) url: String,
    /// The result for the entry.
    pub(crate) status: EntryStatus,
    /// The platform's ID of the video; absent for a short link, which the scraper follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "6718335390845095173")]
    pub(crate) video_id: Option<String>,
    /// Human-readable reason why the entry was not added; absent when it was added.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
}

/// The results for all entries.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct AddedVideos {
    /// Human-readable message.
    #[schema(example = "Videos added for tracking")]
    pub(crate) message: String,
    /// Number of entries that were added.
    pub(crate) added_count: usize,
    /// One result per non-blank URL, in their order.
    pub(crate) results: Vec<AddedVideo>,
}

/// Message for an entry that is no video's URL.
const NOT_A_VIDEO: &str = "Not a TikTok video link. Copy the link from TikTok.";

/// Message if every entry was added.
const ALL_ADDED: &str = "Videos added for tracking";

/// Track single TikTok videos
///
/// Accepts every form of a video's URL, and short links, which the scraper follows later. Returns the result of every
/// URL.
#[utoipa::path(
    post,
    path = "/api/tiktok/videos/add",
    tag = "TikTok",
    security(("token" = [])),
    request_body = AddVideos,
    responses(
        (status = 200, body = AddedVideos, description = "A result for each URL"),
        (status = 404, body = ErrorBody, description = "`not_found`: no such group"),
        (status = 409, body = ErrorBody, description = "`account_limit_reached`: on Kubernetes, if the cluster's limit is stricter"),
    ),
)]
pub(crate) async fn add_tiktok_videos(
    State(state): State<Arc<HttpState>>,
    signed_in: SignedIn,
    input::Json(mut input): input::Json<AddVideos>,
) -> Result<Json<AddedVideos>, Problem> {
    input.urls.retain(|url| !url.trim().is_empty());
    check_size(input.urls.len(), "urls")?;
    let (scope, group_id) = signed_in.adding_to_group(input.group_id).await?;
    let rows: Vec<(String, Option<NewVideo>)> = input
        .urls
        .into_iter()
        .map(|url| {
            let video = VideoAddress::parse(&url).map(NewVideo::from);
            (url, video)
        })
        .collect();
    let new: Vec<NewVideo> = rows.iter().filter_map(|(_, video)| video.clone()).collect();

    let Stored { erased, added } = retried(|| store(&state, &scope, group_id, &new)).await?;
    let mut outcomes = added.outcomes.iter();
    let results: Vec<AddedVideo> = rows
        .into_iter()
        .map(|(url, video)| match video {
            None => refused(url, NOT_A_VIDEO),
            Some(video) if is_by(&video, &erased) => refused(url, ErrorCode::HandleErased.text()),
            Some(video) => row(url, video, outcomes.next(), added.limit),
        })
        .collect();
    let statuses: Vec<EntryStatus> = results.iter().map(|row| row.status).collect();
    let message = match count(&statuses, EntryStatus::Added) {
        n if n == statuses.len() => ALL_ADDED.to_owned(),
        _ => summary(&statuses, "video", "videos"),
    };
    Ok(Json(AddedVideos {
        message,
        added_count: count(&statuses, EntryStatus::Added),
        results,
    }))
}

/// The result of the transaction, which is repeated after a deadlock. Only it knows which authors were erased.
struct Stored {
    /// Names of authors that were erased, whose videos have no result in `added`.
    erased: HashSet<String>,
    added: videos::AddedVideos,
}

async fn store(
    state: &HttpState,
    scope: &AccountManager,
    group_id: i64,
    new: &[NewVideo],
) -> Result<Stored, Problem> {
    let caller = scope.caller();
    let user_id = caller.user().user_id;
    let mut transaction = scope.write().await?;
    let authors: HashSet<String> = new.iter().filter_map(|video| video.address().author()).collect();
    let authors: Vec<String> = authors.into_iter().collect();
    let erased = erased::names_to_add(&mut transaction, &state.secrets, Platform::Tiktok, &authors).await?;
    let new: Vec<NewVideo> = new
        .iter()
        .filter(|video| !is_by(video, &erased))
        .cloned()
        .collect();
    let result = videos::add(&mut transaction, group_id, &new, Some(user_id), caller.now())
        .await?
        .ok_or(ErrorCode::NotFound)?;
    let added: Vec<&NewVideo> = new
        .iter()
        .zip(&result.outcomes)
        .filter(|(_, outcome)| **outcome == AddVideoOutcome::Tracked)
        .map(|(video, _)| video)
        .collect();
    let mut intents = Vec::new();
    if !added.is_empty() {
        let urls: Vec<&str> = added.iter().map(|video| video.url.as_str()).collect();
        caller
            .record(
                &mut transaction,
                Action::VideoAdd,
                Some(group_id),
                json!({"urls": urls}),
            )
            .await?;
        let subjects = added.iter().map(|video| Subject::Video(video.address()));
        intents.push(track_new(&mut transaction, group_id, subjects).await?);
    }
    // The cluster's limit may be stricter than the database's.
    let applied = transaction.commit_desired(intents).await;
    applied.map_err(|problem| match problem.code() {
        ErrorCode::AccountLimitReached => Problem::new(problem.code(), no_more_videos(result.limit)),
        _ => problem,
    })?;
    Ok(Stored {
        erased,
        added: result,
    })
}

/// Returns whether the author in the URL is one of these.
fn is_by(video: &NewVideo, authors: &HashSet<String>) -> bool {
    let author = video.address().author();
    author.is_some_and(|author| authors.contains(&author))
}

fn refused(url: String, error: &str) -> AddedVideo {
    AddedVideo {
        url,
        status: EntryStatus::Invalid,
        video_id: None,
        error: Some(error.to_owned()),
    }
}

fn row(url: String, video: NewVideo, outcome: Option<&AddVideoOutcome>, limit: i32) -> AddedVideo {
    let (status, error) = match outcome {
        Some(AddVideoOutcome::Tracked) => (EntryStatus::Added, None),
        Some(AddVideoOutcome::Exists) => (EntryStatus::Duplicate, Some("Already tracked".to_owned())),
        Some(AddVideoOutcome::LimitReached) | None => (EntryStatus::OverLimit, Some(no_more_videos(limit))),
    };
    AddedVideo {
        url,
        status,
        video_id: video.video_id,
        error,
    }
}
