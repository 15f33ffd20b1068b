//! Readers of the two formats in which platforms respond. Both skip the values that nobody requested.

pub(crate) mod html;
pub(crate) mod json;
