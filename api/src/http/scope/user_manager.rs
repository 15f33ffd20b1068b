//! A caller who may manage users.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use clipmeter_db::{Scope, users};
use http::request::Parts;

use super::caller::Caller;
use super::group_scope::GroupScope;
use super::signed_in::SignedIn;
use crate::http::database::Transaction;
use crate::http::error::{ErrorCode, Problem};
use crate::http::state::HttpState;

/// Users of a group that its admins may create; more than any agency's customer has.
const MAX_USERS: i64 = 200;

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

    /// Runs a change that gives a user an email, which a user of another group may have. If it is taken, that counts as a failed sign-in
    /// of a group admin, so that one network can try only a few.
    pub(crate) async fn claim<T>(
        &self,
        state: &HttpState,
        email: &str,
        change: impl Future<Output = Result<T, Problem>>,
    ) -> Result<T, Problem> {
        if self.caller().user().is_admin {
            return change.await;
        }
        let attempt = state.limit(email, self.caller().address()).await?;
        let changed = change.await;
        match &changed {
            Ok(_) => attempt.succeed(),
            Err(problem) if problem.code() == ErrorCode::UserExists => drop(attempt),
            Err(_) => attempt.discard(),
        }
        changed
    }

    /// Rejects another user of a group that already has as many as group admins may create, also in concurrent transactions.
    pub(crate) async fn check_room(
        &self,
        transaction: &mut Transaction,
        group_id: i64,
    ) -> Result<(), Problem> {
        if !self.caller().user().is_admin && users::count(transaction, group_id).await? >= MAX_USERS {
            let text = format!("The group already has {MAX_USERS} users. Ask an admin to create more.");
            return Err(Problem::invalid(text));
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
