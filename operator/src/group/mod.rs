//! Client groups: a namespace, its quota and its role bindings; and what the API is told of the group.

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
