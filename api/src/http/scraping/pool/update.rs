//! `PATCH /api/scraping/pool/{id}`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use clipmeter_db::audit::Action;
use clipmeter_db::sessions;
use clipmeter_db::sessions::proxies::{self, Assignment};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::session::{PooledSession, load_session};
use crate::http::error::{ErrorCode, Problem};
use crate::http::input::{self, PathId, present};
use crate::http::scope::Admin;
use crate::http::scraping::scraper_pools;
use crate::http::state::HttpState;

/// The changes to a session of the pool.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"proxy_id": 2, "session_set": "eu"}))]
#[expect(
    clippy::option_option,
    reason = "omitted, null and a value are three different cases"
)]
pub(crate) struct UpdateSession {
    /// The proxy of the session; null: the proxy of the platform's runs. Omitted: unchanged.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<i64>)]
    pub(crate) proxy_id: Option<Option<i64>>,
    /// The set to which the session belongs: 1 to 63 characters of a to z, 0 to 9 and hyphens, with no hyphen at either end. Null:
    /// none. Omitted: unchanged.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>, min_length = 1, max_length = 63, pattern = "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$")]
    pub(crate) session_set: Option<Option<String>>,
}

/// Change a session of the pool
///
/// Admins only. A run that is using the session is not affected. In another set, other accounts are read with the session.
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
    let set = input.session_set.as_ref();
    let set = set.map(|set| set.as_deref().map(scraper_pools::name).transpose());
    let set = set.transpose()?;
    let mut transaction = admin.write().await?;
    let mut details = json!({"session": id});
    if let Some(proxy) = input.proxy_id {
        match proxies::assign(&mut transaction, id, proxy).await? {
            Assignment::Done => {}
            Assignment::NoSuchSession => return Err(ErrorCode::NotFound.into()),
            Assignment::NoSuchProxy => return Err(Problem::invalid("The proxy does not exist")),
        }
        details["proxy"] = json!(proxy);
    }
    if let Some(set) = set {
        if !sessions::assign_set(&mut transaction, id, set).await? {
            return Err(ErrorCode::NotFound.into());
        }
        details["session_set"] = json!(set);
    }
    if input.proxy_id.is_some() || set.is_some() {
        admin
            .caller()
            .record(&mut transaction, Action::SessionsUpdate, None, details)
            .await?;
    }
    let session = load_session(&state, &admin, &mut transaction, id).await?;
    transaction.commit().await?;
    Ok(Json(session))
}
