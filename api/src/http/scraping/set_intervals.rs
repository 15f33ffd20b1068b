//! `PUT /api/scraping/intervals`

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::settings;
use clipmeter_db::tracking::intent::{Intent, PolicyIntent};
use serde_json::json;

use crate::http::error::Problem;
use crate::http::input;
use crate::http::retried::retried;
use crate::http::scope::Admin;
use crate::http::types::{IntervalsSet, SetIntervals};

/// Set how often the platforms are scraped
///
/// Takes effect at the next tick of the schedule. Admins only.
#[utoipa::path(
    put,
    path = "/api/scraping/intervals",
    tag = "Scraping",
    security(("token" = [])),
    request_body = SetIntervals,
    responses(
        (status = 200, body = IntervalsSet, description = "The intervals as they are now"),
    ),
)]
pub(super) async fn set_intervals(
    admin: Admin,
    input::Json(input): input::Json<SetIntervals>,
) -> Result<Json<IntervalsSet>, Problem> {
    let (instagram, tiktok) = (input.instagram.into(), input.tiktok.into());
    retried(|| set(&admin, instagram, tiktok)).await?;
    Ok(Json(IntervalsSet {
        message: "Intervals updated".to_owned(),
        instagram,
        tiktok,
    }))
}

async fn set(admin: &Admin, instagram: i32, tiktok: i32) -> Result<(), Problem> {
    let mut transaction = admin.write().await?;
    settings::set_intervals(&mut transaction, instagram, tiktok).await?;
    let details = json!({"instagram": instagram, "tiktok": tiktok});
    admin
        .caller()
        .record(&mut transaction, Action::IntervalsUpdate, None, details)
        .await?;
    let policy = PolicyIntent {
        instagram_minutes: instagram,
        tiktok_minutes: tiktok,
    };
    transaction.commit_desired(vec![Intent::Policy(policy)]).await
}
