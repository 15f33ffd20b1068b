//! Readers of the two formats in which platforms respond. Both skip values that are not needed.

pub(crate) mod html;
pub(crate) mod json;
