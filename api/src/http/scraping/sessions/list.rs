//! `GET /api/scraping/sessions`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use clipmeter_db::audit::Action;
use clipmeter_db::sessions;
use http::HeaderName;
use http::header::ETAG;
use secrecy::{ExposeSecret as _, SecretString};
use serde_json::json;

use crate::http::content::PageRequest;
use crate::http::error::Problem;
use crate::http::input;
use crate::http::scope::Admin;
use crate::http::state::HttpState;
use crate::http::types::{PageQuery, SessionPageQuery, Sessions};

/// List Instagram sessions
///
/// Admins only. Oldest first; a session is deleted by its position in the whole list, from 0. The header `ETag`
/// identifies the list, whatever the page: send it in `If-Match` when deleting. Browsers and proxies must not cache the
/// response. Reads are recorded in the audit log with user, page and address, at most once a minute.
#[utoipa::path(
    get,
    path = "/api/scraping/sessions",
    tag = "Scraping",
    security(("token" = [])),
    params(SessionPageQuery),
    responses(
        (status = 200, body = Sessions, description = "A page of the pool",
            headers(("ETag" = String, description = "Names the list, whatever the page"))),
    ),
)]
pub(super) async fn list_sessions(
    State(state): State<Arc<HttpState>>,
    admin: Admin,
    input::Query(SessionPageQuery { page, per_page }): input::Query<SessionPageQuery>,
) -> Result<([(HeaderName, String); 1], Json<Sessions>), Problem> {
    let request = PageRequest::try_from(PageQuery { page, per_page })?;
    let mut transaction = admin.write().await?;
    let details = json!({"page": page, "per_page": per_page});
    admin
        .caller()
        .record_reading(&mut transaction, Action::SessionsRead, details)
        .await?;
    let tag = sessions::tag(&mut transaction).await?;
    let page = sessions::page(&mut transaction, &state.secrets, request.skip, request.take).await?;
    transaction.commit_note().await?;
    let sessions = Sessions {
        sessions: page.iter().map(Option::as_ref).map(in_clear).collect(),
        total: tag.total,
        total_pages: request.pages(tag.total),
    };
    Ok(([(ETAG, format!("\"{tag}\""))], Json(sessions)))
}

fn in_clear(session: Option<&SecretString>) -> String {
    session.map_or_else(String::new, |value| value.expose_secret().to_owned())
}
