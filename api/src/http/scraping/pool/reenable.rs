//! `POST /api/scraping/pool/{id}/reenable`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use clipmeter_db::audit::Action;
use clipmeter_db::sessions;

use super::changed;
use crate::http::error::Problem;
use crate::http::input::PathId;
use crate::http::retried::retried;
use crate::http::scope::Admin;
use crate::http::state::HttpState;
use crate::http::types::PooledSession;

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
        (status = 200, body = PooledSession, description = "The session as it is now"),
    ),
)]
pub(super) async fn reenable_session(
    State(state): State<Arc<HttpState>>,
    admin: Admin,
    PathId(id): PathId,
) -> Result<Json<PooledSession>, Problem> {
    retried(|| async {
        let mut transaction = admin.write().await?;
        let change = sessions::reenable(&mut transaction, admin.caller().now(), id).await?;
        changed(&state, &admin, transaction, id, change, Action::SessionsReenable).await
    })
    .await
}
