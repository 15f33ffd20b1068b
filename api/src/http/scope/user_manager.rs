//! A caller who may manage users.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use clipmeter_db::Scope;
use http::request::Parts;

use super::caller::Caller;
use super::group_scope::GroupScope;
use super::signed_in::SignedIn;
use crate::http::database::Transaction;
use crate::http::error::{ErrorCode, Problem};
use crate::http::state::HttpState;

/// An admin, or an admin of a group. Row-level security hides the users of other groups from a group admin, and protects
/// platform admins.
pub(crate) struct UserManager(GroupScope);

impl FromRequestParts<Arc<HttpState>> for UserManager {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<HttpState>) -> Result<Self, Problem> {
        let caller = SignedIn::from_request_parts(parts, state).await?.0;
        let user = caller.user();
        let scope = match user.group_id {
            _ if user.is_admin => Scope::Admin,
            Some(group_id) if user.is_group_admin => Scope::GroupAdmin(group_id),
            _ => return Err(caller.deny_access().await),
        };
        Ok(Self(GroupScope::new(caller, scope)))
    }
}

impl UserManager {
    #[must_use]
    pub(crate) fn caller(&self) -> &Caller {
        self.0.caller()
    }

    /// Rejects a change with which group admins would lock themselves out.
    pub(crate) fn check_other(&self, user_id: i64) -> Result<(), Problem> {
        let own = self.caller().user();
        if !own.is_admin && own.user_id == user_id {
            return Err(ErrorCode::OwnUser.into());
        }
        Ok(())
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
