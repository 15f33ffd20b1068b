//! Instagram accounts and posts.

pub mod account_posts;
pub mod add_account;
pub mod delete_account;
pub mod list_accounts;
pub mod post_history;
pub mod refresh_account;
pub mod scrape_all;
