//! Items: posts of Instagram accounts and videos of TikTok accounts.

mod account_items;
mod history;
pub(crate) mod item;
pub(crate) mod listing;
pub(crate) mod view;

use clipmeter_db::database::revisions::Source;
use clipmeter_proto::v1::Platform;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::routing::{Routes, polled_from};

pub(crate) fn routes() -> Routes {
    let lists = OpenApiRouter::new()
        .routes(routes!(account_items::instagram_account_posts))
        .routes(routes!(account_items::tiktok_account_videos));
    let posts = OpenApiRouter::new().routes(routes!(history::instagram_post_history));
    let videos = OpenApiRouter::new().routes(routes!(history::tiktok_video_history));
    polled_from(&[Source::Scope], lists)
        .merge(polled_from(
            &[Source::Scope, Source::Content(Platform::Instagram)],
            posts,
        ))
        .merge(polled_from(
            &[Source::Scope, Source::Content(Platform::Tiktok)],
            videos,
        ))
}
