//! Why a condition is as it is.

use crate::string_enum::string_enum;

string_enum! {
    /// Reasons of conditions. The condition `Scraped` has the outcome's code instead once there was an attempt.
    Reason {
        /// It does what it should.
        UpToDate,
        /// The API knows it.
        Registered,
        /// Namespace, quota and role bindings of the group are in place.
        Provisioned,
        /// Scrapers are told what it says.
        Accepted,
        /// It cannot be meant, or would be more than the platforms are known to bear.
        Invalid,
        /// As many sessions can be used as the accounts ask for.
        SessionsUsable,
        /// Fewer can be used than the accounts ask for.
        SessionsLow,
        /// None can be used, and accounts ask for some.
        NoUsableSessions,
        /// No account asks for one.
        SessionsNotRequired,
        /// Several would have ended within ten minutes, so none does: the platform or the network path is the suspect.
        SessionBreakerOpen,
        /// The platform can be read.
        Available,
        /// The platform refuses requests from every address that it is read from.
        AddressCooldown,
        /// The request rate that the platform's addresses bear is used up.
        RateLimit,
        /// The database takes no writes, so nothing is read.
        StorageFull,
        /// The platform cannot be read, for a reason that only the API knows; the message says it.
        Unavailable,
        /// Nothing was tried yet.
        Pending,
        /// Its own `suspend`.
        Suspended,
        /// The group's `suspend`.
        GroupSuspended,
        /// The policy's `suspend`: nothing is scraped at all.
        PolicySuspended,
        /// An older object of the namespace tracks the same; of facts, there is an older one.
        Duplicate,
        /// No `ClientGroup` has this namespace.
        NoGroup,
        /// The group tracks as much as it may.
        LimitReached,
        /// What was collected of it was erased on request, and it is not tracked again.
        Erased,
        /// The last scrape failed; `Scraped` says how.
        ScrapeFailed,
        /// The name belongs to another account of the platform now, which a second reading has confirmed; nothing is collected.
        IdentityChanged,
        /// Another account of the platform answered by the name; it is read again to confirm that, and nothing is collected until then.
        IdentityUnconfirmed,
        /// The API cannot be reached.
        ApiUnavailable,
        /// The namespace is there already, is not empty, and is no group's.
        NamespaceInUse,
        /// The namespace is being deleted.
        NamespaceTerminating,
        /// The group has no namespace yet, and the operator is not allowed to create one.
        NamespaceMissing,
        /// The caps do not let runs start as fast as accounts are due.
        Throttled,
        /// What was collected could not be deleted yet.
        PurgeBlocked,
    }
}
