//! A caller who may change what a group tracks.

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use clipmeter_db::{Access, Scope, groups};
use http::request::Parts;

use super::group_scope::GroupScope;
use super::signed_in::SignedIn;
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
    async fn of(scope: GroupScope) -> Result<Self, Problem> {
        let caller = scope.caller();
        if caller.user().is_admin {
            return Ok(Self(scope));
        }
        let Some(group_id) = scope.group_id() else {
            return Err(caller.deny_access().await);
        };
        if caller.user().is_group_admin
            // Not on a replica, which may not know a permission that was just revoked.
            || groups::members_manage_accounts(&mut *scope.write().await?, group_id).await?
        {
            return Ok(Self(scope));
        }
        Err(caller
            .deny(Problem::new(
                ErrorCode::AccessDenied,
                "Only your group's admins can add, update and delete accounts",
            ))
            .await)
    }
}

impl SignedIn {
    /// Returns the scope of a call that changes what the named group tracks.
    pub(crate) async fn managing_accounts(self, group_id: Option<i64>) -> Result<AccountManager, Problem> {
        AccountManager::of(self.in_group(group_id).await?).await
    }

    /// Returns the scope of a call that adds to what a group tracks, and the group. An admin who names none means their
    /// own group, or the only one that exists: the specification's dialog for videos sends no group.
    pub(crate) async fn adding_to_group(
        self,
        group_id: Option<i64>,
    ) -> Result<(AccountManager, i64), Problem> {
        let group_id = match (group_id, self.own_scope()) {
            (None, Scope::Admin) => self.implied_group().await?,
            (named, _) => named,
        };
        let scope = self.managing_accounts(group_id).await?;
        let group_id = scope
            .group_id()
            .ok_or_else(|| Problem::invalid("group_id is required; select a client group"))?;
        Ok((scope, group_id))
    }

    async fn implied_group(&self) -> Result<Option<i64>, Problem> {
        let own = self.0.user().group_id;
        if own.is_some() {
            return Ok(own);
        }
        let mut transaction = self.0.begin(Scope::Admin, Access::Read).await?;
        Ok(groups::only(&mut transaction).await?)
    }
}
