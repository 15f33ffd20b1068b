//! The scraping interval of an account, and the reason for it.

use clipmeter_scheduler::{Cadence, Why};
use serde::Serialize;
use utoipa::ToSchema;

/// How often an account is scraped, and why not more often.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct AccountCadence {
    /// Minutes between scrapes; null while none are scheduled.
    #[schema(example = 60)]
    pub(crate) every_minutes: Option<u32>,
    /// Reason.
    pub(crate) reason: CadenceReason,
    /// Human-readable reason.
    #[schema(example = "No recent posts, so updates are less frequent.")]
    pub(crate) text: &'static str,
}

/// The reason for an account's cadence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CadenceReason {
    /// The interval that the group configured.
    Configured,
    /// No new items for a long time.
    Quiet,
    /// The platform does not show the account.
    Private,
    /// The platform reports that the account does not exist.
    Missing,
    /// A session or an address was refused, or none was available.
    Refused,
    /// The platform's response could not be parsed.
    Unreadable,
    /// The last scrapes failed.
    Failing,
    /// The handle now belongs to a different account.
    Undecided,
    /// The account is suspended.
    Suspended,
    /// The group is inactive.
    Inactive,
}

const SECONDS_PER_MINUTE: u32 = 60;

/// Returns the cadence of a scheduled account.
pub(crate) fn scheduled(cadence: Cadence) -> AccountCadence {
    let reason = reason(cadence.why);
    AccountCadence {
        every_minutes: Some(cadence.every().div_ceil(SECONDS_PER_MINUTE)),
        reason,
        text: text(reason),
    }
}

/// Returns the cadence of an account that is not scheduled.
pub(crate) fn not_scraped(reason: CadenceReason) -> AccountCadence {
    AccountCadence {
        every_minutes: None,
        reason,
        text: text(reason),
    }
}

fn reason(why: Why) -> CadenceReason {
    match why {
        Why::Configured => CadenceReason::Configured,
        Why::Quiet => CadenceReason::Quiet,
        Why::Private => CadenceReason::Private,
        Why::Missing => CadenceReason::Missing,
        Why::Refused => CadenceReason::Refused,
        Why::Unreadable => CadenceReason::Unreadable,
        Why::Failing => CadenceReason::Failing,
        Why::Undecided => CadenceReason::Undecided,
    }
}

fn text(reason: CadenceReason) -> &'static str {
    match reason {
        CadenceReason::Configured => "Updates at the set interval.",
        CadenceReason::Quiet => {
            "No recent posts, so updates are less frequent. The next post speeds them up again."
        }
        CadenceReason::Private => "Not visible. Updated once a day.",
        CadenceReason::Missing => "Not found. Checked once in a while.",
        CadenceReason::Refused => "The last update was refused, or no session was available.",
        CadenceReason::Unreadable => "The last response was unreadable.",
        CadenceReason::Failing => "Recent updates failed, so the wait between attempts grows.",
        CadenceReason::Undecided => {
            "This username now belongs to another account. An admin must review it, unless the original account returns."
        }
        CadenceReason::Suspended => "Updates are suspended.",
        CadenceReason::Inactive => "The group is deactivated.",
    }
}
