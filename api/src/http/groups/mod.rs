//! Client groups.

mod create;
mod create_user;
mod delete;
mod detail;
mod group;
mod list;
mod toggle;
mod update;

use clipmeter_db::database::revisions::Source;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::routing::{Routes, polled_from};

pub(crate) fn routes() -> Routes {
    let lists = OpenApiRouter::new()
        .routes(routes!(list::list_groups, create::create_group))
        .routes(routes!(
            detail::group_detail,
            update::update_group,
            delete::delete_group
        ));
    polled_from(&[Source::Everything], lists)
        .routes(routes!(toggle::toggle_group))
        .routes(routes!(create_user::create_user))
}
