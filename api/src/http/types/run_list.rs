//! All runs, as admins see them.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::page::first_page;
use super::{PlatformName, RunState, SessionClass};
use crate::store::run_list::RunRow;

/// Why a run was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunReason {
    /// Its accounts were due.
    Schedule,
    /// Somebody wanted them read.
    Request,
    /// Somebody wanted what had failed to be tried again.
    Retry,
}

impl RunReason {
    const ALL: [Self; 3] = [Self::Schedule, Self::Request, Self::Retry];

    /// The word for it in SQL.
    pub(crate) fn code(self) -> &'static str {
        match self {
            Self::Schedule => "schedule",
            Self::Request => "request",
            Self::Retry => "retry",
        }
    }

    /// The one with this word, of which the table has no others.
    fn of_code(code: &str) -> Self {
        Self::ALL
            .into_iter()
            .find(|reason| reason.code() == code)
            .unwrap_or(Self::Schedule)
    }
}

/// Which runs are wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RunsQuery {
    /// From 1; a page behind the last one is empty.
    #[serde(default = "first_page")]
    #[param(default = 1, minimum = 1)]
    pub page: i64,
    /// 1 to 100.
    #[serde(default = "default_per_page")]
    #[param(default = 50, minimum = 1, maximum = 100)]
    pub per_page: i64,
    /// The platform that they read.
    #[param(inline)]
    pub platform: Option<PlatformName>,
    /// Why they were opened.
    #[param(inline)]
    pub trigger: Option<RunReason>,
    /// Where they stand.
    #[param(inline)]
    pub status: Option<RunState>,
    /// Whether anything in them failed.
    pub failed: Option<bool>,
    /// The earliest time of opening.
    pub from: Option<DateTime<Utc>>,
    /// Runs opened before this time. Fixing it keeps the pages still while new runs come in.
    pub to: Option<DateTime<Utc>>,
}

/// The page size of the screen.
fn default_per_page() -> i64 {
    50
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunEndReason {
    /// Its scraper ended it.
    Completed,
    /// Its scraper was gone, or could not be started; `closing_reason` says more.
    Closed,
}

/// A run with what it came to. A run may read accounts of several groups: all of them are counted.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RunEntry {
    /// Names the run.
    pub id: Uuid,
    /// The platform it reads.
    pub platform: PlatformName,
    /// Why it was opened.
    pub trigger: RunReason,
    /// Where it stands.
    pub status: RunState,
    /// Accounts and single videos in it.
    #[schema(example = 12)]
    pub accounts: i32,
    /// How many of them have been read, or failed to be.
    #[schema(example = 12)]
    pub done: i32,
    /// How many of them failed; once the run has ended, also those that it did not get to.
    #[schema(example = 1)]
    pub failed: i32,
    /// How many of those are tried again when that is asked for: all but those that wait for an administrator's decision.
    #[schema(example = 1)]
    pub retriable: i32,
    /// Items seen for the first time.
    pub items_new: i64,
    /// Items with new numbers.
    pub items_updated: i64,
    /// Requests to the platform.
    #[schema(example = 31)]
    pub requests: i64,
    /// Bytes of its answers, as they came over the network.
    #[schema(example = 812_345)]
    pub bytes: i64,
    /// When it was asked for or due.
    pub opened_at: DateTime<Utc>,
    /// When a scraper took it; null while it waits for one.
    pub taken_at: Option<DateTime<Utc>>,
    /// Null while it goes on.
    pub ended_at: Option<DateTime<Utc>>,
    /// From when a scraper took it to its end; null while it goes on, and if none ever took it.
    #[schema(example = 95)]
    pub seconds: Option<i64>,
    /// What the platform was asked with at the most; null while nothing is known of it.
    pub session_class: Option<SessionClass>,
    /// Null while it goes on.
    pub end_reason: Option<RunEndReason>,
    /// For people; empty unless it was closed.
    #[schema(example = "")]
    pub closing_reason: String,
    /// The run whose failures it tries again, unless those of several.
    pub retry_of: Option<Uuid>,
}

/// A page of the runs.
#[derive(Serialize, ToSchema)]
pub struct RunList {
    /// The newest first.
    pub runs: Vec<RunEntry>,
    /// Runs on all pages.
    pub total: i64,
    /// Pages; 0 without runs.
    pub pages: i64,
}

impl From<RunRow> for RunEntry {
    fn from(row: RunRow) -> Self {
        Self {
            id: row.id,
            platform: row.platform.into(),
            trigger: RunReason::of_code(&row.trigger),
            status: RunState::of(row.ended_at.is_some(), row.taken),
            accounts: row.units,
            done: row.done,
            failed: row.failed,
            retriable: row.failed - row.undecided,
            items_new: row.items_new,
            items_updated: row.items_updated,
            requests: row.requests,
            bytes: row.bytes,
            opened_at: row.opened_at,
            taken_at: row.taken_at,
            ended_at: row.ended_at,
            seconds: row
                .ended_at
                .zip(row.taken_at)
                .map(|(ended, taken)| (ended - taken).num_seconds()),
            session_class: row.session_class.map(SessionClass::from),
            end_reason: row.end_reason.map(|end_reason| match end_reason.as_str() {
                "closed" => RunEndReason::Closed,
                _ => RunEndReason::Completed,
            }),
            closing_reason: row.closing_reason,
            retry_of: row.retry_of,
        }
    }
}
