//! Runs: their results, and retries of failed units.

mod list;
mod progress;
mod retry;
mod retry_failed;
mod units;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::error::{ErrorCode, Problem};
use crate::http::router::{Routes, polled_from};
use crate::http::types::{TriggeredScrape, Waiting};
use clipmeter_db::database::revisions::Source;

pub(super) fn routes() -> Routes {
    let polled = OpenApiRouter::new()
        .routes(routes!(list::scraping_runs))
        .routes(routes!(progress::scraping_run))
        .routes(routes!(units::scraping_run_units));
    // The end of a unit changes the scope's revision, and the run's results change with it.
    polled_from(&[Source::Scope], polled)
        .routes(routes!(retry::retry_scraping_run))
        .routes(routes!(retry_failed::retry_failed_scrapes))
}

/// Returns the response to a retry of these units in these runs.
fn trying_again(
    units: usize,
    runs: impl IntoIterator<Item = uuid::Uuid>,
    waiting: Vec<Waiting>,
) -> Result<TriggeredScrape, Problem> {
    if units == 0 {
        return Err(ErrorCode::NothingFailed.into());
    }
    let message = match units {
        1 => "Trying 1 account again".to_owned(),
        n => format!("Trying {n} accounts again"),
    };
    Ok(TriggeredScrape {
        message,
        run_ids: runs.into_iter().collect(),
        waiting,
    })
}
