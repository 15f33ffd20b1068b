//! TikTok accounts and videos.

mod account_videos;
mod add_account;
mod delete_account;
mod list_accounts;
mod refresh_account;
mod scrape_all;
mod video_history;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::router::{Routes, polled};

pub(super) fn routes() -> Routes {
    let lists = OpenApiRouter::new()
        .routes(routes!(
            list_accounts::list_tiktok_accounts,
            add_account::add_tiktok_account
        ))
        .routes(routes!(account_videos::tiktok_account_videos))
        .routes(routes!(video_history::tiktok_video_history));
    polled(lists)
        .routes(routes!(delete_account::delete_tiktok_account))
        .routes(routes!(refresh_account::refresh_tiktok_account))
        .routes(routes!(scrape_all::scrape_all_tiktok))
}
