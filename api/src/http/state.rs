//! What every handler shares.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::client_address::TrustedProxy;
use super::error::{ErrorCode, Problem};
use super::export::Exports;
use super::layers::TagKey;
use super::scope::Database;
use super::scrape::Scrapes;
use super::types::SignedInUser;
use crate::auth::{Attempt, Bearer, Passwords, Throttle, Tokens};
use crate::store::users::UserRow;
use crate::{Clock, Secrets, Storage};

/// The services behind the handlers. None of them shows tenants' rows without an extractor of [`super::scope`].
pub(crate) struct HttpState {
    pub(super) database: Database,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) secrets: Arc<Secrets>,
    pub(super) tokens: Tokens,
    pub(super) passwords: Passwords,
    pub(super) throttle: Throttle,
    pub(super) scrapes: Scrapes,
    pub(super) exports: Exports,
    pub(super) tag_key: TagKey,
    /// How long the answer to a request to scrape waits for the end, unless it says otherwise.
    pub(super) run_wait: Duration,
    /// After this long a request is given up.
    pub(super) timeout: Duration,
    /// Whether strangers may make themselves users.
    pub(super) registration: bool,
    /// Whether admins may add proxies on this machine, its link or a metadata service.
    pub(super) local_proxies: bool,
    /// Who is believed about where a request comes from.
    pub(super) trusted_proxies: Vec<TrustedProxy>,
    /// Whether everybody comes by TLS.
    pub(super) behind_tls: bool,
    /// Whether the database has room to write.
    pub(super) storage: Storage,
}

impl HttpState {
    /// Counts an attempt to give the password of this name, and refuses it when there were too many.
    ///
    /// The attempt counts as wrong unless the caller says that it succeeded.
    pub(super) async fn limit(&self, name: &str, address: IpAddr) -> Result<Attempt<'_>, Problem> {
        self.throttle
            .attempt(name, address)
            .await
            .map_err(|wait| Problem::from(ErrorCode::TooManyAttempts).retry_after(wait))
    }

    /// Returns the response to a new sign-in, with a token that names it.
    pub(super) fn signed_in(
        &self,
        user: &UserRow,
        token_version: i32,
        now: DateTime<Utc>,
    ) -> Result<SignedInUser, Problem> {
        let bearer = Bearer {
            user_id: user.user_id,
            token_version,
            sign_in: Some(Uuid::new_v4()),
        };
        Ok(SignedInUser {
            user: user.into(),
            access_token: self.tokens.issue(bearer, now)?,
        })
    }
}
