//! Exports of tables of any length: rows are read while the file is sent.

mod body;
mod column;
mod csv;
mod file_name;
mod statement;

use std::time::Duration;

use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use clipmeter_db::content::add_groups;
use clipmeter_db::content::listing::CombinedRows;
use clipmeter_db::settings::{self, UserSettings};
use http::HeaderName;
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};

use self::body::{ExportLimits, Source, body};
use self::file_name::file_name;
use super::content::listing::{self, ContentFilter};
use super::error::Problem;
use super::export_slots::{ExportSlot, ExportSlots};
use crate::http::database::Transaction;
use crate::http::scope::SignedIn;

pub(crate) use self::column::{Column, ColumnsQuery, ExportTable, tables};
pub(crate) use self::csv::Csv;
pub(crate) use self::statement::{StatementExport, statement_response};

/// Rows that are read and sent at once: a few hundred KB with the longest captions.
const ROWS: u16 = 500;

const LIMITS: ExportLimits = ExportLimits {
    // A million rows to a client with 3 Mbit/s. A longer transaction would keep deleted rows from being cleaned up for
    // one file.
    total: Duration::from_mins(15),
    // Half of the time that the database lets the transaction wait for its next statement (`listing::Rows`).
    idle: Duration::from_secs(30),
    // A bad mobile connection, if the file were sent uncompressed.
    min_bytes_per_second: 32 * 1024,
};

/// Exports the filtered rows of a table as of now.
pub(crate) async fn csv_response<T: ExportTable>(
    slots: &ExportSlots,
    caller: SignedIn,
    filter: ContentFilter,
    columns: ColumnsQuery<T>,
) -> Result<Response, Problem> {
    let columns = columns.chosen(filter.gained_from.is_some())?;
    let slot = slots.begin(caller.caller().user().user_id)?;
    let today = caller.today(filter.group_id).await?;
    let name = file_name(T::PLATFORMS, &filter, today);
    let scope = caller.in_group(filter.group_id).await?;
    let closing = scope.closing();
    let mut transaction = scope.read().await?;
    let listings = listing::of_platforms(&mut transaction, T::PLATFORMS, &filter).await?;
    let rows = CombinedRows::open(&mut transaction, &listings).await?;
    let settings = settings::of_user(&mut transaction).await?;
    let file = CsvExport {
        _slot: slot,
        csv: Csv::new(columns.iter().map(|column| column.name())),
        columns,
        rows,
        settings,
        transaction,
    };
    file_response(&name, file, closing).await
}

/// Returns the file as the response. Errors before its first rows are returned as the response; a later error aborts the body.
async fn file_response(
    name: &str,
    mut file: impl Source,
    closing: impl Future<Output = ()> + Send + 'static,
) -> Result<Response, Problem> {
    let first = file.next().await?.unwrap_or_default();
    Ok((headers(name), body(first, file, LIMITS, closing)).into_response())
}

/// Returns a file that is short enough to be in memory as the response.
pub(crate) fn small_file(name: &str, mut file: Csv) -> Response {
    (headers(name), file.take().unwrap_or_default()).into_response()
}

fn headers(name: &str) -> [(HeaderName, String); 2] {
    [
        (CONTENT_TYPE, "text/csv; charset=utf-8; header=present".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ]
}

/// An export in progress.
struct CsvExport {
    _slot: ExportSlot,
    csv: Csv,
    columns: Vec<Column>,
    rows: CombinedRows,
    settings: UserSettings,
    /// Uses a single snapshot, however long the export takes.
    transaction: Transaction,
}

impl Source for CsvExport {
    async fn next(&mut self) -> Result<Option<Bytes>, Problem> {
        let rows = self.rows.next(&mut self.transaction, ROWS).await?;
        let (platforms, mut items): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
        let needs_groups = |column: &Column| matches!(column, Column::Currency | Column::Groups);
        if self.columns.iter().any(needs_groups) {
            add_groups(&mut self.transaction, &mut items).await?;
        }
        let UserSettings {
            currency,
            default_currency,
            ..
        } = &self.settings;
        for (platform, item) in platforms.into_iter().zip(items) {
            let currency = if item.groups.is_empty() {
                default_currency
            } else {
                currency
            };
            for column in &self.columns {
                column.write(platform, &item, currency.as_deref(), &mut self.csv);
            }
            self.csv.end_line();
        }
        Ok(self.csv.take())
    }
}
