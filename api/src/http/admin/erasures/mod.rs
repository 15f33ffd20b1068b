//! Erasures of collected data, and the handles that must not be collected again.

mod erase;
mod lift;
mod list;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::router::Routes;

pub(super) fn routes() -> Routes {
    OpenApiRouter::new()
        .routes(routes!(list::list_erasures, erase::erase_handle))
        .routes(routes!(lift::lift_erasure))
}
