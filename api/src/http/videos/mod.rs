//! Single TikTok videos.

mod add;
mod delete;
mod list;
mod video;

use axum::extract::DefaultBodyLimit;
use clipmeter_db::database::revisions::Source;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use crate::http::common::BULK_BODY_LIMIT;
use crate::http::routing::{Routes, polled_from};

pub(crate) use video::failing_video;

pub(crate) fn routes() -> Routes {
    let polled = OpenApiRouter::new().routes(routes!(list::list_tiktok_videos));
    polled_from(&[Source::Scope], polled)
        .routes(routes!(add::add_tiktok_videos).layer(DefaultBodyLimit::max(BULK_BODY_LIMIT)))
        .routes(routes!(delete::delete_tiktok_video))
}
