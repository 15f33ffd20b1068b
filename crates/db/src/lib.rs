//! The database: its schema, and the only SQL. Each folder contains the queries of one subject; the caller passes the time.

pub mod audit;
pub mod backup;
pub mod clock_steps;
pub mod codes;
pub mod content;
pub mod cost;
pub mod database;
mod deletion;
pub mod erasure;
mod error;
pub mod groups;
pub mod ingest;
pub mod intent;
pub mod key_check;
pub mod leader;
pub mod platform_config;
pub mod rate_limits;
pub mod retention;
pub mod runs;
pub mod secrets;
pub mod sessions;
pub mod settings;
pub mod stats;
pub mod storage;
pub mod tracking;
pub mod users;
mod values;

pub use database::MIGRATOR;
pub use database::change_listener::ChangeListener;
pub use database::change_notification::ChangeNotification;
pub use database::connect::Pools;
pub use database::connections::Pool;
pub use database::retry::{is_lost, retried};
pub use database::roles::RolePasswords;
pub use database::scope::{Access, Scope};
pub use error::DbError;
