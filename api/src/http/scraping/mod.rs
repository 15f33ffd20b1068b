//! What the scraper works with.

mod add_sessions;

use axum::extract::DefaultBodyLimit;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use super::router::Routes;

/// Room for a file of sessions, the largest upload there is.
const SESSIONS_BODY_LIMIT: usize = 10 * 1024 * 1024;

pub(super) fn routes() -> Routes {
    OpenApiRouter::new()
        .routes(routes!(add_sessions::add_sessions).layer(DefaultBodyLimit::max(SESSIONS_BODY_LIMIT)))
}
