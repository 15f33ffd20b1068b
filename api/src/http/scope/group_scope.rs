//! A caller at work in a group.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use http::request::Parts;

use super::{Database, SignedIn, Transaction};
use crate::http::error::Problem;
use crate::http::input::Query;
use crate::http::state::HttpState;
use crate::http::types::AccountScope;
use crate::store::users::SignIn;
use crate::store::{Access, Scope};

/// A member in the own group, or an admin in the one that `?group_id=` names or in all.
/// The rows of other groups do not exist for its transactions.
pub struct GroupScope {
    user: SignIn,
    scope: Scope,
    database: Database,
}

impl FromRequestParts<Arc<HttpState>> for GroupScope {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<HttpState>) -> Result<Self, Problem> {
        let signed_in = SignedIn::from_request_parts(parts, state).await?;
        let Query(asked) = Query::<AccountScope>::from_request_parts(parts, state).await?;
        signed_in.in_group(asked.group_id).await
    }
}

impl GroupScope {
    pub(super) fn new(user: SignIn, scope: Scope, database: Database) -> Self {
        Self {
            user,
            scope,
            database,
        }
    }

    /// Who it is, as stored now.
    #[must_use]
    pub fn user(&self) -> &SignIn {
        &self.user
    }

    /// The one group of the scope; None is all groups.
    #[must_use]
    pub fn group_id(&self) -> Option<i64> {
        match self.scope {
            Scope::Group(id) => Some(id),
            Scope::Admin => None,
        }
    }

    /// Begins a transaction that only reads, from one snapshot.
    pub async fn read(&self) -> Result<Transaction, Problem> {
        self.database.begin(self.scope, Access::Read).await
    }

    /// Begins a transaction that may write.
    pub async fn write(&self) -> Result<Transaction, Problem> {
        self.database.begin(self.scope, Access::Write).await
    }
}
