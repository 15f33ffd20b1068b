//! Tables as files, however long they are: rows are read while the file is sent.

mod body;
mod column;
mod csv;
mod file_name;
mod slot;

use std::time::Duration;

use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};

use self::body::{ExportLimits, Source, body};
use self::csv::Csv;
use self::file_name::file_name;
use self::slot::{ExportSlot, ExportSlots};
use crate::http::content::listing;
use crate::http::error::Problem;
use crate::http::scope::{SignedIn, Transaction};
use crate::http::types::ContentFilter;
use crate::store::listing::ContentRows;

pub(crate) use self::column::{Column, ColumnsQuery, ExportTable, InstagramPosts, TiktokVideos};

/// Rows that are read and sent at once: a few hundred KB with the longest captions.
const ROWS: u16 = 500;

const LIMITS: ExportLimits = ExportLimits {
    // A million rows to a client that takes 3 Mbit/s. Longer than that, what is deleted meanwhile would be kept for one file.
    total: Duration::from_mins(15),
    // Half of what the database lets the transaction wait for its next statement (`listing::Rows`).
    idle: Duration::from_secs(30),
    // A bad mobile connection, were the file not compressed on its way.
    min_bytes_per_second: 32 * 1024,
};

/// The files that are being made.
#[derive(Default)]
pub(crate) struct Exports(ExportSlots);

impl Exports {
    /// A table with what the filter leaves, as it is at this moment. What is wrong before the first rows are there is the
    /// answer; after that the body is cut off.
    pub(crate) async fn csv<T: ExportTable>(
        &self,
        caller: SignedIn,
        filter: ContentFilter,
        columns: ColumnsQuery<T>,
    ) -> Result<Response, Problem> {
        let columns = columns.chosen()?;
        let slot = self.0.begin(caller.caller().user().user_id)?;
        let name = file_name(T::PLATFORM, &filter, caller.caller().now().date_naive());
        let scope = caller.in_group(filter.group_id).await?;
        let closing = scope.closing();
        let mut transaction = scope.read().await?;
        let listing = listing::of_table(&mut transaction, T::PLATFORM, filter).await?;
        let rows = ContentRows::open(&mut transaction, &listing).await?;
        let mut file = CsvExport {
            _slot: slot,
            csv: Csv::new(columns.iter().map(|column| column.name())),
            columns,
            rows,
            transaction,
        };
        let first = file.next().await?.unwrap_or_default();
        let headers = [
            (CONTENT_TYPE, "text/csv; charset=utf-8; header=present".to_owned()),
            (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
        ];
        Ok((headers, body(first, file, LIMITS, closing)).into_response())
    }
}

/// A file that is being made.
struct CsvExport {
    _slot: ExportSlot,
    csv: Csv,
    columns: Vec<Column>,
    rows: ContentRows,
    /// Of one snapshot, however long it takes.
    transaction: Transaction,
}

impl Source for CsvExport {
    async fn next(&mut self) -> Result<Option<Bytes>, Problem> {
        for item in self.rows.next(&mut self.transaction, ROWS).await? {
            for column in &self.columns {
                column.write(&item, &mut self.csv);
            }
            self.csv.end_line();
        }
        Ok(self.csv.take())
    }
}
