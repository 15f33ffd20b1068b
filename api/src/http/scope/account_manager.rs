//! A caller who may change what a group tracks.

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use clipmeter_db::groups;
use http::request::Parts;

use super::GroupScope;
use crate::http::error::{ErrorCode, Problem};
use crate::http::state::HttpState;

/// A caller who may add, scrape and delete accounts: an admin, an admin of the group, or any member of a group that
/// allows this.
pub(crate) struct AccountManager(GroupScope);

impl FromRequestParts<Arc<HttpState>> for AccountManager {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<HttpState>) -> Result<Self, Problem> {
        Self::of(GroupScope::from_request_parts(parts, state).await?).await
    }
}

impl Deref for AccountManager {
    type Target = GroupScope;

    fn deref(&self) -> &GroupScope {
        &self.0
    }
}

impl AccountManager {
    pub(super) async fn of(scope: GroupScope) -> Result<Self, Problem> {
        let caller = scope.caller();
        if caller.user().is_admin {
            return Ok(Self(scope));
        }
        let Some(group_id) = scope.group_id() else {
            return Err(caller.deny_access().await);
        };
        if caller.user().is_group_admin
            || groups::members_manage_accounts(&mut *scope.read().await?, group_id).await?
        {
            return Ok(Self(scope));
        }
        Err(caller
            .deny(Problem::new(
                ErrorCode::AccessDenied,
                "Only the admins of your group may add, scrape and delete accounts",
            ))
            .await)
    }
}
