//! Links that show a group's dashboard to people who have no user.

mod create;
mod delete;
mod list;
mod share_link;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::routing::Routes;

pub(crate) fn routes() -> Routes {
    OpenApiRouter::new()
        .routes(routes!(list::list_share_links, create::create_share_link))
        .routes(routes!(delete::delete_share_link))
}
