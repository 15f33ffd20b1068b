//! How often something is scraped.

use serde::Serialize;
use utoipa::ToSchema;

/// How often an account is scraped, and why not more often.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AccountCadence {
    /// Minutes from one scrape to the next; null while there is none.
    #[schema(example = 60)]
    pub every_minutes: Option<u32>,
    /// Why.
    pub reason: CadenceReason,
    /// The reason for people.
    #[schema(example = "Nothing new has been posted for a while.")]
    pub text: &'static str,
}

/// Why an account is scraped as often as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CadenceReason {
    /// It is what its group asks for.
    Configured,
    /// Nothing new has been posted for long.
    Quiet,
    /// The platform does not show it.
    Private,
    /// The platform says that it does not exist.
    Missing,
    /// A session or an address was refused, or none was free.
    Refused,
    /// The platform's response could not be parsed.
    Unreadable,
    /// The last scrapes failed.
    Failing,
    /// Its name belongs to somebody else now.
    Undecided,
    /// It is left alone for now.
    Suspended,
    /// Its group is switched off.
    Inactive,
}
