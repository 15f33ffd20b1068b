//! TikTok accounts and videos.

mod account_history;
mod account_videos;
mod add_account;
mod add_accounts;
mod add_videos;
mod decide_identity;
mod delete_account;
mod delete_accounts;
mod delete_video;
mod list_accounts;
mod list_videos;
mod refresh_account;
mod scrape_all;
mod single_video;
mod update_account;
mod video_history;

use axum::extract::DefaultBodyLimit;
use clipmeter_proto::v1::Platform;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use super::accounts::BULK_BODY_LIMIT;
use super::router::{Routes, polled_from};
use clipmeter_db::database::revisions::Source;

pub(super) fn routes() -> Routes {
    let lists = OpenApiRouter::new()
        .routes(routes!(
            list_accounts::list_tiktok_accounts,
            add_account::add_tiktok_account
        ))
        .routes(routes!(account_history::tiktok_account_history))
        .routes(routes!(account_videos::tiktok_account_videos))
        .routes(routes!(list_videos::list_tiktok_videos));
    let history = OpenApiRouter::new().routes(routes!(video_history::tiktok_video_history));
    polled_from(&[Source::Scope], lists)
        .merge(polled_from(
            &[Source::Scope, Source::Content(Platform::Tiktok)],
            history,
        ))
        .routes(routes!(add_accounts::add_tiktok_accounts).layer(DefaultBodyLimit::max(BULK_BODY_LIMIT)))
        .routes(
            routes!(delete_accounts::delete_tiktok_accounts).layer(DefaultBodyLimit::max(BULK_BODY_LIMIT)),
        )
        .routes(routes!(
            update_account::update_tiktok_account,
            delete_account::delete_tiktok_account
        ))
        .routes(routes!(add_videos::add_tiktok_videos).layer(DefaultBodyLimit::max(BULK_BODY_LIMIT)))
        .routes(routes!(delete_video::delete_tiktok_video))
        .routes(routes!(decide_identity::decide_tiktok_identity))
        .routes(routes!(refresh_account::refresh_tiktok_account))
        .routes(routes!(scrape_all::scrape_all_tiktok))
}
