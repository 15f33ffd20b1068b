//! The dashboard and the table of all content.

mod all_instagram_posts;
mod all_tiktok_videos;
mod scrape_all;
mod stats;
mod top_performers;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::router::{Routes, polled};

pub(super) fn routes() -> Routes {
    let lists = OpenApiRouter::new()
        .routes(routes!(stats::dashboard_stats))
        .routes(routes!(top_performers::top_performers))
        .routes(routes!(all_instagram_posts::all_instagram_posts))
        .routes(routes!(all_tiktok_videos::all_tiktok_videos));
    polled(lists).routes(routes!(scrape_all::scrape_everything))
}
