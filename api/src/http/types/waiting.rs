//! Why scraping waits.

use chrono::{DateTime, Utc};
use clipmeter_db::runs::wait::{Wait, WaitReason};
use serde::Serialize;
use utoipa::ToSchema;

use super::PlatformName;

/// Why a platform or an account is not read now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Waiting {
    /// The platform.
    pub platform: PlatformName,
    /// Machine-readable reason.
    pub reason: WaitReason,
    /// Human-readable reason, also shown to group members: names no proxy and no session.
    #[schema(example = "Instagram refuses requests from this address. Next attempt at 07:01 UTC.")]
    pub message: String,
    /// When the next attempt is made; null if an administrator has to act first.
    pub until: Option<DateTime<Utc>>,
}

impl Waiting {
    pub(crate) fn new(wait: &Wait, now: DateTime<Utc>) -> Self {
        Self {
            platform: wait.platform.into(),
            reason: wait.reason,
            message: wait.message(now),
            until: wait.until,
        }
    }
}
