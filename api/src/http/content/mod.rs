//! Items as shown in all lists.

pub(crate) mod listing;
mod page;
mod view;

pub(crate) use page::PageRequest;
pub(crate) use view::{instagram_post, instagram_post_row, tiktok_video, tiktok_video_row};

/// Maximum number of items of one account's list: more than the web app can show at once, and a limit on the response.
pub(crate) const LONGEST_ACCOUNT_LIST: i64 = 5000;

/// Maximum number of measurements for a chart; one every 15 minutes for three weeks.
pub(crate) const LONGEST_HISTORY: i64 = 2000;
