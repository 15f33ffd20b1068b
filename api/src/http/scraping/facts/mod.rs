//! What scrapers are told about the platforms. Admins only.

mod set;
mod show;
mod versions;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::router::Routes;

pub(super) fn routes() -> Routes {
    OpenApiRouter::new()
        .routes(routes!(show::platform_facts, set::set_platform_facts))
        .routes(routes!(versions::facts_versions))
}
