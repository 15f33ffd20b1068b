//! Pictures of items and accounts.

pub(crate) mod path;
mod picture;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::routing::Routes;

pub(crate) fn routes() -> Routes {
    OpenApiRouter::new().routes(routes!(picture::picture))
}
