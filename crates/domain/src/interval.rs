//! Scrape intervals, in whole minutes.

/// Platforms refuse more frequent requests.
pub const MIN: i32 = 5;

/// With longer intervals, some days would have no measurement.
pub const MAX: i32 = 1440;
