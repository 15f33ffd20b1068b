//! The dashboard and the table of all content.

mod all_items;
mod freshness;
mod scrape_all;
pub(crate) mod stats;
mod top_performers;
mod trend;

use clipmeter_db::database::revisions::Source;
use clipmeter_proto::v1::Platform;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::routing::{Routes, polled_from};

pub(crate) fn routes() -> Routes {
    let tiles = OpenApiRouter::new()
        .routes(routes!(stats::dashboard_stats))
        .routes(routes!(top_performers::top_performers))
        .routes(routes!(trend::dashboard_trend));
    let posts = OpenApiRouter::new().routes(routes!(all_items::all_instagram_posts));
    let videos = OpenApiRouter::new().routes(routes!(all_items::all_tiktok_videos));
    polled_from(&[Source::Scope], tiles)
        .merge(polled_from(
            &[Source::Scope, Source::Content(Platform::Instagram)],
            posts,
        ))
        .merge(polled_from(
            &[Source::Scope, Source::Content(Platform::Tiktok)],
            videos,
        ))
        // Read once and never cached.
        .routes(routes!(all_items::export_instagram_posts))
        .routes(routes!(all_items::export_tiktok_videos))
        .routes(routes!(scrape_all::scrape_everything))
}
