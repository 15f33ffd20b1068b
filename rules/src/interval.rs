//! How often something is scraped, in whole minutes.

/// More often, platforms refuse.
pub const SHORTEST: i32 = 5;

/// More rarely, a day has no number of its own.
pub const LONGEST: i32 = 1440;

/// Instagram accounts, when nobody says otherwise.
pub const DEFAULT_INSTAGRAM: i32 = 60;

/// TikTok accounts and videos, when nobody says otherwise.
pub const DEFAULT_TIKTOK: i32 = 15;
