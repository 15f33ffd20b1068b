//! What groups track, and the resources that describe it.

pub mod accounts;
pub mod attempts;
pub mod identity;
pub mod limits;
pub mod resources;
pub mod videos;

pub use crate::intent;
