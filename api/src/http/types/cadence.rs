//! How often an account is scraped.

use serde::Serialize;
use utoipa::ToSchema;

/// How often an account is scraped, and why not more often.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AccountCadence {
    /// Minutes between scrapes; null while none are scheduled.
    #[schema(example = 60)]
    pub every_minutes: Option<u32>,
    /// Reason.
    pub reason: CadenceReason,
    /// Human-readable reason.
    #[schema(example = "Nothing new has been posted for a while.")]
    pub text: &'static str,
}

/// The reason for an account's cadence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CadenceReason {
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
