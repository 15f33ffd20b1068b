//! `GET /api/scraping/proxies`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use super::shown;
use crate::http::error::Problem;
use crate::http::scope::Admin;
use crate::http::state::HttpState;
use crate::http::types::Proxies;

/// List the proxies
///
/// Admins only. Without credentials, which are never shown.
#[utoipa::path(
    get,
    path = "/api/scraping/proxies",
    tag = "Scraping",
    security(("token" = [])),
    responses(
        (status = 200, body = Proxies, description = "The proxies by name"),
    ),
)]
pub(super) async fn list_proxies(
    State(state): State<Arc<HttpState>>,
    admin: Admin,
) -> Result<Json<Proxies>, Problem> {
    let mut transaction = admin.read().await?;
    Ok(Json(shown(&state, &admin, &mut transaction).await?))
}
