//! The dashboard and the table of all content.

pub mod all_instagram_posts;
pub mod all_tiktok_videos;
pub mod scrape_all;
pub mod stats;
pub mod top_performers;
