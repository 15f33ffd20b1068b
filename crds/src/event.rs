//! Reasons of the operator's Kubernetes events. Events report transitions, never an ongoing state.

use strum::{IntoStaticStr, VariantArray};

/// Reasons of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoStaticStr, VariantArray)]
pub enum Event {
    /// The API registered the account or video.
    Registered,
    /// An older object of the namespace tracks the same subject, or an older platform configuration exists.
    Duplicate,
    /// The namespace belongs to no group.
    OutsideGroup,
    /// The group has reached its limit of accounts or videos.
    LimitReached,
    /// A scrape was requested by annotation.
    ScrapeRequested,
    /// A scrape succeeded for the first time, or for the first time after a failure.
    ScrapeSucceeded,
    /// A scrape failed; the note gives the outcome.
    ScrapeFailed,
    /// The username now belongs to a different account.
    IdentityChanged,
    /// The group's namespace, quota and role bindings were created.
    Provisioned,
    /// The namespace cannot be assigned to the group.
    NamespaceInUse,
    /// The group has no namespace, and the operator is not allowed to create one.
    NamespaceMissing,
    /// No Instagram session is usable, although accounts need some.
    SessionsExhausted,
    /// Several sessions were refused within ten minutes, so no session is marked as dead.
    SessionBreakerOpened,
    /// A platform cannot be scraped now; the note states the reason and the time of the next attempt.
    PlatformUnavailable,
    /// The platform can be scraped again.
    PlatformAvailable,
    /// A scraper pool cannot be used; the note states the reason.
    PoolUnavailable,
    /// The scraper pool can be used again.
    PoolAvailable,
    /// A requested scrape has to wait.
    ScrapeWaits,
    /// The concurrency limits delay runs.
    Throttled,
    /// Scrapers use the platform configuration.
    ConfigAccepted,
    /// The platform configuration was rejected: it is invalid, or would exceed what the platforms tolerate.
    ConfigRejected,
    /// Deletion of collected data began.
    PurgeStarted,
    /// Deletion cannot continue; the note states the reason and how to skip it.
    PurgeBlocked,
    /// Deletion is complete.
    Purged,
    /// The operator waits for a resource definition that is not installed.
    WaitingForDefinition,
    /// This operator became the leader.
    LeaderElected,
}

impl Event {
    /// All variants.
    pub const ALL: &[Self] = <Self as VariantArray>::VARIANTS;

    /// Returns the variant's name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

impl Event {
    /// Returns whether the event is a warning.
    #[must_use]
    pub const fn is_warning(self) -> bool {
        matches!(
            self,
            Self::Duplicate
                | Self::OutsideGroup
                | Self::LimitReached
                | Self::ScrapeFailed
                | Self::IdentityChanged
                | Self::ConfigRejected
                | Self::NamespaceInUse
                | Self::NamespaceMissing
                | Self::SessionsExhausted
                | Self::SessionBreakerOpened
                | Self::PlatformUnavailable
                | Self::PoolUnavailable
                | Self::Throttled
                | Self::PurgeBlocked
                | Self::WaitingForDefinition
        )
    }
}
