//! Accounts and videos: registered with the API, watched, and let go. The three kinds differ in [`Kind`] only.

mod build;
mod controller;
mod fact;
mod hold;
mod index;
mod kind;
mod purge;
mod status;
mod tracker;
mod validate;

pub(crate) use self::controller::run;
pub(crate) use self::fact::Purge;
pub(crate) use self::kind::Kind;
pub(crate) use self::tracker::Tracker;
pub(crate) use self::validate::Place;
