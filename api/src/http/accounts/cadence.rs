//! Human-readable descriptions of how often an account is scraped.

use clipmeter_scheduler::{Cadence, Why};

use crate::http::types::{AccountCadence, CadenceReason};

const SECONDS_PER_MINUTE: u32 = 60;

/// Returns the cadence of a scheduled account.
pub(super) fn shown(cadence: Cadence) -> AccountCadence {
    let reason = reason(cadence.why);
    AccountCadence {
        every_minutes: Some(cadence.every().div_ceil(SECONDS_PER_MINUTE)),
        reason,
        text: text(reason),
    }
}

/// Returns the cadence of an account that is not scheduled.
pub(super) fn not_scraped(reason: CadenceReason) -> AccountCadence {
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
        CadenceReason::Configured => "At the configured interval.",
        CadenceReason::Quiet => {
            "Nothing new has been posted for a while. A new post restores the configured interval."
        }
        CadenceReason::Private => "The platform does not show it. It is checked once a day.",
        CadenceReason::Missing => "The platform reports that it does not exist. It is checked occasionally.",
        CadenceReason::Refused => "The platform refused the last request, or no session was free.",
        CadenceReason::Unreadable => "The platform's response could not be parsed.",
        CadenceReason::Failing => "The last scrapes failed. The interval grows with each failure.",
        CadenceReason::Undecided => {
            "Its username now belongs to another account. An administrator has to decide, unless the original account returns."
        }
        CadenceReason::Suspended => "Scraping is suspended.",
        CadenceReason::Inactive => "Its group is deactivated.",
    }
}
