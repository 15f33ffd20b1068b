//! How many accounts of a platform a group may track.

/// When nobody says otherwise.
pub const DEFAULT: i32 = 10;

/// The limit that the database keeps too: ten times the largest installation planned for.
pub const LARGEST: i32 = 100_000;
