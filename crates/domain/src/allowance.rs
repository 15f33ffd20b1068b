//! How many accounts of a platform, and how many single videos, a group may track.

/// The account limit of a group that sets none.
pub const DEFAULT: i32 = 10;

/// The limit on single videos of a group that sets none. At the default interval, a hundred of them need 400 requests per hour, a
/// sixth of the rate limit of an address.
pub const DEFAULT_VIDEOS: i32 = 100;

/// The largest limit, which the database enforces too: ten times the largest installation planned for.
pub const MAX: i32 = 100_000;
