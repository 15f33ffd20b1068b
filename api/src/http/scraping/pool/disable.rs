//! `POST /api/scraping/pool/{id}/disable`

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
        (status = 200, body = PooledSession, description = "The session as it is now"),
    ),
)]
pub(super) async fn disable_session(
    State(state): State<Arc<HttpState>>,
    admin: Admin,
    PathId(id): PathId,
) -> Result<Json<PooledSession>, Problem> {
    retried(|| async {
        let mut transaction = admin.write().await?;
        let change = sessions::disable(&mut transaction, admin.caller().now(), id).await?;
        changed(&state, &admin, transaction, id, change, Action::SessionsDisable).await
    })
    .await
}
