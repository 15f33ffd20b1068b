//! Accounts and videos: registration with the API, watching, deletion. The three kinds differ in [`TrackedResource`] only.

mod blocked;
mod build;
mod controller;
mod index;
mod kind;
mod purge;
mod state;
mod status;
mod tracker;
mod validate;

pub(crate) use self::controller::run;
pub(crate) use self::kind::TrackedResource;
pub(crate) use self::state::Purge;
pub(crate) use self::tracker::Tracker;
pub(crate) use self::validate::NamespaceStatus;
