//! What the scraper works with.

mod intervals;
mod sessions;
mod set_intervals;

use utoipa_axum::routes;

use super::router::Routes;

pub(super) fn routes() -> Routes {
    sessions::routes().routes(routes!(intervals::intervals, set_intervals::set_intervals))
}
