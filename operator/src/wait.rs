//! Why nothing of a platform can be read now, as the API says it.

use clipmeter_crds::Reason;
use clipmeter_proto::v1::{Platform, PlatformWait, ScrapingCapacity, WaitReason};

/// An end that moves by less is the same: pacing moves it with every request, and each change may be thousands of writes.
const SAME_END_SECONDS: i64 = 60;

/// Why a platform waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wait {
    pub(crate) reason: Reason,
    /// The next attempt, seconds since 1970-01-01T00:00:00Z. None: only a person can end it.
    pub(crate) until: Option<i64>,
    /// For people.
    pub(crate) message: String,
}

impl Wait {
    /// That of a platform, if it waits.
    pub(crate) fn of(capacity: &ScrapingCapacity, platform: Platform) -> Option<Self> {
        let mut waits = capacity.waits.iter();
        waits.find(|wait| wait.platform() == platform).map(Self::from)
    }

    /// Whether it says the same to people, give or take a minute.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let is_same_end = match (self.until, other.until) {
            (Some(one), Some(other)) => (one - other).abs() <= SAME_END_SECONDS,
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
                WaitReason::Unspecified => Reason::Unavailable,
            },
            until: wait.until,
            message: wait.message.clone(),
        }
    }
}
