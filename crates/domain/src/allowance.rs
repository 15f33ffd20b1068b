//! How many accounts of a platform a group may track.

/// The limit of a group that sets none.
pub const DEFAULT: i32 = 10;

/// The largest limit, which the database enforces too: ten times the largest installation planned for.
pub const MAX: i32 = 100_000;
