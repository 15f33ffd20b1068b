//! `DELETE /api/scraping/sessions/{index}`

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::sessions::{self, Deletion};
use http::HeaderMap;
use serde_json::json;

use crate::http::error::{ErrorCode, Problem};
use crate::http::input;
use crate::http::scope::Admin;
use crate::http::types::DeletedSessions;

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
        ("If-Match" = Option<String>, Header, description = "The `ETag` of the list that the position is of"),
    ),
    responses(
        (status = 200, body = DeletedSessions, description = "Deleted"),
    ),
)]
pub(super) async fn delete_session(
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
