//! Texts of a client group. Lengths are in characters.

/// What still fits a heading.
pub const LONGEST_NAME: usize = 100;

/// A paragraph.
pub const LONGEST_DESCRIPTION: usize = 1000;
