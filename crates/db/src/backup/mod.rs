//! Backup: all rows of a database, read in one snapshot and restored into an empty database.
//!
//! Table names come from the database's catalog, so that a new table is part of the next backup. The queries
//! are therefore not checked at compile time; tests compare every table of a restored database.

mod catalog;
mod load;
mod snapshot;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use sqlx::ConnectOptions as _;
use sqlx::postgres::{PgConnectOptions, PgConnection};

use crate::DbError;
use crate::database::MIGRATOR;

pub use load::Load;
pub use snapshot::Snapshot;

/// The contents of a snapshot besides the rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contents {
    /// Major version of the server.
    pub postgres: i32,
    /// The migrations that created the schema.
    pub migrations: Vec<i64>,
    /// In an order in which each table's foreign keys find their rows.
    pub tables: Vec<TableSchema>,
    /// The sequences that generate ids.
    pub sequences: Vec<Sequence>,
    /// First days of the months that have a partition for their measurements.
    pub months: Vec<NaiveDate>,
}

impl Contents {
    /// Returns a migration that this version does not have, if any.
    #[must_use]
    pub fn unknown_migration(&self) -> Option<i64> {
        let mut versions = self.migrations.iter().copied();
        versions.find(|version| !MIGRATOR.version_exists(*version))
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSchema {
    /// Name in the schema `public`.
    pub name: String,
    /// The stored columns, without generated ones, in order.
    pub columns: Vec<String>,
}

impl TableSchema {
    /// Returns the table name, quoted for SQL.
    fn quoted(&self) -> String {
        in_public(&self.name)
    }

    /// Returns the column names, quoted for SQL.
    fn quoted_columns(&self) -> String {
        let names: Vec<String> = self.columns.iter().map(|name| quoted(name)).collect();
        names.join(", ")
    }
}

/// A sequence. Its value may be ahead of the snapshot, never behind it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sequence {
    /// Name in the schema `public`.
    pub name: String,
    /// Current value.
    pub last_value: i64,
    /// Whether the current value has been used.
    pub is_called: bool,
}

/// Connects as a user that bypasses row-level security.
async fn connect(options: &PgConnectOptions) -> Result<PgConnection, DbError> {
    options
        .clone()
        .application_name("clipmeter_backup")
        .options([
            // A policy that hides rows is an error: a backup without them would look complete.
            ("row_security", "off"),
            ("intervalstyle", "postgres"),
            // The duration depends on the amount of data.
            ("statement_timeout", "0"),
            ("transaction_timeout", "0"),
            ("idle_in_transaction_session_timeout", "0"),
        ])
        // Loading is always slow; warnings about slow statements would only alarm users.
        .disable_statement_logging()
        .connect()
        .await
        .map_err(DbError::Connect)
}

fn in_public(name: &str) -> String {
    format!("public.{}", quoted(name))
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
