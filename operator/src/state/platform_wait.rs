//! The reason why a platform cannot be scraped now, as reported by the API.

use clipmeter_crds::{ConditionType, Reason};
use clipmeter_proto::v1::{Platform, PlatformWait, WaitReason};

/// The conditions that report whether platforms can be scraped.
pub(crate) const AVAILABILITY: [(Platform, ConditionType); 2] = [
    (Platform::Instagram, ConditionType::InstagramAvailable),
    (Platform::Tiktok, ConditionType::TikTokAvailable),
];

/// Tolerance in seconds for the end of a wait. Each request moves the end of a rate limit, and each reported change may cause
/// thousands of writes.
const END_TOLERANCE_SECONDS: i64 = 60;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wait {
    pub(crate) reason: Reason,
    /// Time of the next attempt in seconds since 1970-01-01T00:00:00Z; `None` if only an administrator can end the wait.
    pub(crate) until: Option<i64>,
    pub(crate) message: String,
}

impl Wait {
    /// Returns the wait of a platform, if any.
    pub(crate) fn of(waits: &[PlatformWait], platform: Platform) -> Option<Self> {
        waits
            .iter()
            .find(|wait| wait.platform() == platform)
            .map(Self::from)
    }

    /// Returns the wait of accounts whose scraper pool does not exist, in the words of the API.
    pub(crate) fn pool_missing() -> Self {
        Self {
            reason: Reason::PoolMissing,
            until: None,
            message:
                "The selected scraper pool does not exist. An admin must create it or select another one."
                    .to_owned(),
        }
    }

    /// Returns whether only an administrator can end the wait, because of a scraper pool.
    pub(crate) fn is_of_pool(&self) -> bool {
        matches!(
            self.reason,
            Reason::PoolMissing | Reason::ProxyMissing | Reason::ProxyUnreadable
        )
    }

    /// Returns whether the wait is equivalent for users, within a minute.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let is_same_end = match (self.until, other.until) {
            (Some(one), Some(other)) => (one - other).abs() <= END_TOLERANCE_SECONDS,
            (one, other) => one == other,
        };
        self.reason == other.reason && is_same_end
    }
}

impl From<&PlatformWait> for Wait {
    fn from(wait: &PlatformWait) -> Self {
        Self {
            reason: match wait.reason() {
                WaitReason::AddressCooldown => Reason::AddressCooldown,
                WaitReason::RateLimit => Reason::RateLimit,
                WaitReason::StorageFull => Reason::StorageFull,
                WaitReason::PoolMissing => Reason::PoolMissing,
                WaitReason::ProxyMissing => Reason::ProxyMissing,
                WaitReason::ProxyUnreadable => Reason::ProxyUnreadable,
                WaitReason::Unspecified => Reason::Unavailable,
            },
            until: wait.until,
            message: wait.message.clone(),
        }
    }
}
