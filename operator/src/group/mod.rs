//! Client groups: a namespace, its quota and role bindings, and the registration with the API.

mod apply;
mod build;
mod controller;
mod dereference;
mod groups;
mod namespace_index;
mod purge;
mod quantity;
mod status;
mod validate;

pub(crate) use self::controller::run;
pub(crate) use self::groups::{Groups, NamespaceBinding};
