//! The result of an account's scrape, shared by all responses.

use clipmeter_db::runs::watched::WatchedRun;
use clipmeter_proto::v1::Outcome;

use crate::http::types::{AccountResult, RunProgress, RunState};

/// The message for an account that the scrape did not reach before it ended.
pub(crate) const INTERRUPTED: &str = "The scrape was interrupted. It is retried automatically.";

/// Builds the row of an account. Without an outcome the account is pending, unless everything has ended.
pub(super) fn account_result(
    username: String,
    outcome: Option<Outcome>,
    ended: bool,
    new: i64,
    updated: i64,
) -> AccountResult {
    let (status, error) = match outcome {
        Some(outcome) if outcome.is_success() => ("success", None),
        Some(outcome) => (outcome.code(), Some(outcome.text())),
        None if ended => ("interrupted", Some(INTERRUPTED)),
        None => ("pending", None),
    };
    AccountResult {
        username,
        status: status.to_owned(),
        error: error.map(str::to_owned),
        new,
        updated,
    }
}

/// Builds the progress of a run.
pub(crate) fn run_progress(run: WatchedRun) -> RunProgress {
    let ended = run.ended_at.is_some();
    RunProgress {
        id: run.id,
        platform: run.platform.into(),
        status: RunState::of(ended, run.taken),
        total: run.units.len(),
        done: run.units.iter().filter(|unit| unit.outcome.is_some()).count(),
        items_new: run.units.iter().map(|unit| unit.items_new).sum(),
        items_updated: run.units.iter().map(|unit| unit.items_updated).sum(),
        started_at: run.opened_at,
        ended_at: run.ended_at,
        results: run
            .units
            .into_iter()
            .filter_map(|unit| {
                let name = unit.username?;
                Some(account_result(
                    name,
                    unit.outcome,
                    ended,
                    unit.items_new,
                    unit.items_updated,
                ))
            })
            .collect(),
    }
}
