//! Client groups.

pub mod create;
pub mod list;
