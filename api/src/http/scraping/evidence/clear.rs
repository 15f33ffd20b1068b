//! `DELETE /api/scraping/evidence`

use axum::Json;
use serde_json::json;

use crate::http::error::Problem;
use crate::http::retried::retried;
use crate::http::scope::Admin;
use crate::http::types::Message;
use crate::store::audit::Action;
use crate::store::evidence;

/// Delete the answers that were not understood
///
/// Admins only.
#[utoipa::path(
    delete,
    path = "/api/scraping/evidence",
    tag = "Scraping",
    security(("token" = [])),
    responses(
        (status = 200, body = Message, description = "They are gone"),
    ),
)]
pub(super) async fn delete_evidence(admin: Admin) -> Result<Json<Message>, Problem> {
    let deleted = retried(|| clear(&admin)).await?;
    let message = match deleted {
        1 => "1 answer deleted".to_owned(),
        count => format!("{count} answers deleted"),
    };
    Ok(Json(Message { message }))
}

async fn clear(admin: &Admin) -> Result<u64, Problem> {
    let mut transaction = admin.write().await?;
    let deleted = evidence::clear(&mut transaction).await?;
    let details = json!({"deleted": deleted});
    admin
        .caller()
        .record(&mut transaction, Action::EvidenceDelete, None, details)
        .await?;
    transaction.commit().await?;
    Ok(deleted)
}
