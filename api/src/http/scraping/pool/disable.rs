//! `POST /api/scraping/pool/{id}/disable` and `POST /api/scraping/pool/{id}/reenable`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use clipmeter_db::audit::Action;
use clipmeter_db::sessions::{self, StateChange};
use serde_json::json;

use super::session::{PooledSession, load_session};
use crate::http::database::Transaction;
use crate::http::error::{ErrorCode, Problem};
use crate::http::execution::retried;
use crate::http::input::PathId;
use crate::http::scope::Admin;
use crate::http::state::HttpState;

/// Disable a session
///
/// Admins only. The session is leased to no run until it is re-enabled or added again; its accounts move to other
/// sessions. A run that is using the session continues until it takes its next one. A session that waits for a
/// challenge keeps its state.
#[utoipa::path(
    post,
    path = "/api/scraping/pool/{id}/disable",
    tag = "Scraping",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The session")),
    responses(
        (status = 200, body = PooledSession, description = "The session after the change"),
    ),
)]
pub(crate) async fn disable_session(
    State(state): State<Arc<HttpState>>,
    admin: Admin,
    PathId(id): PathId,
) -> Result<Json<PooledSession>, Problem> {
    retried(|| async {
        let mut transaction = admin.write().await?;
        let change = sessions::disable(&mut transaction, admin.caller().now(), id).await?;
        finish(&state, &admin, transaction, id, change, Action::SessionsDisable).await
    })
    .await
}

/// Re-enable a session
///
/// Admins only. For a disabled, challenged or dead session: resolve the problem in a browser first. The session runs at
/// half rate for a day, and a cooldown of the platform continues. A session that is on cooldown because all endpoints
/// are closed to it is retried immediately. Other sessions are not changed.
#[utoipa::path(
    post,
    path = "/api/scraping/pool/{id}/reenable",
    tag = "Scraping",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The session")),
    responses(
        (status = 200, body = PooledSession, description = "The session after the change"),
    ),
)]
pub(crate) async fn reenable_session(
    State(state): State<Arc<HttpState>>,
    admin: Admin,
    PathId(id): PathId,
) -> Result<Json<PooledSession>, Problem> {
    retried(|| async {
        let mut transaction = admin.write().await?;
        let change = sessions::reenable(&mut transaction, admin.caller().now(), id).await?;
        finish(&state, &admin, transaction, id, change, Action::SessionsReenable).await
    })
    .await
}

/// Commits a transaction that disabled or re-enabled a session; a call without effect is not recorded.
async fn finish(
    state: &HttpState,
    admin: &Admin,
    mut transaction: Transaction,
    id: i64,
    change: StateChange,
    action: Action,
) -> Result<Json<PooledSession>, Problem> {
    match change {
        StateChange::NoSuchSession => return Err(ErrorCode::NotFound.into()),
        StateChange::Nothing => {}
        StateChange::Done => {
            let details = json!({"session": id});
            admin
                .caller()
                .record(&mut transaction, action, None, details)
                .await?;
        }
    }
    let session = load_session(state, admin, &mut transaction, id).await?;
    transaction.commit().await?;
    Ok(Json(session))
}
