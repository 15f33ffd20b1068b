//! Scrape intervals, in whole minutes.

/// Platforms refuse more frequent requests.
pub const MIN: i32 = 5;

/// With longer intervals, some days would have no measurement.
pub const MAX: i32 = 1440;

/// The interval of Instagram accounts that set none.
pub const DEFAULT_INSTAGRAM: i32 = 60;

/// The interval of TikTok accounts and videos that set none.
pub const DEFAULT_TIKTOK: i32 = 15;
