//! A platform admin.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use http::request::Parts;

use super::caller::Caller;
use super::group_scope::GroupScope;
use super::signed_in::SignedIn;
use crate::http::database::Transaction;
use crate::http::error::Problem;
use crate::http::state::HttpState;

/// A platform admin, whose transactions see every group.
pub(crate) struct Admin(GroupScope);

impl FromRequestParts<Arc<HttpState>> for Admin {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<HttpState>) -> Result<Self, Problem> {
        let signed_in = SignedIn::from_request_parts(parts, state).await?;
        if !signed_in.caller().user().is_admin {
            return Err(signed_in.caller().deny_access().await);
        }
        Ok(Self(signed_in.in_group(None).await?))
    }
}

impl Admin {
    #[must_use]
    pub(crate) fn caller(&self) -> &Caller {
        self.0.caller()
    }

    /// Returns the scope of a call that may name a group; without one, all groups.
    pub(crate) async fn in_group(self, group_id: Option<i64>) -> Result<GroupScope, Problem> {
        self.0.into_signed_in().in_group(group_id).await
    }

    /// Begins a read-only transaction with a single snapshot.
    pub(crate) async fn read(&self) -> Result<Transaction, Problem> {
        self.0.read().await
    }

    /// Begins a transaction that may write.
    pub(crate) async fn write(&self) -> Result<Transaction, Problem> {
        self.0.write().await
    }
}
