//! Connections, roles, scopes and notifications of the database.

pub(crate) mod change_listener;
pub(crate) mod change_notification;
pub mod connect;
pub(crate) mod connections;
pub mod migrations;
mod platforms;
mod pooler;
pub mod read_replicas;
pub mod retry;
pub mod revisions;
pub(crate) mod roles;
pub mod scope;
pub(crate) mod scope_key;

use sqlx::migrate::Migrator;

/// All migrations, in order. They only go forward, and the previous version can still run on the schema that
/// each leaves.
pub static MIGRATOR: Migrator = sqlx::migrate!("./migrations");
