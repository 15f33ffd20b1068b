//! `GET /api/scraping/pool`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use clipmeter_db::sessions;

use super::view;
use crate::http::content::PageRequest;
use crate::http::error::Problem;
use crate::http::input;
use crate::http::scope::Admin;
use crate::http::state::HttpState;
use crate::http::types::{PageQuery, PoolQuery, SessionPool};

/// Show the state of the session pool
///
/// Admins only. Oldest first, as in the list of sessions, and without their values. A session on cooldown does not
/// count as active.
#[utoipa::path(
    get,
    path = "/api/scraping/pool",
    tag = "Scraping",
    security(("token" = [])),
    params(PoolQuery),
    responses(
        (status = 200, body = SessionPool, description = "The pool in numbers, and a page of its sessions"),
    ),
)]
pub(super) async fn session_pool(
    State(state): State<Arc<HttpState>>,
    admin: Admin,
    input::Query(query): input::Query<PoolQuery>,
) -> Result<Json<SessionPool>, Problem> {
    let request = PageRequest::try_from(PageQuery {
        page: query.page,
        per_page: query.per_page,
    })?;
    let session_state = query.state.map(Into::into);
    let now = admin.caller().now();
    let mut transaction = admin.read().await?;
    let counts = sessions::counts(&mut transaction, &state.secrets, now).await?;
    let page = sessions::pooled(
        &mut transaction,
        &state.secrets,
        now,
        session_state,
        request.skip,
        request.take,
    )
    .await?;
    let breaker = sessions::open_breaker(&mut transaction, now).await?;
    let total = session_state.map_or(counts.total, |session_state| counts.of(session_state));
    Ok(Json(SessionPool {
        summary: view::summary(&counts),
        breaker: breaker.map(view::breaker),
        sessions: page.into_iter().map(view::session).collect(),
        total,
        total_pages: request.pages(total),
    }))
}
