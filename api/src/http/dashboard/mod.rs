//! The dashboard and the table of all content.

mod all_content;
pub(crate) mod all_items;
mod attention;
mod compare;
mod freshness;
mod gains;
mod scrape_all;
mod statement;
pub(crate) mod stats;
mod top_performers;
mod trend;

use std::iter;
use std::sync::LazyLock;

use clipmeter_db::database::revisions::Source;
use clipmeter_proto::v1::Platform;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::routing::{Routes, polled_from};
use crate::http::platforms::each_platform;

/// What lists of the items of all platforms depend on.
static ITEMS: LazyLock<Vec<Source>> = LazyLock::new(|| {
    let contents = Platform::ALL.into_iter().map(Source::Content);
    iter::once(Source::Scope).chain(contents).collect()
});

pub(crate) fn routes() -> Routes {
    let tiles = OpenApiRouter::new()
        .routes(routes!(stats::dashboard_stats))
        .routes(routes!(top_performers::top_performers))
        .routes(routes!(trend::dashboard_trend))
        .routes(routes!(gains::dashboard_gains))
        .routes(routes!(statement::statement))
        .routes(routes!(attention::attention));
    let mut tables = OpenApiRouter::new();
    macro_rules! add_routes {
        ($module:ident, $Platform:ident, $($text:tt),*) => {
            tables = tables
                .merge(polled_from(
                    &[Source::Scope, Source::Content(Platform::$Platform)],
                    OpenApiRouter::new()
                        .routes(routes!(all_items::$module::list))
                        .routes(routes!(all_items::$module::sums)),
                ))
                // Read once and never cached.
                .routes(routes!(all_items::$module::export));
        };
    }
    each_platform!(add_routes);
    let everything = OpenApiRouter::new()
        .routes(routes!(all_content::all_content))
        .routes(routes!(all_content::all_content_sums));
    polled_from(&[Source::Scope], tiles.merge(compare::charts()))
        .merge(polled_from(&ITEMS, everything))
        .merge(tables)
        .routes(routes!(all_content::export_all_content))
        .merge(compare::exports())
        .routes(routes!(statement::export_statement))
        .routes(routes!(scrape_all::scrape_everything))
}
