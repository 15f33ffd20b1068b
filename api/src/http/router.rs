//! The paths of the HTTP API. Each `routes!` line both serves its handlers and documents them.

use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::openapi::ApiDoc;
use super::{auth, dashboard, groups, instagram, scraping, tiktok};

/// Every documented path.
pub(super) fn api() -> OpenApiRouter {
    OpenApiRouter::with_openapi(ApiDoc::openapi())
        .routes(routes!(auth::login::login))
        .routes(routes!(auth::me::me))
        .routes(routes!(dashboard::stats::dashboard_stats))
        .routes(routes!(dashboard::top_performers::top_performers))
        .routes(routes!(dashboard::all_instagram_posts::all_instagram_posts))
        .routes(routes!(dashboard::all_tiktok_videos::all_tiktok_videos))
        .routes(routes!(dashboard::scrape_all::scrape_everything))
        .routes(routes!(groups::list::list_groups, groups::create::create_group))
        .routes(routes!(
            instagram::list_accounts::list_instagram_accounts,
            instagram::add_account::add_instagram_account
        ))
        .routes(routes!(instagram::delete_account::delete_instagram_account))
        .routes(routes!(instagram::refresh_account::refresh_instagram_account))
        .routes(routes!(instagram::account_posts::instagram_account_posts))
        .routes(routes!(instagram::scrape_all::scrape_all_instagram))
        .routes(routes!(instagram::post_history::instagram_post_history))
        .routes(routes!(
            tiktok::list_accounts::list_tiktok_accounts,
            tiktok::add_account::add_tiktok_account
        ))
        .routes(routes!(tiktok::delete_account::delete_tiktok_account))
        .routes(routes!(tiktok::refresh_account::refresh_tiktok_account))
        .routes(routes!(tiktok::account_videos::tiktok_account_videos))
        .routes(routes!(tiktok::scrape_all::scrape_all_tiktok))
        .routes(routes!(tiktok::video_history::tiktok_video_history))
        .routes(routes!(scraping::add_sessions::add_sessions))
}
