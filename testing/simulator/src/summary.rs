//! The seeded accounts as listed by the control API.

use clipmeter_proto::v1::Platform;
use serde::{Serialize, Serializer};

use crate::{AccountKind, world::World};

/// One seeded account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AccountSummary {
    /// Platform of the account.
    #[serde(serialize_with = "code")]
    pub platform: Platform,
    /// Name for requests.
    pub username: String,
    /// Result of requests for the account.
    pub kind: AccountKind,
}

impl AccountSummary {
    pub(crate) fn all(world: &World) -> Vec<Self> {
        let summary = |account: &crate::world::Account| Self {
            platform: account.platform,
            username: account.username.clone(),
            kind: account.kind,
        };
        world.accounts().iter().map(summary).collect()
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn code<S: Serializer>(platform: &Platform, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(platform.code())
}
