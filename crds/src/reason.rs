//! Reasons of conditions.

use strum::{IntoStaticStr, VariantArray};

/// Reasons of conditions. After the first attempt, the condition `Scraped` has the outcome's code instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoStaticStr, VariantArray)]
pub enum Reason {
    /// The resource works as intended.
    UpToDate,
    /// The API has registered the object.
    Registered,
    /// Namespace, quota and role bindings of the group are in place.
    Provisioned,
    /// Scrapers use the platform configuration.
    Accepted,
    /// The platform configuration is invalid, or would exceed what the platforms are known to tolerate. Of a group: the API refuses a value.
    Invalid,
    /// Enough sessions are usable for the accounts.
    SessionsUsable,
    /// Fewer sessions are usable than the accounts need.
    SessionsLow,
    /// No session is usable, although accounts need some.
    NoUsableSessions,
    /// No account needs a session.
    SessionsNotRequired,
    /// Several sessions were refused within ten minutes, so no session is marked as dead: the platform or the network path is
    /// the probable cause.
    SessionBreakerOpen,
    /// The platform can be scraped.
    Available,
    /// The platform refuses requests from every address in use.
    AddressCooldown,
    /// The rate limit of the platform's addresses is exhausted.
    RateLimit,
    /// The database rejects writes, so scraping is paused.
    StorageFull,
    /// The selected scraper pool does not exist.
    PoolMissing,
    /// The scraper pool names a proxy that does not exist.
    ProxyMissing,
    /// The API cannot decrypt the proxy of the scraper pool.
    ProxyUnreadable,
    /// The group does not allow its accounts to select this scraper pool.
    PoolNotAllowed,
    /// Another group tracks the account or video, too, and decides its scraper pool.
    SharedAccount,
    /// The last Job of the scraper pool ended before its scraper began, or the cluster rejected it.
    PodsNotStarted,
    /// The platform cannot be scraped for another reason, which the message states.
    Unavailable,
    /// No scrape was attempted yet.
    Pending,
    /// The object's own `suspend` is set.
    Suspended,
    /// The group's `suspend` is set.
    GroupSuspended,
    /// The policy's `suspend` is set, so nothing is scraped.
    PolicySuspended,
    /// An older object of the namespace tracks the same subject, an older platform configuration exists, or an older scraper pool
    /// uses the session set.
    Duplicate,
    /// No `ClientGroup` has this namespace.
    OutsideGroup,
    /// The group has reached its limit of accounts or videos.
    LimitReached,
    /// The account's data was erased on request, and the account cannot be tracked again.
    Erased,
    /// The last successful scrape was more than two intervals ago.
    Stale,
    /// The API is unreachable.
    ApiUnavailable,
    /// The namespace already exists, is not empty, and belongs to no group.
    NamespaceInUse,
    /// The namespace is being deleted.
    NamespaceTerminating,
    /// The group has no namespace yet, and the operator is not allowed to create one.
    NamespaceMissing,
    /// Because of the concurrency limits, runs cannot start as fast as accounts become due.
    Throttled,
    /// The deletion could not be stored yet.
    PurgeBlocked,
    /// The deletion is stored; the message states until when it can be undone. Another finalizer keeps the object.
    Restorable,
}

impl Reason {
    /// All variants.
    pub const ALL: &[Self] = <Self as VariantArray>::VARIANTS;

    /// Returns the variant's name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}
