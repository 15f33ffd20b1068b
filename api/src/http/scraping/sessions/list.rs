//! `GET /api/scraping/sessions`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use clipmeter_db::audit::Action;
use clipmeter_db::sessions;
use http::HeaderName;
use http::header::ETAG;
use secrecy::{ExposeSecret as _, SecretString};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use crate::http::error::Problem;
use crate::http::input;
use crate::http::page::{PageQuery, PageRequest, first_page};
use crate::http::scope::Admin;
use crate::http::state::HttpState;

/// The page of the pool to return.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct SessionPageQuery {
    /// Page number from 1; a page after the last one is empty.
    #[serde(default = "first_page")]
    #[param(default = 1, minimum = 1)]
    pub(crate) page: i64,
    /// Page size, 1 to 100.
    #[serde(default = "sessions_per_page")]
    #[param(default = 50, minimum = 1, maximum = 100)]
    pub(crate) per_page: i64,
}

/// The page size of the dashboard.
pub(crate) fn sessions_per_page() -> i64 {
    50
}

/// A page of the pool.
#[derive(Serialize, ToSchema)]
#[expect(clippy::struct_field_names, reason = "the name of the field in the API")]
pub(crate) struct Sessions {
    /// In plain text, oldest first, in browser encoding (`%3A`). An empty one was encrypted with a key that this
    /// installation no longer has: delete it and add it again.
    #[schema(example = json!(["58211900017%3AkQm2xV8tYb3LzR%3A12%3AAYeExampleOfASession0000000001"]))]
    pub(crate) sessions: Vec<String>,
    /// Sessions in the pool.
    #[schema(example = 1)]
    pub(crate) total: i64,
    /// Number of pages of this size; 0 when the pool is empty.
    #[schema(example = 1)]
    pub(crate) total_pages: i64,
}

/// List Instagram sessions
///
/// Admins only. Oldest first; a session is deleted by its position in the whole list, from 0. The header `ETag`
/// identifies the list, regardless of the page: send it in `If-Match` when deleting. Browsers and proxies must not cache the
/// response. Reads are recorded in the audit log with user, page and address, at most once a minute.
#[utoipa::path(
    get,
    path = "/api/scraping/sessions",
    tag = "Scraping",
    security(("token" = [])),
    params(SessionPageQuery),
    responses(
        (status = 200, body = Sessions, description = "A page of sessions",
            headers(("ETag" = String, description = "Identifies the version of the whole list"))),
    ),
)]
pub(crate) async fn list_sessions(
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
        sessions: page.iter().map(Option::as_ref).map(plain_text).collect(),
        total: tag.total,
        total_pages: request.pages(tag.total),
    };
    Ok(([(ETAG, format!("\"{tag}\""))], Json(sessions)))
}

fn plain_text(session: Option<&SecretString>) -> String {
    session.map_or_else(String::new, |value| value.expose_secret().to_owned())
}
