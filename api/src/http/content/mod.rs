//! Items: the posts and videos of accounts.

pub(crate) mod account_items;
mod history;
pub(crate) mod item;
pub(crate) mod listing;
pub(crate) mod view;

use clipmeter_db::database::revisions::Source;
use clipmeter_proto::v1::Platform;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::platforms::each_platform;
use crate::http::routing::{Routes, polled_from};

pub(crate) fn routes() -> Routes {
    let mut lists = OpenApiRouter::new();
    let mut histories = OpenApiRouter::new();
    macro_rules! add_routes {
        ($module:ident, $Platform:ident, $($text:tt),*) => {
            lists = lists.routes(routes!(account_items::$module::handler));
            histories = histories.merge(polled_from(
                &[Source::Scope, Source::Content(Platform::$Platform)],
                OpenApiRouter::new().routes(routes!(history::$module::handler)),
            ));
        };
    }
    each_platform!(add_routes);
    polled_from(&[Source::Scope], lists).merge(histories)
}
