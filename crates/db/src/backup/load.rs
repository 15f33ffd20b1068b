//! Loads rows into an empty database.

use chrono::NaiveDate;
use sqlx::migrate::{Migration, Migrator};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

use super::{Contents, Sequence, TableSchema, connect};
use crate::DbError;
use crate::database::MIGRATOR;

/// A database that is being loaded, in one transaction.
#[derive(Debug)]
pub struct Load {
    connection: PgConnection,
    contents: Contents,
}

impl Load {
    /// Creates the schema that the rows were read from in an empty database. The user in `options` must
    /// bypass row-level security.
    pub async fn begin(options: &PgConnectOptions, contents: Contents) -> Result<Self, DbError> {
        let mut connection = connect(options).await?;
        let migrations: Vec<Migration> = MIGRATOR
            .iter()
            .filter(|migration| contents.migrations.contains(&migration.version))
            .cloned()
            .collect();
        Migrator::with_migrations(migrations).run(&mut connection).await?;
        for month in &contents.months {
            ensure_month(&mut connection, *month).await?;
        }
        run(&mut connection, "BEGIN".to_owned()).await?;
        let tables: Vec<String> = contents.tables.iter().map(TableSchema::quoted).collect();
        // Migrations insert rows.
        run(&mut connection, format!("TRUNCATE {}", tables.join(", "))).await?;
        let mut load = Self { connection, contents };
        // The rows that triggers would create or update are part of the backup. Foreign keys stay enabled.
        load.switch_triggers("DISABLE").await?;
        Ok(load)
    }

    /// Adds whole rows in COPY's text format. Tables come in the order of the contents.
    pub async fn rows(&mut self, table: &TableSchema, rows: &[u8]) -> Result<(), DbError> {
        let copy = format!("COPY {} ({}) FROM STDIN", table.quoted(), table.quoted_columns());
        let mut copying = self.connection.copy_in_raw(&copy).await?;
        copying.send(rows).await?;
        copying.finish().await?;
        Ok(())
    }

    /// Commits the restored database and migrates it to the schema of this version.
    pub async fn finish(mut self) -> Result<(), DbError> {
        // A table with unchecked rows cannot be altered.
        run(&mut self.connection, "SET CONSTRAINTS ALL IMMEDIATE".to_owned()).await?;
        self.switch_triggers("ENABLE").await?;
        for sequence in &self.contents.sequences {
            set(&mut self.connection, sequence).await?;
        }
        run(&mut self.connection, "COMMIT".to_owned()).await?;
        MIGRATOR.run(&mut self.connection).await?;
        // Without statistics, the first queries would be planned for empty tables.
        run(&mut self.connection, "ANALYZE".to_owned()).await?;
        Ok(self.connection.close().await?)
    }

    async fn switch_triggers(&mut self, to: &str) -> Result<(), DbError> {
        for table in &self.contents.tables {
            let alter = format!("ALTER TABLE {} {to} TRIGGER USER", table.quoted());
            run(&mut self.connection, alter).await?;
        }
        Ok(())
    }
}

async fn run(connection: &mut PgConnection, statement: String) -> Result<(), DbError> {
    // Safe: only quoted names are interpolated.
    sqlx::raw_sql(AssertSqlSafe(statement))
        .execute(connection)
        .await?;
    Ok(())
}

async fn ensure_month(connection: &mut PgConnection, month: NaiveDate) -> Result<(), DbError> {
    sqlx::query("SELECT ensure_metrics_month($1::date::timestamp AT TIME ZONE 'UTC')")
        .bind(month)
        .execute(connection)
        .await?;
    Ok(())
}

async fn set(connection: &mut PgConnection, sequence: &Sequence) -> Result<(), DbError> {
    sqlx::query("SELECT setval(format('public.%I', $1::text)::regclass, $2, $3)")
        .bind(&sequence.name)
        .bind(sequence.last_value)
        .bind(sequence.is_called)
        .execute(connection)
        .await?;
    Ok(())
}
