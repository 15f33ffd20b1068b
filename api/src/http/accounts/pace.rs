//! How often an account is scraped, in words.

use clipmeter_scheduler::{Pace, Why};

use crate::http::types::{AccountPace, PaceReason};

const SECONDS_PER_MINUTE: u32 = 60;

/// The pace of an account that is asked for.
pub(super) fn shown(pace: Pace) -> AccountPace {
    let reason = reason(pace.why);
    AccountPace {
        every_minutes: Some(pace.every().div_ceil(SECONDS_PER_MINUTE)),
        reason,
        text: text(reason),
    }
}

/// The pace of an account that nobody asks for.
pub(super) fn at_rest(reason: PaceReason) -> AccountPace {
    AccountPace {
        every_minutes: None,
        reason,
        text: text(reason),
    }
}

fn reason(why: Why) -> PaceReason {
    match why {
        Why::Configured => PaceReason::Configured,
        Why::Quiet => PaceReason::Quiet,
        Why::Private => PaceReason::Private,
        Why::Missing => PaceReason::Missing,
        Why::Refused => PaceReason::Refused,
        Why::Unreadable => PaceReason::Unreadable,
        Why::Failing => PaceReason::Failing,
        Why::Undecided => PaceReason::Undecided,
    }
}

fn text(reason: PaceReason) -> &'static str {
    match reason {
        PaceReason::Configured => "As often as it is set.",
        PaceReason::Quiet => "Nothing new has been posted for a while. A new post brings the set pace back.",
        PaceReason::Private => "The platform does not show it. It is looked at once a day.",
        PaceReason::Missing => "The platform says that it does not exist. It is looked at now and then.",
        PaceReason::Refused => "The platform refused the last request, or no session was free.",
        PaceReason::Unreadable => "The platform's answer was not understood.",
        PaceReason::Failing => "The last scrapes failed. The pause grows with each.",
        PaceReason::Undecided => {
            "Its name belongs to somebody else now. An administrator has to decide, unless its own account answers again."
        }
        PaceReason::Suspended => "It is left alone for now.",
        PaceReason::Inactive => "Its group is switched off.",
    }
}
