//! A caller with the scope of a group.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use clipmeter_db::{Access, Scope, groups};
use http::request::Parts;

use super::caller::Caller;
use super::signed_in::SignedIn;
use crate::http::common::AccountScope;
use crate::http::database::Transaction;
use crate::http::error::{ErrorCode, Problem};
use crate::http::input::Query;
use crate::http::state::HttpState;

/// A member or viewer in their own group, or an admin in the group named by `?group_id=` or in all groups. A user without a group
/// sees nothing. Row-level security hides the rows of other groups from its transactions.
pub(crate) struct GroupScope {
    caller: Caller,
    scope: Scope,
}

impl FromRequestParts<Arc<HttpState>> for GroupScope {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<HttpState>) -> Result<Self, Problem> {
        let signed_in = SignedIn::from_request_parts(parts, state).await?;
        let Query(params) = Query::<AccountScope>::from_request_parts(parts, state).await?;
        signed_in.in_group(params.group_id).await
    }
}

impl SignedIn {
    /// Returns the scope of a call that may name a group. Members have only their own; for admins, no group means all.
    pub(crate) async fn in_group(self, group_id: Option<i64>) -> Result<GroupScope, Problem> {
        let scope = match (self.own_scope(), group_id) {
            (scope, None) => scope,
            (scope @ (Scope::Group(own) | Scope::Viewer(own)), Some(requested)) if own == requested => scope,
            (Scope::Group(_) | Scope::GroupAdmin(_) | Scope::Viewer(_) | Scope::Empty, Some(_)) => {
                return Err(ErrorCode::NotFound.into());
            }
            (Scope::Admin, Some(requested)) => {
                let mut transaction = self.0.begin(Scope::Admin, Access::Read).await?;
                if !groups::exists(&mut transaction, requested).await? {
                    return Err(Problem::new(ErrorCode::NotFound, "The group does not exist"));
                }
                Scope::Group(requested)
            }
        };
        Ok(GroupScope::new(self.0, scope))
    }
}

impl GroupScope {
    pub(crate) fn new(caller: Caller, scope: Scope) -> Self {
        Self { caller, scope }
    }

    /// Creates the scope of another group for the caller.
    pub(crate) fn into_signed_in(self) -> SignedIn {
        SignedIn::new(self.caller)
    }

    #[must_use]
    pub(crate) fn caller(&self) -> &Caller {
        &self.caller
    }

    /// The one group of the scope; None for all groups, or for no group.
    #[must_use]
    pub(crate) fn group_id(&self) -> Option<i64> {
        self.scope.group()
    }

    /// Returns whether the scope is all groups.
    #[must_use]
    pub(crate) fn is_everything(&self) -> bool {
        self.scope == Scope::Admin
    }

    /// Makes the next polls show what scrapes of this scope stored.
    pub(crate) fn scraped(&self) {
        self.caller.scraped(self.scope);
    }

    /// Completes when the program shuts down: a long transaction should be aborted then.
    pub(crate) fn closing(&self) -> impl Future<Output = ()> + Send + 'static {
        self.caller.closing()
    }

    /// Begins a read-only transaction with a single snapshot.
    pub(crate) async fn read(&self) -> Result<Transaction, Problem> {
        self.caller.begin(self.scope, Access::Read).await
    }

    /// Begins a transaction that may write.
    pub(crate) async fn write(&self) -> Result<Transaction, Problem> {
        self.caller.begin(self.scope, Access::Write).await
    }
}
