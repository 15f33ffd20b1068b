//! State shared by all handlers.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use clipmeter_db::secrets::Secrets;
use clipmeter_db::storage::Storage;
use clipmeter_db::users::UserRow;
use clipmeter_runtime::Clock;
use uuid::Uuid;

use super::client_address::TrustedProxy;
use super::error::{ErrorCode, Problem};
use super::export::Exports;
use super::layers::TagKey;
use super::scope::Database;
use super::scrape::Scrapes;
use super::types::SignedInUser;
use crate::auth::{Attempt, Bearer, Passwords, Throttle, Tokens};

/// The services behind the handlers. None of them gives access to tenants' rows without an extractor of
/// [`super::scope`].
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
    /// Default time for which a response to a scrape request waits for the end.
    pub(super) run_wait: Duration,
    /// Deadline of a request.
    pub(super) timeout: Duration,
    /// Whether self-registration is enabled.
    pub(super) registration: bool,
    /// Whether admins may add proxies on this machine, its link-local network or a metadata service.
    pub(super) local_proxies: bool,
    /// The proxies whose forwarding headers are trusted.
    pub(super) trusted_proxies: Vec<TrustedProxy>,
    /// Whether all clients connect over TLS.
    pub(super) behind_tls: bool,
    /// Whether the database has room for writes.
    pub(super) storage: Storage,
}

impl HttpState {
    /// Counts a login attempt for this name, and rejects it after too many.
    ///
    /// The attempt counts as failed unless the caller reports success.
    pub(super) async fn limit(&self, name: &str, address: IpAddr) -> Result<Attempt<'_>, Problem> {
        self.throttle
            .attempt(name, address)
            .await
            .map_err(|wait| Problem::from(ErrorCode::TooManyAttempts).retry_after(wait))
    }

    /// Returns the response to a new sign-in, with a token for it.
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
