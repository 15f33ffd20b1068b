//! Client groups.

mod create;
mod list;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::router::{Routes, polled};

pub(super) fn routes() -> Routes {
    polled(OpenApiRouter::new().routes(routes!(list::list_groups, create::create_group)))
}
