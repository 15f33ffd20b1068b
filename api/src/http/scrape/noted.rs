//! Records scrape requests in the audit log.

use clipmeter_db::audit::Action;
use serde_json::Value;

use crate::http::error::Problem;
use crate::http::scope::GroupScope;

/// Records the request before anything is started: a scraper cannot be part of a transaction, and a request without
/// effect was still made.
pub(crate) async fn note(scope: &GroupScope, details: Value) -> Result<(), Problem> {
    let mut transaction = scope.write().await?;
    scope
        .caller()
        .record(&mut transaction, Action::ScrapeRequest, scope.group_id(), details)
        .await?;
    Ok(transaction.commit_note().await?)
}
