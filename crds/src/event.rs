//! What the operator tells with Kubernetes events. Events are about transitions, never about a state that goes on.

use crate::string_enum::string_enum;

string_enum! {
    /// Reasons of events.
    Event {
        /// The API took the account or video.
        Registered,
        /// An older object of the namespace tracks the same, or there are older facts.
        Duplicate,
        /// The namespace is no group's.
        NoGroup,
        /// The group tracks as much as it may.
        LimitReached,
        /// Somebody asked for a scrape.
        ScrapeRequested,
        /// The first scrape that worked, or the first after a failure.
        ScrapeSucceeded,
        /// A scrape failed; the note says how.
        ScrapeFailed,
        /// The name belongs to another account of the platform now.
        IdentityChanged,
        /// The group's namespace, quota and role bindings were made.
        Provisioned,
        /// The namespace cannot be made the group's.
        NamespaceInUse,
        /// The group has no namespace, and the operator is not allowed to create one.
        NamespaceMissing,
        /// No Instagram session can be used any more, and accounts ask for some.
        SessionsExhausted,
        /// Several sessions would have ended within ten minutes: none does.
        SessionBreakerOpened,
        /// Nothing of a platform can be read now; the note says why, and when the next attempt is.
        PlatformUnavailable,
        /// The platform can be read again.
        PlatformAvailable,
        /// The scrape that somebody asked for has to wait.
        ScrapeWaits,
        /// The caps hold runs back.
        Throttled,
        /// Scrapers are told what the facts say.
        ConfigAccepted,
        /// They are not: it cannot be meant, or would be more than the platforms bear.
        ConfigRejected,
        /// Deleting what was collected began.
        PurgeStarted,
        /// It cannot go on; the note says why, and how to go without.
        PurgeBlocked,
        /// It is done.
        Purged,
        /// The operator waits for a resource definition that is not installed.
        WaitingForDefinition,
        /// This operator leads now.
        LeaderElected,
    }
}

impl Event {
    /// Whether somebody should look.
    #[must_use]
    pub const fn is_warning(self) -> bool {
        matches!(
            self,
            Self::Duplicate
                | Self::NoGroup
                | Self::LimitReached
                | Self::ScrapeFailed
                | Self::IdentityChanged
                | Self::ConfigRejected
                | Self::NamespaceInUse
                | Self::NamespaceMissing
                | Self::SessionsExhausted
                | Self::SessionBreakerOpened
                | Self::PlatformUnavailable
                | Self::Throttled
                | Self::PurgeBlocked
                | Self::WaitingForDefinition
        )
    }
}
