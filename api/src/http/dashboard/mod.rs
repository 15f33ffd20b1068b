//! The dashboard and the table of all content.

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

use clipmeter_db::database::revisions::Source;
use clipmeter_proto::v1::Platform;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::routing::{Routes, polled_from};
use crate::http::platforms::each_platform;

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
    polled_from(&[Source::Scope], tiles.merge(compare::charts()))
        .merge(tables)
        .merge(compare::exports())
        .routes(routes!(statement::export_statement))
        .routes(routes!(scrape_all::scrape_everything))
}
