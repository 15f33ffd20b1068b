//! `DELETE /api/scraping/captures`

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::ingest::captured_responses;
use serde_json::json;

use crate::http::error::Problem;
use crate::http::retried::retried;
use crate::http::scope::Admin;
use crate::http::types::Message;

/// Delete the captured responses
///
/// Admins only.
#[utoipa::path(
    delete,
    path = "/api/scraping/captures",
    tag = "Scraping",
    security(("token" = [])),
    responses(
        (status = 200, body = Message, description = "Deleted"),
    ),
)]
pub(super) async fn delete_captures(admin: Admin) -> Result<Json<Message>, Problem> {
    let deleted = retried(|| clear(&admin)).await?;
    let message = match deleted {
        1 => "1 captured response deleted".to_owned(),
        count => format!("{count} captured responses deleted"),
    };
    Ok(Json(Message { message }))
}

async fn clear(admin: &Admin) -> Result<u64, Problem> {
    let mut transaction = admin.write().await?;
    let deleted = captured_responses::clear(&mut transaction).await?;
    let details = json!({"deleted": deleted});
    admin
        .caller()
        .record(&mut transaction, Action::CapturesDelete, None, details)
        .await?;
    transaction.commit().await?;
    Ok(deleted)
}
