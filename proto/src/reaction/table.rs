//! The table of reactions; docs/scraping.md has it for people, and a test compares the two row by row.

use super::{AddressFate, Reaction, Schedule, SessionFate, Step};
use crate::v1::Outcome;

/// The reaction that the others differ from: the next endpoint is asked, and the next attempt comes later.
const NEXT_WAY: Reaction = Reaction {
    session: SessionFate::Keep,
    then: &[Step::NextWay],
    tries: 1,
    address: AddressFate::Calm,
    schedule: Schedule::Failure,
    asks_admin: false,
    keeps_evidence: false,
};

/// Nothing is left to ask.
const DONE: Reaction = Reaction {
    then: &[],
    schedule: Schedule::Normal,
    ..NEXT_WAY
};

/// The same request may do better.
const SAME_AGAIN: Reaction = Reaction {
    then: &[Step::SameAgain, Step::NextWay],
    tries: 2,
    ..NEXT_WAY
};

/// The session is spoilt; another one may do.
const OTHER_SESSION: Reaction = Reaction {
    then: &[Step::OtherSession],
    ..NEXT_WAY
};

impl Outcome {
    /// What this outcome asks for.
    #[must_use]
    #[expect(clippy::too_many_lines, reason = "a table, a row an outcome")]
    pub fn reaction(self) -> Reaction {
        match self {
            Self::Ok | Self::OkNoVideos | Self::AgeRestricted => DONE,
            Self::Private | Self::NotAvailable => Reaction {
                schedule: Schedule::Daily,
                ..DONE
            },
            Self::RegionBlocked => Reaction {
                schedule: Schedule::Daily,
                asks_admin: true,
                ..DONE
            },
            Self::NotFound => Reaction {
                then: &[Step::NextWay, Step::OtherSession],
                schedule: Schedule::Weekly,
                ..NEXT_WAY
            },
            Self::SessionDead | Self::Suspended => Reaction {
                session: SessionFate::Dead,
                asks_admin: true,
                ..OTHER_SESSION
            },
            Self::ChallengeRequired | Self::CheckpointRequired => Reaction {
                session: SessionFate::Park,
                asks_admin: true,
                ..OTHER_SESSION
            },
            Self::RateLimited => Reaction {
                session: SessionFate::Cool,
                address: AddressFate::Count,
                ..OTHER_SESSION
            },
            Self::FeedbackRequired => Reaction {
                session: SessionFate::Rest,
                ..OTHER_SESSION
            },
            Self::LoginRequired | Self::EndpointRetired => NEXT_WAY,
            Self::UseragentMismatch => Reaction {
                then: &[Step::StopRun],
                asks_admin: true,
                ..NEXT_WAY
            },
            Self::SchemaChanged => Reaction {
                then: &[Step::NextDocument, Step::NextWay],
                asks_admin: true,
                keeps_evidence: true,
                ..NEXT_WAY
            },
            Self::AmbiguousEmpty => Reaction {
                then: &[Step::NextWay, Step::OtherSession],
                keeps_evidence: true,
                ..NEXT_WAY
            },
            Self::ParseError => Reaction {
                keeps_evidence: true,
                ..SAME_AGAIN
            },
            // What puts itself between (a captive portal, a proxy, maintenance) is about no account, and passes.
            Self::UnexpectedPage => Reaction {
                schedule: Schedule::Lenient,
                keeps_evidence: true,
                ..SAME_AGAIN
            },
            Self::UnknownError | Self::Unspecified => Reaction {
                keeps_evidence: true,
                ..NEXT_WAY
            },
            Self::Blocked => Reaction {
                address: AddressFate::Cool,
                ..NEXT_WAY
            },
            Self::WafChallenge => Reaction {
                address: AddressFate::Count,
                ..SAME_AGAIN
            },
            Self::Captcha => Reaction {
                address: AddressFate::Rest,
                asks_admin: true,
                keeps_evidence: true,
                ..NEXT_WAY
            },
            Self::EmptyBody => Reaction {
                address: AddressFate::Cool,
                ..SAME_AGAIN
            },
            // Server faults that outlive three tries last for minutes, at every endpoint, and the unit comes back then anyway.
            Self::Transient => Reaction {
                then: &[Step::SameAgain],
                tries: 3,
                schedule: Schedule::Lenient,
                ..NEXT_WAY
            },
            Self::IdentityChanged => Reaction {
                then: &[Step::StopUnit],
                schedule: Schedule::Hold,
                asks_admin: true,
                ..NEXT_WAY
            },
            Self::IdentityUnconfirmed => Reaction {
                then: &[Step::StopUnit],
                schedule: Schedule::Confirm,
                ..NEXT_WAY
            },
            Self::NoSession => Reaction {
                then: &[Step::StopUnit],
                schedule: Schedule::Defer,
                asks_admin: true,
                ..NEXT_WAY
            },
        }
    }
}
