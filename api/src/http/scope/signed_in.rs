//! A caller with a good token.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum_extra::TypedHeader;
use axum_extra::headers::Authorization;
use axum_extra::headers::authorization::Bearer;
use http::request::Parts;

use super::{Database, GroupScope, Transaction};
use crate::http::error::{Code, Problem};
use crate::http::state::HttpState;
use crate::store::users::SignIn;
use crate::store::{Access, Scope, groups};

/// Somebody who has signed in. Their transactions see their own group, or everything for an admin.
pub struct SignedIn {
    user: SignIn,
    database: Database,
}

impl FromRequestParts<Arc<HttpState>> for SignedIn {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<HttpState>) -> Result<Self, Problem> {
        let TypedHeader(Authorization(bearer)) =
            TypedHeader::<Authorization<Bearer>>::from_request_parts(parts, state)
                .await
                .map_err(|_| Code::Unauthenticated)?;
        let token = state
            .tokens
            .read(bearer.token(), state.clock.now())
            .ok_or(Code::Unauthenticated)?;
        let user = state
            .database
            .sign_in_by_id(token.user_id)
            .await?
            .ok_or(Code::Unauthenticated)?;
        if user.token_version != token.token_version || !user.may_sign_in() {
            return Err(Code::Unauthenticated.into());
        }
        Ok(Self {
            user,
            database: state.database.clone(),
        })
    }
}

impl SignedIn {
    /// Who it is, as stored now.
    #[must_use]
    pub fn user(&self) -> &SignIn {
        &self.user
    }

    /// Begins a transaction that only reads.
    pub async fn read(&self) -> Result<Transaction, Problem> {
        self.database.begin(self.own_scope()?, Access::Read).await
    }

    /// The scope of a call that names a group or none. Members have only their own; for admins none is all.
    pub async fn in_group(self, group_id: Option<i64>) -> Result<GroupScope, Problem> {
        let own = self.own_scope()?;
        let scope = match (own, group_id) {
            (scope, None) => scope,
            (Scope::Group(own), Some(asked)) if own == asked => Scope::Group(own),
            (Scope::Group(_), Some(_)) => return Err(Code::NotFound.into()),
            (Scope::Admin, Some(asked)) => {
                let mut transaction = self.database.begin(Scope::Admin, Access::Read).await?;
                if !groups::exists(&mut transaction, asked).await? {
                    return Err(Problem::new(Code::NotFound, "There is no such group"));
                }
                Scope::Group(asked)
            }
        };
        Ok(GroupScope::new(self.user, scope, self.database))
    }

    fn own_scope(&self) -> Result<Scope, Problem> {
        if self.user.is_admin {
            return Ok(Scope::Admin);
        }
        self.user
            .group_id
            .map(Scope::Group)
            .ok_or_else(|| Code::AccessDenied.into())
    }
}
