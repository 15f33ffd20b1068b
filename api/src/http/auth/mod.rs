//! Signing in.

pub mod login;
pub mod me;
