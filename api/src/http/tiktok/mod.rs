//! TikTok accounts and videos.

pub mod account_videos;
pub mod add_account;
pub mod delete_account;
pub mod list_accounts;
pub mod refresh_account;
pub mod scrape_all;
pub mod video_history;
