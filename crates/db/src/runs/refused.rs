//! Ends the unit of a report that the database can never store. Its scraper ends as well, because every later attempt to
//! deliver the report would fail. If the unit stayed without an outcome, it would be due at once, and would end the next
//! run before the units after it.

use clipmeter_proto::v1::{Outcome, UnitReport};

use super::RunStore;
use super::report::fence;
use crate::DbError;
use crate::database::retry::{is_contention, retried};
use crate::ingest::report::Report;
use crate::ingest::unit_end;

/// Keeps the last number, so that the report is refused again if it is sent again.
const NO_SEQUENCE: i64 = 0;

impl RunStore {
    /// Stores a failure as the outcome of the unit that a refused report is about. An error is only logged.
    pub(super) async fn end_refused_unit(&self, report: &Report, refusal: &DbError) {
        let end = UnitReport {
            outcome: Outcome::UnknownError.into(),
            detail: detail(refusal),
            ..UnitReport::default()
        };
        if let Err(error) = retried(is_contention, || self.end_unit_of(report, &end)).await {
            tracing::warn!(run = %report.run, %error, "cannot end the unit of a refused report");
        }
    }

    /// Ends the unit that the report is about, unless it has ended or the scraper has lost the run.
    async fn end_unit_of(&self, report: &Report, end: &UnitReport) -> Result<(), DbError> {
        let now = self.clock.now();
        let mut tx = self.pool.begin().await?;
        let Some(fenced) = fence(&mut tx, report, NO_SEQUENCE, now).await? else {
            return Ok(());
        };
        let Some(target) = fenced.target else {
            return Ok(());
        };
        let ended = unit_end::store(&mut tx, &target, end, now).await?;
        tx.commit().await?;
        if let Some(outcome) = ended {
            self.reported.unit(fenced.platform, end, outcome);
        }
        Ok(())
    }
}

/// Returns what users see of a refusal. A message of the database may contain data.
fn detail(refusal: &DbError) -> String {
    match refusal {
        DbError::Invalid(reason) => format!("the API refused the data: {reason}"),
        _ => "the database refused the data; see the API's log".to_owned(),
    }
}
