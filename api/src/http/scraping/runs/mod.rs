//! Runs: their results, and retries of failed units.

mod list;
mod progress;
mod retry;
mod units;

use clipmeter_db::database::revisions::Source;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::routing::{Routes, polled_from};

pub(crate) fn routes() -> Routes {
    let polled = OpenApiRouter::new()
        .routes(routes!(list::scraping_runs))
        .routes(routes!(progress::scraping_run))
        .routes(routes!(units::scraping_run_units));
    // The end of a unit changes the scope's revision, and the run's results change with it.
    polled_from(&[Source::Scope], polled)
        .routes(routes!(retry::retry_scraping_run))
        .routes(routes!(retry::retry_failed_scrapes))
}
