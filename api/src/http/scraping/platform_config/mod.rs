//! The platform configuration. Admins only.

mod revisions;
mod set;
mod show;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::routing::Routes;

pub(crate) fn routes() -> Routes {
    OpenApiRouter::new()
        .routes(routes!(show::platform_config, set::set_platform_config))
        .routes(routes!(revisions::platform_config_revisions))
}
