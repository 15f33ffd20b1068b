//! What groups track, and the resources that describe it.

pub mod identity;
pub mod intent;
pub mod limits;
pub(crate) mod purge;
pub mod resources;
pub mod tracked;
pub mod tracked_change;
pub mod videos;
