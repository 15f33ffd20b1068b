//! Tracked accounts. Each file has an operation for both platforms; only paths and documentation differ.

pub(crate) mod account;
mod add;
mod add_many;
mod cadence;
mod delete;
mod history;
mod identity;
mod list;
mod refresh;
mod scrape_all;
mod update;
pub(crate) mod username;
pub(crate) mod view;

use axum::extract::DefaultBodyLimit;
use clipmeter_db::database::revisions::Source;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use crate::http::common::BULK_BODY_LIMIT;
use crate::http::routing::{Routes, polled_from};

pub(crate) fn routes() -> Routes {
    let bulk_limit = || DefaultBodyLimit::max(BULK_BODY_LIMIT);
    let polled = OpenApiRouter::new()
        .routes(routes!(list::list_instagram_accounts, add::add_instagram_account))
        .routes(routes!(list::list_tiktok_accounts, add::add_tiktok_account))
        .routes(routes!(history::instagram_account_history))
        .routes(routes!(history::tiktok_account_history));
    polled_from(&[Source::Scope], polled)
        .routes(routes!(add_many::add_instagram_accounts).layer(bulk_limit()))
        .routes(routes!(add_many::add_tiktok_accounts).layer(bulk_limit()))
        .routes(routes!(delete::delete_instagram_accounts).layer(bulk_limit()))
        .routes(routes!(delete::delete_tiktok_accounts).layer(bulk_limit()))
        .routes(routes!(
            update::update_instagram_account,
            delete::delete_instagram_account
        ))
        .routes(routes!(
            update::update_tiktok_account,
            delete::delete_tiktok_account
        ))
        .routes(routes!(identity::decide_instagram_identity))
        .routes(routes!(identity::decide_tiktok_identity))
        .routes(routes!(refresh::refresh_instagram_account))
        .routes(routes!(refresh::refresh_tiktok_account))
        .routes(routes!(scrape_all::scrape_all_instagram))
        .routes(routes!(scrape_all::scrape_all_tiktok))
}
