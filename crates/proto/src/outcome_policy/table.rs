//! The table of outcome policies; docs/dev/scraping.md documents it, and a test compares the two row by row.

use super::{AddressAction, OutcomePolicy, RecoveryStep, Schedule, SessionAction};
use crate::v1::Outcome;

/// The base of other policies: the next strategy is tried, and the next attempt comes later.
const NEXT_STRATEGY: OutcomePolicy = OutcomePolicy {
    session: SessionAction::Keep,
    recovery: &[RecoveryStep::NextStrategy],
    tries: 1,
    address: AddressAction::Keep,
    schedule: Schedule::Failure,
    requires_admin: false,
    captures_response: false,
};

/// No other strategy is tried.
const DONE: OutcomePolicy = OutcomePolicy {
    recovery: &[],
    schedule: Schedule::Normal,
    ..NEXT_STRATEGY
};

/// The same request may succeed if it is sent again.
const RETRY: OutcomePolicy = OutcomePolicy {
    recovery: &[RecoveryStep::Retry, RecoveryStep::NextStrategy],
    tries: 2,
    ..NEXT_STRATEGY
};

/// The session cannot be used; another one may work.
const OTHER_SESSION: OutcomePolicy = OutcomePolicy {
    recovery: &[RecoveryStep::OtherSession],
    ..NEXT_STRATEGY
};

impl Outcome {
    /// Returns the policy of this outcome.
    #[must_use]
    #[expect(clippy::too_many_lines, reason = "a table with one row per outcome")]
    pub fn policy(self) -> OutcomePolicy {
        match self {
            Self::Ok | Self::OkNoVideos | Self::AgeRestricted => DONE,
            Self::Private | Self::NotAvailable => OutcomePolicy {
                schedule: Schedule::Daily,
                ..DONE
            },
            Self::RegionBlocked => OutcomePolicy {
                schedule: Schedule::Daily,
                requires_admin: true,
                ..DONE
            },
            Self::NotFound => OutcomePolicy {
                recovery: &[RecoveryStep::NextStrategy, RecoveryStep::OtherSession],
                schedule: Schedule::Weekly,
                ..NEXT_STRATEGY
            },
            Self::SessionDead | Self::Suspended => OutcomePolicy {
                session: SessionAction::Dead,
                requires_admin: true,
                ..OTHER_SESSION
            },
            Self::ChallengeRequired | Self::CheckpointRequired => OutcomePolicy {
                session: SessionAction::Challenged,
                requires_admin: true,
                ..OTHER_SESSION
            },
            Self::RateLimited => OutcomePolicy {
                session: SessionAction::Cooldown,
                address: AddressAction::Count,
                ..OTHER_SESSION
            },
            Self::FeedbackRequired => OutcomePolicy {
                session: SessionAction::LongCooldown,
                ..OTHER_SESSION
            },
            Self::LoginRequired | Self::EndpointRetired => NEXT_STRATEGY,
            Self::UseragentMismatch => OutcomePolicy {
                recovery: &[RecoveryStep::StopRun],
                requires_admin: true,
                ..NEXT_STRATEGY
            },
            Self::SchemaChanged => OutcomePolicy {
                recovery: &[RecoveryStep::NextDocument, RecoveryStep::NextStrategy],
                requires_admin: true,
                captures_response: true,
                ..NEXT_STRATEGY
            },
            Self::AmbiguousEmpty => OutcomePolicy {
                recovery: &[RecoveryStep::NextStrategy, RecoveryStep::OtherSession],
                captures_response: true,
                ..NEXT_STRATEGY
            },
            Self::ParseError => OutcomePolicy {
                captures_response: true,
                ..RETRY
            },
            // A page from an intermediary (a captive portal, a proxy, maintenance) concerns no account, and is temporary.
            Self::UnexpectedPage => OutcomePolicy {
                schedule: Schedule::Lenient,
                captures_response: true,
                ..RETRY
            },
            Self::UnknownError | Self::Unspecified => OutcomePolicy {
                captures_response: true,
                ..NEXT_STRATEGY
            },
            Self::Blocked => OutcomePolicy {
                address: AddressAction::Cooldown,
                ..NEXT_STRATEGY
            },
            Self::WafChallenge => OutcomePolicy {
                address: AddressAction::Count,
                ..RETRY
            },
            Self::Captcha => OutcomePolicy {
                address: AddressAction::LongCooldown,
                requires_admin: true,
                captures_response: true,
                ..NEXT_STRATEGY
            },
            Self::EmptyBody => OutcomePolicy {
                address: AddressAction::Cooldown,
                ..RETRY
            },
            // Server faults that outlast three tries last for minutes, at every endpoint, and the unit is retried then anyway.
            Self::Transient => OutcomePolicy {
                recovery: &[RecoveryStep::Retry],
                tries: 3,
                schedule: Schedule::Lenient,
                ..NEXT_STRATEGY
            },
            Self::IdentityChanged => OutcomePolicy {
                recovery: &[RecoveryStep::StopUnit],
                schedule: Schedule::AwaitDecision,
                requires_admin: true,
                ..NEXT_STRATEGY
            },
            Self::IdentityUnconfirmed => OutcomePolicy {
                recovery: &[RecoveryStep::StopUnit],
                schedule: Schedule::Confirm,
                ..NEXT_STRATEGY
            },
            Self::NoSession => OutcomePolicy {
                recovery: &[RecoveryStep::StopUnit],
                schedule: Schedule::Defer,
                requires_admin: true,
                ..NEXT_STRATEGY
            },
        }
    }
}
