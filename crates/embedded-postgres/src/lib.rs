//! A private PostgreSQL 18 server: for standalone mode, which should not require installing one, and for tests, which run against
//! a real server.
//!
//! * [`Installation`] downloads the server's programs once and keeps them in a cache folder.
//! * [`Server`] creates a data directory, starts the server as an unprivileged user and ties its lifetime to this process:
//!   when the process ends for any reason, the server shuts down.
//! * [`TestServer`] gives each test its own database, cloned from one that was migrated once.

mod database_files;
mod download;
mod error;
mod guard;
mod install;
mod process_user;
mod remnants;
mod server;
mod test_server;

pub use error::PostgresError;
pub use install::Installation;
pub use server::{Durability, Server, ServerConfig};
pub use test_server::{TestDatabase, TestServer};
