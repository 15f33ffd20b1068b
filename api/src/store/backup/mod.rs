//! Every row of a database, read in one snapshot and put into an empty one.
//!
//! Names of tables come from the database's catalog, so that a new table is in the next backup: the queries are not checked at compile
//! time, and tests compare every table of a restored database.

mod catalog;
mod load;
mod snapshot;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use sqlx::ConnectOptions as _;
use sqlx::postgres::{PgConnectOptions, PgConnection};

use super::MIGRATOR;
use crate::ApiError;

pub use load::Load;
pub use snapshot::Snapshot;

/// What a snapshot holds, beside the rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contents {
    /// Major version of the server.
    pub postgres: i32,
    /// The migrations that made the schema.
    pub migrations: Vec<i64>,
    /// In an order in which each table's foreign keys find their rows.
    pub tables: Vec<TableSchema>,
    /// What gives new rows their ids.
    pub sequences: Vec<Sequence>,
    /// First days of the months whose measurements have a partition of their own.
    pub months: Vec<NaiveDate>,
}

impl Contents {
    /// A migration that this version does not know.
    #[must_use]
    pub fn unknown_migration(&self) -> Option<i64> {
        let mut versions = self.migrations.iter().copied();
        versions.find(|version| !MIGRATOR.version_exists(*version))
    }
}

/// A table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSchema {
    /// Its name in the schema `public`.
    pub name: String,
    /// Those that are stored and not computed, in order.
    pub columns: Vec<String>,
}

impl TableSchema {
    /// The table for SQL.
    fn quoted(&self) -> String {
        in_public(&self.name)
    }

    /// Its columns for SQL.
    fn quoted_columns(&self) -> String {
        let names: Vec<String> = self.columns.iter().map(|name| quoted(name)).collect();
        names.join(", ")
    }
}

/// A sequence. Its value may be ahead of the snapshot, never behind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sequence {
    /// Its name in the schema `public`.
    pub name: String,
    /// The value it stands at.
    pub last_value: i64,
    /// Whether that one was given out.
    pub is_called: bool,
}

/// Connects as a user who bypasses row security.
async fn connect(options: &PgConnectOptions) -> Result<PgConnection, ApiError> {
    options
        .clone()
        .application_name("clipmeter_backup")
        .options([
            // A policy that hides rows is an error: a backup without them would look whole.
            ("row_security", "off"),
            ("intervalstyle", "postgres"),
            // It takes as long as the data is large.
            ("statement_timeout", "0"),
            ("transaction_timeout", "0"),
            ("idle_in_transaction_session_timeout", "0"),
        ])
        // Loading is always slow: warnings about slow statements would only alarm users.
        .disable_statement_logging()
        .connect()
        .await
        .map_err(ApiError::Connect)
}

fn in_public(name: &str) -> String {
    format!("public.{}", quoted(name))
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
