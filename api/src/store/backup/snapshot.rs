//! Reading every table as it was at one moment.

use bytes::Bytes;
use futures::stream::BoxStream;
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection as _, PgConnection};

use super::{Contents, TableSchema, catalog, connect};
use crate::ApiError;

/// A consistent view of a database that other connections keep writing to.
#[derive(Debug)]
pub struct Snapshot {
    connection: PgConnection,
    contents: Contents,
}

impl Snapshot {
    /// Begins at the present moment. The user of `options` must be one whom row security does not bind.
    pub async fn begin(options: &PgConnectOptions) -> Result<Self, ApiError> {
        let mut connection = connect(options).await?;
        sqlx::raw_sql("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            .execute(&mut connection)
            .await?;
        let contents = catalog::contents(&mut connection).await?;
        Ok(Self { connection, contents })
    }

    /// What there is.
    #[must_use]
    pub fn contents(&self) -> &Contents {
        &self.contents
    }

    /// The rows of a table in COPY's text form, each item one whole row. A stream that is not read to its end leaves the snapshot
    /// unusable.
    pub async fn rows(
        &mut self,
        table: &TableSchema,
    ) -> Result<BoxStream<'_, Result<Bytes, sqlx::Error>>, ApiError> {
        // A query, because COPY of a partitioned table by name is refused.
        let copy = format!(
            "COPY (SELECT {} FROM {}) TO STDOUT",
            table.quoted_columns(),
            table.quoted()
        );
        Ok(self.connection.copy_out_raw(&copy).await?)
    }

    /// Ends the snapshot.
    pub async fn end(self) -> Result<(), ApiError> {
        Ok(self.connection.close().await?)
    }
}
