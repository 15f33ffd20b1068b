//! Items as they are shown, whatever list they are in.

pub(crate) mod listing;
mod page;
mod view;

pub(crate) use page::PageRequest;
pub(crate) use view::{instagram_post, instagram_post_row, tiktok_video, tiktok_video_row};

/// Items of one account that a list gives: more than the web app can show at once, and an end to the answer.
pub(crate) const LONGEST_ACCOUNT_LIST: i64 = 5000;

/// Measurements that a chart gets; one a quarter of an hour for three weeks.
pub(crate) const LONGEST_HISTORY: i64 = 2000;
