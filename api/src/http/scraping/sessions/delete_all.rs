//! `DELETE /api/scraping/sessions/all`

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::sessions;
use http::HeaderMap;
use serde_json::json;

use super::pool::count;
use crate::http::error::{ErrorCode, Problem};
use crate::http::input;
use crate::http::scope::Admin;
use crate::http::types::DeletedSessions;

/// Delete every Instagram session
///
/// Admins only. This cannot be undone. With `If-Match`, nothing is deleted unless the list is still the one that was read.
#[utoipa::path(
    delete,
    path = "/api/scraping/sessions/all",
    tag = "Scraping",
    security(("token" = [])),
    params(("If-Match" = Option<String>, Header, description = "The `ETag` of the list that is deleted")),
    responses(
        (status = 200, body = DeletedSessions, description = "The pool is empty"),
    ),
)]
pub(super) async fn delete_all_sessions(
    admin: Admin,
    headers: HeaderMap,
) -> Result<Json<DeletedSessions>, Problem> {
    let mut transaction = admin.write().await?;
    let deleted = sessions::delete_all(&mut transaction, |list| input::is_expected(&headers, &list))
        .await?
        .ok_or(ErrorCode::ListChanged)?;
    let details = json!({"deleted": deleted, "all": true});
    admin
        .caller()
        .record(&mut transaction, Action::SessionsDelete, None, details)
        .await?;
    transaction.commit().await?;
    Ok(Json(DeletedSessions {
        message: format!("{} deleted", count(deleted, "session")),
        deleted,
        total: 0,
    }))
}
