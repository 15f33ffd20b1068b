//! What every handler shares.

use std::sync::Arc;
use std::time::Duration;

use super::layers::TagKey;
use super::scope::Database;
use super::scrape::Scrapes;
use crate::auth::{Passwords, Throttle, Tokens};
use crate::{Clock, Secrets};

/// The services behind the handlers. None of them shows tenants' rows without an extractor of [`super::scope`].
pub(crate) struct HttpState {
    pub(super) database: Database,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) secrets: Arc<Secrets>,
    pub(super) tokens: Tokens,
    pub(super) passwords: Passwords,
    pub(super) throttle: Throttle,
    pub(super) scrapes: Scrapes,
    pub(super) tag_key: TagKey,
    /// After this long a request is given up.
    pub(super) timeout: Duration,
}
