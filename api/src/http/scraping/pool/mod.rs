//! The state of the session pool: disabling and re-enabling sessions, and their proxies. Values of sessions are never
//! shown, so that reads are not audited.

mod disable;
mod list;
mod reason;
mod reenable;
mod update;
mod view;

use axum::Json;
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::error::{ErrorCode, Problem};
use crate::http::router::Routes;
use crate::http::scope::{Admin, Transaction};
use crate::http::state::HttpState;
use crate::http::types::PooledSession;
use clipmeter_db::audit::Action;
use clipmeter_db::sessions;
use clipmeter_db::sessions::StateChange;

pub(super) fn routes() -> Routes {
    OpenApiRouter::new()
        .routes(routes!(list::session_pool))
        .routes(routes!(disable::disable_session))
        .routes(routes!(reenable::reenable_session))
        .routes(routes!(update::update_session))
}

/// Commits a transaction that disabled or re-enabled a session; a call without effect is not recorded.
async fn changed(
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
    let session = shown(state, admin, &mut transaction, id).await?;
    transaction.commit().await?;
    Ok(Json(session))
}

/// Returns the current state of a session.
async fn shown(
    state: &HttpState,
    admin: &Admin,
    transaction: &mut Transaction,
    id: i64,
) -> Result<PooledSession, Problem> {
    let now = admin.caller().now();
    let session = sessions::pooled_one(transaction, &state.secrets, now, id).await?;
    session
        .map(view::session)
        .ok_or_else(|| Problem::from(ErrorCode::NotFound))
}
