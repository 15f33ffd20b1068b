//! Connections, roles, scopes and notifications of the database.

pub(crate) mod change_notifications;
pub mod clock_steps;
pub mod connect;
pub(crate) mod connections;
pub mod retry;
pub mod revisions;
pub(crate) mod roles;
pub mod scope;
pub(crate) mod scope_key;
