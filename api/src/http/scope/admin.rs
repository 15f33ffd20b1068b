//! A platform admin.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use http::request::Parts;

use super::{GroupScope, SignedIn, Transaction};
use crate::http::error::{Code, Problem};
use crate::http::state::HttpState;
use crate::store::users::SignIn;

/// Somebody who manages the whole platform. Their transactions see every group.
pub struct Admin(GroupScope);

impl FromRequestParts<Arc<HttpState>> for Admin {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<HttpState>) -> Result<Self, Problem> {
        let signed_in = SignedIn::from_request_parts(parts, state).await?;
        if !signed_in.user().is_admin {
            return Err(Code::AccessDenied.into());
        }
        Ok(Self(signed_in.in_group(None).await?))
    }
}

impl Admin {
    /// Who it is, as stored now.
    #[must_use]
    pub fn user(&self) -> &SignIn {
        self.0.user()
    }

    /// Begins a transaction that only reads, from one snapshot.
    pub async fn read(&self) -> Result<Transaction, Problem> {
        self.0.read().await
    }

    /// Begins a transaction that may write.
    pub async fn write(&self) -> Result<Transaction, Problem> {
        self.0.write().await
    }
}
