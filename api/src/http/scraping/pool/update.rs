//! `PATCH /api/scraping/pool/{id}`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use clipmeter_db::audit::Action;
use clipmeter_db::sessions::proxies::{self, Assignment};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::session::{PooledSession, load_session};
use crate::http::error::{ErrorCode, Problem};
use crate::http::input::{self, PathId, present};
use crate::http::scope::Admin;
use crate::http::state::HttpState;

/// The changes to a session of the pool.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"proxy_id": 2}))]
#[expect(
    clippy::option_option,
    reason = "omitted, null and a value are three different cases"
)]
pub(crate) struct UpdateSession {
    /// The proxy of the session; null: the proxy of the platform's runs. Omitted: unchanged.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<i64>)]
    pub(crate) proxy_id: Option<Option<i64>>,
}

/// Change a session of the pool
///
/// Admins only. A run that is using the session is not affected.
#[utoipa::path(
    patch,
    path = "/api/scraping/pool/{id}",
    tag = "Scraping",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The session")),
    request_body = UpdateSession,
    responses(
        (status = 200, body = PooledSession, description = "The session after the change"),
    ),
)]
pub(crate) async fn update_session(
    State(state): State<Arc<HttpState>>,
    admin: Admin,
    PathId(id): PathId,
    input::Json(input): input::Json<UpdateSession>,
) -> Result<Json<PooledSession>, Problem> {
    let mut transaction = admin.write().await?;
    if let Some(proxy) = input.proxy_id {
        match proxies::assign(&mut transaction, id, proxy).await? {
            Assignment::Done => {}
            Assignment::NoSuchSession => return Err(ErrorCode::NotFound.into()),
            Assignment::NoSuchProxy => return Err(Problem::invalid("The proxy does not exist")),
        }
        let details = json!({"session": id, "proxy": proxy});
        admin
            .caller()
            .record(&mut transaction, Action::SessionsUpdate, None, details)
            .await?;
    }
    let session = load_session(&state, &admin, &mut transaction, id).await?;
    transaction.commit().await?;
    Ok(Json(session))
}
