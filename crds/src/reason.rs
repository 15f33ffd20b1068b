//! Reasons of conditions.

use crate::string_enum::string_enum;

string_enum! {
    /// Reasons of conditions. After the first attempt, the condition `Scraped` has the outcome's code instead.
    Reason {
        /// The resource works as intended.
        UpToDate,
        /// The API has registered the object.
        Registered,
        /// Namespace, quota and role bindings of the group are in place.
        Provisioned,
        /// Scrapers use the platform configuration.
        Accepted,
        /// The platform configuration is invalid, or would exceed what the platforms are known to tolerate.
        Invalid,
        /// Enough sessions are usable for the accounts.
        SessionsUsable,
        /// Fewer sessions are usable than the accounts need.
        SessionsLow,
        /// No session is usable, and accounts need some.
        NoUsableSessions,
        /// No account needs a session.
        SessionsNotRequired,
        /// Several sessions would have ended within ten minutes, so none of them ends: the platform or the network path is the
        /// probable cause.
        SessionBreakerOpen,
        /// The platform can be scraped.
        Available,
        /// The platform refuses requests from every address in use.
        AddressCooldown,
        /// The rate limit of the platform's addresses is exhausted.
        RateLimit,
        /// The database rejects writes, so scraping is paused.
        StorageFull,
        /// The platform cannot be scraped, for a reason that only the API has; the message states it.
        Unavailable,
        /// No attempt was made yet.
        Pending,
        /// The object's own `suspend` is set.
        Suspended,
        /// The group's `suspend` is set.
        GroupSuspended,
        /// The policy's `suspend` is set: scraping is off.
        PolicySuspended,
        /// An older object of the namespace tracks the same subject, or an older platform configuration exists.
        Duplicate,
        /// No `ClientGroup` has this namespace.
        NoGroup,
        /// The group has reached its account limit.
        LimitReached,
        /// Its data was erased on request, and it cannot be tracked again.
        Erased,
        /// The last scrape failed; `Scraped` gives the outcome.
        ScrapeFailed,
        /// The name now belongs to another account of the platform, which a second scrape has confirmed; nothing is collected.
        IdentityChanged,
        /// Another account of the platform appeared under the name; a second scrape has to confirm that, and nothing is collected
        /// until then.
        IdentityUnconfirmed,
        /// The API is unreachable.
        ApiUnavailable,
        /// The namespace already exists, is not empty, and belongs to no group.
        NamespaceInUse,
        /// The namespace is being deleted.
        NamespaceTerminating,
        /// The group has no namespace yet, and the operator is not allowed to create one.
        NamespaceMissing,
        /// The concurrency limits do not let runs start as fast as accounts become due.
        Throttled,
        /// The deletion could not be stored yet.
        PurgeBlocked,
        /// The deletion is stored; the message states until when it can be undone. Another finalizer keeps the object.
        Restorable,
    }
}
