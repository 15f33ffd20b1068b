//! `DELETE /api/admin/erasures/{id}`

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::erasure as erase;
use serde_json::json;

use crate::http::error::{ErrorCode, Problem};
use crate::http::input::PathId;
use crate::http::scope::Admin;
use crate::http::types::Message;

/// Allow an erased handle to be added again
///
/// Restores no data. Admins only.
#[utoipa::path(
    delete,
    path = "/api/admin/erasures/{id}",
    tag = "Admin",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The erasure")),
    responses(
        (status = 200, body = Message, description = "It may be added again"),
    ),
)]
pub(super) async fn lift_erasure(admin: Admin, PathId(id): PathId) -> Result<Json<Message>, Problem> {
    let mut transaction = admin.write().await?;
    let platform = erase::lift(&mut transaction, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    let details = json!({"platform": platform, "erasure": id});
    admin
        .caller()
        .record(&mut transaction, Action::HandleUnblock, None, details)
        .await?;
    transaction.commit().await?;
    Ok(Json(Message {
        message: "The handle may be added again".to_owned(),
    }))
}
