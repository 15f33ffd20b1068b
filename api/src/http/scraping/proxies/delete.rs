//! `DELETE /api/scraping/proxies/{id}`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use clipmeter_db::audit::Action;
use clipmeter_db::sessions::proxies;
use serde_json::json;

use super::list::{Proxies, shown};
use crate::http::error::{ErrorCode, Problem};
use crate::http::input::PathId;
use crate::http::scope::Admin;
use crate::http::state::HttpState;

/// Delete a proxy
///
/// Admins only. Its sessions use the proxy of the platform's runs from then on; runs in progress keep using the deleted
/// one.
#[utoipa::path(
    delete,
    path = "/api/scraping/proxies/{id}",
    tag = "Scraping",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The proxy")),
    responses(
        (status = 200, body = Proxies, description = "The proxies as they are now"),
    ),
)]
pub(crate) async fn delete_proxy(
    State(state): State<Arc<HttpState>>,
    admin: Admin,
    PathId(id): PathId,
) -> Result<Json<Proxies>, Problem> {
    let mut transaction = admin.write().await?;
    let name = proxies::delete(&mut transaction, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    let details = json!({"proxy": id, "name": name});
    admin
        .caller()
        .record(&mut transaction, Action::ProxyDelete, None, details)
        .await?;
    let proxies = shown(&state, &admin, &mut transaction).await?;
    transaction.commit().await?;
    Ok(Json(proxies))
}
