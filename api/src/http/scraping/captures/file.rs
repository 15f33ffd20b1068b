//! `GET /api/scraping/captures/{id}`

use axum::Json;
use clipmeter_db::ingest::captured_responses;
use http::HeaderName;
use http::header::CONTENT_DISPOSITION;

use crate::http::error::{ErrorCode, Problem};
use crate::http::input::PathId;
use crate::http::scope::Admin;
use crate::http::types::CapturedResponseFile;

/// Download a captured response
///
/// Admins only. Cookies, tokens, email addresses and phone numbers are overwritten; names and captions of the account
/// are not.
#[utoipa::path(
    get,
    path = "/api/scraping/captures/{id}",
    tag = "Scraping",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The captured response")),
    responses(
        (status = 200, body = CapturedResponseFile, description = "The captured response with its body",
         headers(("Content-Disposition" = String, description = "What to call the file"))),
    ),
)]
pub(super) async fn capture_file(
    admin: Admin,
    PathId(id): PathId,
) -> Result<([(HeaderName, String); 1], Json<CapturedResponseFile>), Problem> {
    let mut transaction = admin.read().await?;
    let capture = captured_responses::find(&mut transaction, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    let name = format!("attachment; filename=\"capture-{id}.json\"");
    Ok(([(CONTENT_DISPOSITION, name)], Json(capture.into())))
}
