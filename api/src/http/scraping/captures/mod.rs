//! Captured responses that could not be parsed. Admins only.

mod clear;
mod file;
mod list;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::router::Routes;

pub(super) fn routes() -> Routes {
    OpenApiRouter::new()
        .routes(routes!(list::list_captures, clear::delete_captures))
        .routes(routes!(file::capture_file))
}
