//! Erasure of a person's data.

pub mod erase;
pub mod erased;
