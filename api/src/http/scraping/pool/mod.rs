//! The state of the session pool: disabling and re-enabling sessions, and their proxies. Values of sessions are never
//! shown, so that reads are not audited.

mod disable;
mod list;
mod reason;
mod session;
mod update;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::routing::Routes;

pub(crate) fn routes() -> Routes {
    OpenApiRouter::new()
        .routes(routes!(list::session_pool))
        .routes(routes!(disable::disable_session))
        .routes(routes!(disable::reenable_session))
        .routes(routes!(update::update_session))
}
