//! Tests of connections, roles and the schema.

pub(crate) mod begin_blocker;
mod client_disconnect;
mod concurrent_migrations;
pub(crate) mod migrations;
mod outage;
mod pooler;
mod roles;
mod row_level_security;
