//! `GET /api/scraping/evidence/{id}`

use axum::Json;
use http::HeaderName;
use http::header::CONTENT_DISPOSITION;

use crate::http::error::{Code, Problem};
use crate::http::input::PathId;
use crate::http::scope::Admin;
use crate::http::types::EvidenceFile;
use crate::store::evidence;

/// Download an answer that was not understood
///
/// Admins only. Cookies, tokens, addresses of mail and
/// telephone numbers are overwritten; names and captions of the account are not.
#[utoipa::path(
    get,
    path = "/api/scraping/evidence/{id}",
    tag = "Scraping",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The answer")),
    responses(
        (status = 200, body = EvidenceFile, description = "The answer with its body",
         headers(("Content-Disposition" = String, description = "What to call the file"))),
    ),
)]
pub(super) async fn evidence_file(
    admin: Admin,
    PathId(id): PathId,
) -> Result<([(HeaderName, String); 1], Json<EvidenceFile>), Problem> {
    let mut transaction = admin.read().await?;
    let exhibit = evidence::find(&mut transaction, id)
        .await?
        .ok_or(Code::NotFound)?;
    let name = format!("attachment; filename=\"evidence-{id}.json\"");
    Ok(([(CONTENT_DISPOSITION, name)], Json(exhibit.into())))
}
