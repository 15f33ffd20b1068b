//! `DELETE /api/scraping/sessions/{index}` and `DELETE /api/scraping/sessions/all`

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::sessions::{self, Deletion};
use http::HeaderMap;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::add::count;
use crate::http::error::{ErrorCode, Problem};
use crate::http::input;
use crate::http::scope::Admin;

/// The result of deleting sessions.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct DeletedSessions {
    /// Human-readable message.
    #[schema(example = "Session deleted")]
    pub(crate) message: String,
    /// Sessions that were deleted.
    #[schema(example = 1)]
    pub(crate) deleted: u64,
    /// Sessions in the pool now.
    #[schema(example = 2)]
    pub(crate) total: i64,
}

/// Delete an Instagram session
///
/// Admins only. The position is that in the list, over all pages, from 0. With `If-Match`, nothing is deleted unless
/// the list is still the one that was read. A run that is using the session may or may not finish with it; its results
/// are stored in either case.
#[utoipa::path(
    delete,
    path = "/api/scraping/sessions/{index}",
    tag = "Scraping",
    security(("token" = [])),
    params(
        ("index" = i64, Path, minimum = 0, description = "Position in the list, from 0"),
        ("If-Match" = Option<String>, Header, description = "The `ETag` of the list that contains the position"),
    ),
    responses(
        (status = 200, body = DeletedSessions, description = "Deleted"),
    ),
)]
pub(crate) async fn delete_session(
    admin: Admin,
    input::PathId(index): input::PathId,
    headers: HeaderMap,
) -> Result<Json<DeletedSessions>, Problem> {
    if index < 0 {
        return Err(ErrorCode::NotFound.into());
    }
    let mut transaction = admin.write().await?;
    let deletion = sessions::delete_at(&mut transaction, index, |list| {
        input::is_expected(&headers, &list)
    })
    .await?;
    let total = match deletion {
        Deletion::Deleted { total } => total,
        Deletion::OutOfRange => return Err(ErrorCode::NotFound.into()),
        Deletion::ListChanged => return Err(ErrorCode::ListChanged.into()),
    };
    let details = json!({"deleted": 1, "index": index});
    admin
        .caller()
        .record(&mut transaction, Action::SessionsDelete, None, details)
        .await?;
    transaction.commit().await?;
    Ok(Json(DeletedSessions {
        message: "Session deleted".to_owned(),
        deleted: 1,
        total,
    }))
}

/// Delete every Instagram session
///
/// Admins only. This cannot be undone. With `If-Match`, nothing is deleted unless the list is still the one that was read.
#[utoipa::path(
    delete,
    path = "/api/scraping/sessions/all",
    tag = "Scraping",
    security(("token" = [])),
    params(("If-Match" = Option<String>, Header, description = "The `ETag` of the list to delete")),
    responses(
        (status = 200, body = DeletedSessions, description = "The pool is empty now"),
    ),
)]
pub(crate) async fn delete_all_sessions(
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
