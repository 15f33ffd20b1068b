//! Scraper pools. Admins only. On Kubernetes, they are resources and only shown here.

mod add;
mod delete;
mod list;
mod pool;
mod update;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::routing::Routes;

pub(crate) use self::pool::{check_pools, name};

pub(crate) fn routes() -> Routes {
    OpenApiRouter::new()
        .routes(routes!(list::list_scraper_pools, add::add_scraper_pool))
        .routes(routes!(update::update_scraper_pool, delete::delete_scraper_pool))
}
