//! Instagram accounts and posts.

mod account_history;
mod account_posts;
mod add_account;
mod add_accounts;
mod decide_identity;
mod delete_account;
mod delete_accounts;
mod list_accounts;
mod post_history;
mod refresh_account;
mod scrape_all;
mod update_account;

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
            list_accounts::list_instagram_accounts,
            add_account::add_instagram_account
        ))
        .routes(routes!(account_posts::instagram_account_posts))
        .routes(routes!(account_history::instagram_account_history));
    let history = OpenApiRouter::new().routes(routes!(post_history::instagram_post_history));
    polled_from(&[Source::Scope], lists)
        .merge(polled_from(
            &[Source::Scope, Source::Content(Platform::Instagram)],
            history,
        ))
        .routes(routes!(add_accounts::add_instagram_accounts).layer(DefaultBodyLimit::max(BULK_BODY_LIMIT)))
        .routes(
            routes!(delete_accounts::delete_instagram_accounts).layer(DefaultBodyLimit::max(BULK_BODY_LIMIT)),
        )
        .routes(routes!(
            update_account::update_instagram_account,
            delete_account::delete_instagram_account
        ))
        .routes(routes!(decide_identity::decide_instagram_identity))
        .routes(routes!(refresh_account::refresh_instagram_account))
        .routes(routes!(scrape_all::scrape_all_instagram))
}
