//! Tracked accounts. Each file has an operation; [`each_platform`] defines it for every platform.

pub(crate) mod account;
mod add;
mod add_many;
mod cadence;
mod delete;
pub(crate) mod gains;
mod history;
mod identity;
pub(crate) mod list;
pub(crate) mod refresh;
mod scrape_all;
mod show;
mod update;
pub(crate) mod username;
pub(crate) mod view;

use axum::extract::DefaultBodyLimit;
use clipmeter_db::database::revisions::Source;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use crate::http::common::BULK_BODY_LIMIT;
use crate::http::platforms::each_platform;
use crate::http::routing::{Routes, polled_from};

pub(crate) fn routes() -> Routes {
    let bulk_limit = || DefaultBodyLimit::max(BULK_BODY_LIMIT);
    let mut polled = OpenApiRouter::new();
    let mut others = OpenApiRouter::new();
    macro_rules! add_routes {
        ($module:ident, $($text:tt),*) => {
            polled = polled
                .routes(routes!(list::$module::handler, add::$module::handler))
                .routes(routes!(show::$module::handler))
                .routes(routes!(gains::$module::handler))
                .routes(routes!(history::$module::handler));
            others = others
                .routes(routes!(add_many::$module::handler).layer(bulk_limit()))
                .routes(routes!(delete::$module::many).layer(bulk_limit()))
                .routes(routes!(update::$module::handler, delete::$module::one))
                .routes(routes!(identity::$module::handler))
                .routes(routes!(refresh::$module::handler))
                .routes(routes!(scrape_all::$module::handler));
        };
    }
    each_platform!(add_routes);
    polled_from(&[Source::Scope], polled).merge(others)
}
