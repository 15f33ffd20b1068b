//! State shared by all handlers.

use std::sync::Arc;
use std::time::Duration;

use clipmeter_db::secrets::Secrets;
use clipmeter_db::storage::Storage;
use clipmeter_runtime::Clock;
use rand::Rng as _;
use rand::rand_core::UnwrapErr;
use rand::rngs::SysRng;

use super::coalescing::Coalescing;
use super::database::Database;
use super::export_slots::ExportSlots;
use super::scrapes::Scrapes;
use super::unchanged_polls::UnchangedPolls;
use crate::TrustedProxy;
use crate::auth::{Passwords, Throttle, Tokens};

/// The services behind the handlers. None of them gives access to tenants' rows without an extractor of
/// [`crate::http::scope`].
pub(crate) struct HttpState {
    pub(crate) database: Database,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) secrets: Arc<Secrets>,
    pub(crate) tokens: Tokens,
    pub(crate) passwords: Passwords,
    pub(crate) throttle: Throttle,
    pub(crate) scrapes: Scrapes,
    pub(crate) exports: ExportSlots,
    pub(crate) tag_key: TagKey,
    pub(crate) polls: Coalescing,
    pub(crate) unchanged_polls: UnchangedPolls,
    /// Default time for which a response to a scrape request waits for the end.
    pub(crate) run_wait: Duration,
    /// Deadline of a request.
    pub(crate) timeout: Duration,
    /// Whether self-registration is enabled.
    pub(crate) registration: bool,
    /// Whether admins may add proxies on this machine, its link-local network or a metadata service.
    pub(crate) local_proxies: bool,
    /// The proxies whose forwarding headers are trusted.
    pub(crate) trusted_proxies: Vec<TrustedProxy>,
    /// Whether all clients connect over TLS.
    pub(crate) behind_tls: bool,
    /// Whether the database has room for writes.
    pub(crate) storage: Storage,
}

/// Makes the `ETag` values of this process differ from those of other processes, whose revisions are unrelated.
pub(crate) struct TagKey(pub(crate) [u8; Self::BYTES]);

impl TagKey {
    /// 128 bits.
    const BYTES: usize = 16;

    pub(crate) fn generate() -> Self {
        let mut key = [0; Self::BYTES];
        UnwrapErr(SysRng).fill_bytes(&mut key);
        Self(key)
    }
}
