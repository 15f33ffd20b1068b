//! How often an account is scraped, in words.

use clipmeter_scheduler::{Cadence, Why};

use crate::http::types::{AccountCadence, CadenceReason};

const SECONDS_PER_MINUTE: u32 = 60;

/// The pace of an account that is asked for.
pub(super) fn shown(cadence: Cadence) -> AccountCadence {
    let reason = reason(cadence.why);
    AccountCadence {
        every_minutes: Some(cadence.every().div_ceil(SECONDS_PER_MINUTE)),
        reason,
        text: text(reason),
    }
}

/// The pace of an account that nobody asks for.
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
        CadenceReason::Configured => "As often as it is set.",
        CadenceReason::Quiet => {
            "Nothing new has been posted for a while. A new post restores the configured interval."
        }
        CadenceReason::Private => "The platform does not show it. It is checked once a day.",
        CadenceReason::Missing => "The platform says that it does not exist. It is checked now and then.",
        CadenceReason::Refused => "The platform refused the last request, or no session was free.",
        CadenceReason::Unreadable => "The platform's response could not be parsed.",
        CadenceReason::Failing => "The last scrapes failed. The pause grows with each.",
        CadenceReason::Undecided => {
            "Its name belongs to somebody else now. An administrator has to decide, unless its own account answers again."
        }
        CadenceReason::Suspended => "It is left alone for now.",
        CadenceReason::Inactive => "Its group is switched off.",
    }
}
