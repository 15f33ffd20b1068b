//! Tables as files, however long they are: rows are read while the file is sent.

mod body;
mod column;
mod csv;
mod file_name;
mod turn;

use std::time::Duration;

use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};

use self::body::{Patience, Source, body};
use self::csv::Csv;
use self::file_name::file_name;
use self::turn::{Turn, Turns};
use crate::http::content::listing;
use crate::http::error::Problem;
use crate::http::scope::{SignedIn, Transaction};
use crate::http::types::ContentFilter;
use crate::store::listing::Rows;

pub(crate) use self::column::{Column, ColumnsQuery, InstagramPosts, Table, TiktokVideos};

/// Rows that are read and sent at once: a few hundred KB with the longest captions.
const ROWS: u16 = 500;

const PATIENCE: Patience = Patience {
    // A million rows to a client that takes 3 Mbit/s. Longer than that, what is deleted meanwhile would be kept for one file.
    in_all: Duration::from_mins(15),
    // Half of what the database lets the transaction wait for its next statement (`listing::Rows`).
    for_a_piece: Duration::from_secs(30),
    // A bad mobile connection, were the file not compressed on its way.
    bytes_a_second: 32 * 1024,
};

/// The files that are being made.
#[derive(Default)]
pub(crate) struct Exports(Turns);

impl Exports {
    /// A table with what the filter leaves, as it is at this moment. What is wrong before the first rows are there is the
    /// answer; after that the body is cut off.
    pub(crate) async fn csv<T: Table>(
        &self,
        caller: SignedIn,
        filter: ContentFilter,
        columns: ColumnsQuery<T>,
    ) -> Result<Response, Problem> {
        let columns = columns.chosen()?;
        let turn = self.0.begin(caller.caller().user().user_id)?;
        let name = file_name(T::PLATFORM, &filter, caller.caller().now().date_naive());
        let scope = caller.in_group(filter.group_id).await?;
        let closing = scope.closing();
        let mut transaction = scope.read().await?;
        let wanted = listing::of_table(&mut transaction, T::PLATFORM, filter).await?;
        let rows = Rows::open(&mut transaction, &wanted).await?;
        let mut file = File {
            _turn: turn,
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
        Ok((headers, body(first, file, PATIENCE, closing)).into_response())
    }
}

/// A file that is being made.
struct File {
    _turn: Turn,
    csv: Csv,
    columns: Vec<Column>,
    rows: Rows,
    /// Of one snapshot, however long it takes.
    transaction: Transaction,
}

impl Source for File {
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
