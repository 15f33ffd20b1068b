//! Instagram accounts and posts.

mod account_posts;
mod add_account;
mod delete_account;
mod list_accounts;
mod post_history;
mod refresh_account;
mod scrape_all;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::router::{Routes, polled};

pub(super) fn routes() -> Routes {
    let lists = OpenApiRouter::new()
        .routes(routes!(
            list_accounts::list_instagram_accounts,
            add_account::add_instagram_account
        ))
        .routes(routes!(account_posts::instagram_account_posts))
        .routes(routes!(post_history::instagram_post_history));
    polled(lists)
        .routes(routes!(delete_account::delete_instagram_account))
        .routes(routes!(refresh_account::refresh_instagram_account))
        .routes(routes!(scrape_all::scrape_all_instagram))
}
