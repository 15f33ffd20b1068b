//! A caller with a valid token.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use chrono::{DateTime, NaiveDate, Utc};
use clipmeter_db::database::scope::view_as_group_of;
use clipmeter_db::stats::days;
use clipmeter_db::{Access, Scope};
use http::HeaderValue;
use http::header::AUTHORIZATION;
use http::request::Parts;

use super::caller::Caller;
use crate::auth::{Bearer, share_token};
use crate::http::database::Transaction;
use crate::http::error::{ErrorCode, Problem};
use crate::http::state::HttpState;

/// Returns the token of an `Authorization` header with the scheme `Bearer` in any case.
pub(crate) fn bearer_token(authorization: &HeaderValue) -> Option<&str> {
    let (scheme, token) = authorization.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

fn bearer(parts: &Parts) -> Option<&str> {
    parts.headers.get(AUTHORIZATION).and_then(bearer_token)
}

/// Returns the claims of the caller's token, whose signature is valid and which has not expired. Whether its user may still sign in
/// must be checked in the database.
pub(crate) fn claims(parts: &Parts, state: &HttpState, now: DateTime<Utc>) -> Option<Bearer> {
    bearer(parts).and_then(|token| state.tokens.read(token, now))
}

/// A signed-in user, or a viewer whom a share link allows the call. Transactions see the caller's own group, or everything for an
/// admin.
#[derive(Clone)]
pub(crate) struct SignedIn(pub(super) Caller);

impl FromRequestParts<Arc<HttpState>> for SignedIn {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<HttpState>) -> Result<Self, Problem> {
        // A layer has already authenticated the caller.
        if let Some(known) = parts.extensions.remove::<Self>() {
            return Ok(known);
        }
        if let Some(digest) = bearer(parts).and_then(share_token::digest) {
            return Self::viewer(parts, state, &digest).await;
        }
        let PasswordHolder {
            caller,
            must_change_password,
        } = PasswordHolder::from_request_parts(parts, state).await?;
        if must_change_password {
            return Err(ErrorCode::PasswordChangeRequired.into());
        }
        Ok(Self(caller))
    }
}

/// A signed-in user who may change the own password and sign out, but may have to change the password before any other
/// call, because an admin set it.
pub(crate) struct PasswordHolder {
    caller: Caller,
    must_change_password: bool,
}

impl FromRequestParts<Arc<HttpState>> for PasswordHolder {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<HttpState>) -> Result<Self, Problem> {
        if let Some(digest) = bearer(parts).and_then(share_token::digest) {
            let viewer = SignedIn::viewer(parts, state, &digest).await?;
            return Err(viewer.0.deny_access().await);
        }
        let now = state.clock.now();
        let token = claims(parts, state, now).ok_or(ErrorCode::Unauthenticated)?;
        let found = state
            .database
            .sign_in_by_token(token.user_id, token.sign_in)
            .await?
            .ok_or(ErrorCode::Unauthenticated)?;
        if found.token_version != token.token_version || !found.may_sign_in() {
            return Err(ErrorCode::Unauthenticated.into());
        }
        let database = state.database.clone();
        Ok(Self {
            caller: Caller::new(found.user, token.sign_in, now, parts, database),
            must_change_password: found.must_change_password,
        })
    }
}

impl PasswordHolder {
    #[must_use]
    pub(crate) fn caller(&self) -> &Caller {
        &self.caller
    }
}

impl SignedIn {
    pub(super) fn new(caller: Caller) -> Self {
        Self(caller)
    }

    #[must_use]
    pub(crate) fn caller(&self) -> &Caller {
        &self.0
    }

    /// Returns the current day in the time zone of what is shown. For an admin who names a group, that is the group's.
    pub(crate) async fn today(&self, group_id: Option<i64>) -> Result<NaiveDate, Problem> {
        let mut transaction = self.0.begin(self.shown_scope(group_id), Access::Read).await?;
        Ok(days::today(&mut transaction, self.0.now()).await?)
    }

    /// Begins a read-only transaction.
    pub(crate) async fn read(&self) -> Result<Transaction, Problem> {
        self.0.begin(self.own_scope(), Access::Read).await
    }

    /// Begins a read-only transaction that shows an account (`tracked_accounts.id`) as its group sees it, also to an admin.
    pub(crate) async fn read_account(&self, id: i64) -> Result<Transaction, Problem> {
        let mut transaction = self.read().await?;
        if self.own_scope() == Scope::Admin {
            view_as_group_of(&mut transaction, id).await?;
        }
        Ok(transaction)
    }

    /// Returns the scope whose changes a response shows. For an admin who names a group, that is the group.
    pub(crate) fn shown_scope(&self, group_id: Option<i64>) -> Scope {
        match (self.own_scope(), group_id) {
            (Scope::Admin, Some(requested)) => Scope::Group(requested),
            (own, _) => own,
        }
    }

    pub(super) fn own_scope(&self) -> Scope {
        let user = self.0.user();
        if user.is_admin {
            return Scope::Admin;
        }
        let of_group = match user.share_link() {
            Some(_) => Scope::Viewer,
            None => Scope::Group,
        };
        user.group_id.map_or(Scope::Empty, of_group)
    }
}
