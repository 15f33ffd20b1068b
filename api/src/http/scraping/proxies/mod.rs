//! Proxies for requests to the platforms.

mod add;
mod delete;
mod list;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::routing::Routes;

pub(crate) fn routes() -> Routes {
    OpenApiRouter::new()
        .routes(routes!(list::list_proxies, add::add_proxy))
        .routes(routes!(delete::delete_proxy))
}
