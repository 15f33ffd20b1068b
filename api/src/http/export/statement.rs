//! Exports of statements.

use std::collections::HashMap;

use axum::response::Response;
use bytes::Bytes;
use chrono::NaiveDate;
use clipmeter_db::content;
use clipmeter_db::content::listing::wait_for_reader;
use clipmeter_db::cost::{self, CostTerms};
use clipmeter_db::stats::gains::{self, ItemLine};
use clipmeter_proto::v1::Platform;
use clipmeter_runtime::saturate;

use super::body::Source;
use super::csv::Csv;
use super::{ROWS, file_response};
use crate::http::database::Transaction;
use crate::http::error::Problem;
use crate::http::export_slots::{ExportSlot, ExportSlots};
use crate::http::scope::SignedIn;

const COLUMNS: [&str; 10] = [
    "platform",
    "account",
    "url",
    "date_posted",
    "views_before",
    "views_after",
    "gained_views",
    "cost",
    "currency",
    "groups",
];

/// Maximum number of lines of both platforms: 72 bytes each, and as much again while they are read.
const MAX_LINES: usize = 200_000;

/// The group and the days of a statement.
#[derive(Clone, Copy)]
pub(crate) struct StatementExport {
    pub(crate) group_id: Option<i64>,
    pub(crate) from: NaiveDate,
    pub(crate) to: NaiveDate,
}

/// Exports the items of a statement as of now.
pub(crate) async fn statement_response(
    slots: &ExportSlots,
    caller: SignedIn,
    export: StatementExport,
    is_cost_known: impl Fn(&CostTerms) -> bool,
) -> Result<Response, Problem> {
    let StatementExport { group_id, from, to } = export;
    let slot = slots.begin(caller.caller().user().user_id)?;
    let group = group_id.map_or_else(String::new, |id| format!("group-{id}-"));
    let name = format!("clipmeter-statement-{group}{from}-{to}.csv");
    let scope = caller.in_group(group_id).await?;
    let closing = scope.closing();
    let mut transaction = scope.read().await?;
    wait_for_reader(&mut transaction).await?;
    let terms = cost::terms(&mut transaction).await?;
    let has_cost = is_cost_known(&terms);
    let mut lines = Vec::new();
    for platform in [Platform::Instagram, Platform::Tiktok] {
        let left = MAX_LINES - lines.len();
        let found = gains::of_items(&mut transaction, platform, from, to, saturate(left + 1)).await?;
        if found.len() > left {
            return Err(Problem::invalid(format!(
                "an exported statement has at most {MAX_LINES} lines; select a group or a shorter period"
            )));
        }
        lines.extend(found.into_iter().map(|line| (platform, line)));
    }
    let file = StatementFile {
        _slot: slot,
        csv: Csv::new(COLUMNS.into_iter()),
        lines: lines.into_iter(),
        has_cost,
        currency: terms.currency.unwrap_or_default(),
        transaction,
    };
    file_response(&name, file, closing).await
}

/// An export in progress.
struct StatementFile {
    _slot: ExportSlot,
    csv: Csv,
    lines: std::vec::IntoIter<(Platform, ItemLine)>,
    has_cost: bool,
    currency: String,
    /// Uses a single snapshot, however long the export takes.
    transaction: Transaction,
}

impl Source for StatementFile {
    async fn next(&mut self) -> Result<Option<Bytes>, Problem> {
        let lines: Vec<_> = self.lines.by_ref().take(usize::from(ROWS)).collect();
        let ids: Vec<i64> = lines.iter().map(|(_, line)| line.id).collect();
        let mut items = content::by_ids(&mut self.transaction, &ids).await?;
        content::add_groups(&mut self.transaction, &mut items).await?;
        let items: HashMap<i64, _> = items.into_iter().map(|item| (item.id, item)).collect();
        for (platform, line) in lines {
            let Some(item) = items.get(&line.id) else { continue };
            self.csv.text(platform.code());
            self.csv.text(&item.username);
            self.csv.text(&item.url);
            self.csv.time(item.posted_at);
            self.csv.number(line.before);
            self.csv.number(line.after);
            self.csv.number(Some(line.gained));
            let cost = line.cost.filter(|_| self.has_cost);
            self.csv.number(cost.map(|cost| format!("{cost:.2}")));
            self.csv.text(&self.currency);
            self.csv.text(&item.groups.join(", "));
            self.csv.end_line();
        }
        Ok(self.csv.take())
    }
}
