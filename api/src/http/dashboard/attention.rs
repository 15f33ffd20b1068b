//! `GET /api/dashboard/attention`: the accounts and videos whose last update failed.

use axum::Json;
use clipmeter_db::tracking::{accounts, videos};
use clipmeter_proto::v1::Platform;
use clipmeter_scheduler::Target;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::accounts::view::AccountView;
use crate::http::common::AccountScope;
use crate::http::error::Problem;
use crate::http::failing::FailingEntry;
use crate::http::input::Query;
use crate::http::scope::SignedIn;
use crate::http::videos::failing_video;
use crate::http::waiting::Waits;

/// Maximum number of entries: more are not read by anybody.
const MAX_ENTRIES: i64 = 500;

/// The accounts and videos whose last update failed.
#[derive(Serialize, ToSchema)]
pub(crate) struct Attention {
    /// At most 500: first those that were never read, then the longest without an update.
    pub(crate) entries: Vec<FailingEntry>,
    /// Number of all.
    pub(crate) total: i64,
}

/// What needs attention
///
/// The tracked accounts and single videos in scope whose last update failed. Those of inactive groups and suspended ones are not
/// scraped, and not included.
#[utoipa::path(
    get,
    path = "/api/dashboard/attention",
    tag = "Dashboard",
    security(("token" = [])),
    params(AccountScope),
    responses(
        (status = 200, body = Attention, description = "The accounts and videos"),
    ),
)]
pub(crate) async fn attention(
    caller: SignedIn,
    Query(params): Query<AccountScope>,
) -> Result<Json<Attention>, Problem> {
    let scope = caller.in_group(params.group_id).await?;
    let now = scope.caller().now();
    let mut transaction = scope.read().await?;
    let mut entries = Vec::new();
    let mut total = 0;
    for platform in Platform::ALL {
        let failing = accounts::failing(&mut transaction, platform, MAX_ENTRIES).await?;
        if failing.ids.is_empty() {
            continue;
        }
        total += failing.total;
        let rows = accounts::list(&mut transaction, platform, Some(&failing.ids)).await?;
        let views = AccountView::all(&mut transaction, platform, rows, now).await?;
        entries.extend(views.into_iter().map(FailingEntry::from));
    }
    let failing = videos::failing(&mut transaction, MAX_ENTRIES).await?;
    total += failing.total;
    let targets: Vec<Target> = failing
        .videos
        .iter()
        .map(|entry| Target::Video(entry.video.id))
        .collect();
    let waits = Waits::of(&mut transaction, Platform::Tiktok, &targets, now).await?;
    entries.extend(failing.videos.into_iter().map(|entry| {
        let blocks = waits.of_unit(Target::Video(entry.video.id));
        failing_video(entry, now, blocks)
    }));
    entries.sort_by_key(|entry| entry.last_scraped);
    entries.truncate(usize::try_from(MAX_ENTRIES).unwrap_or(usize::MAX));
    Ok(Json(Attention { entries, total }))
}
