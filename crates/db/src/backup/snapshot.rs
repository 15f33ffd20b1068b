//! Reads all tables as of one moment.

use bytes::Bytes;
use futures::stream::BoxStream;
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection as _, PgConnection};

use super::{Contents, TableSchema, catalog, connect};
use crate::DbError;

/// A consistent view of a database that other connections keep writing to.
#[derive(Debug)]
pub struct Snapshot {
    connection: PgConnection,
    contents: Contents,
}

impl Snapshot {
    /// Begins a snapshot. The user in `options` must bypass row-level security.
    pub async fn begin(options: &PgConnectOptions) -> Result<Self, DbError> {
        let mut connection = connect(options).await?;
        sqlx::raw_sql("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            .execute(&mut connection)
            .await?;
        let contents = catalog::contents(&mut connection).await?;
        Ok(Self { connection, contents })
    }

    /// Returns the tables, sequences and partitions of the snapshot.
    #[must_use]
    pub fn contents(&self) -> &Contents {
        &self.contents
    }

    /// Returns the rows of a table in COPY's text format, each item one whole row. A stream that is not read
    /// to its end leaves the snapshot unusable.
    pub async fn rows(
        &mut self,
        table: &TableSchema,
    ) -> Result<BoxStream<'_, Result<Bytes, sqlx::Error>>, DbError> {
        // A query, because COPY rejects a partitioned table by name.
        let copy = format!(
            "COPY (SELECT {} FROM {}) TO STDOUT",
            table.quoted_columns(),
            table.quoted()
        );
        Ok(self.connection.copy_out_raw(&copy).await?)
    }

    pub async fn end(self) -> Result<(), DbError> {
        Ok(self.connection.close().await?)
    }
}
