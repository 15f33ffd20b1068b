//! What has been asked so far: numbers by kind of request, and which sessions were used.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, MutexGuard, PoisonError},
};

use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::{request::Request, route::Route};

/// Hexadecimal digits that are kept of a session's hash: enough to tell sessions apart, too few to be one.
const HASH_DIGITS: usize = 12;

/// Counts of requests since the start.
#[derive(Debug, Default)]
pub(crate) struct Log(Mutex<Requests>);

/// The requests so far.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Requests {
    /// All of them.
    pub total: u64,
    /// By page or endpoint, such as `tiktok.item_list`.
    pub by_class: BTreeMap<&'static str, u64>,
    /// By the fault that spoiled the answer, such as `rate_limited`.
    pub spoiled: BTreeMap<String, u64>,
    /// Hashes of the Instagram sessions that were used.
    pub sessions: BTreeSet<String>,
}

impl Log {
    pub(crate) fn note(&self, route: &Route, request: &Request) {
        let mut entries = self.lock();
        entries.total += 1;
        *entries.by_class.entry(route.class()).or_default() += 1;
        if let Some(session) = request.session() {
            entries.sessions.insert(session_hash(session));
        }
    }

    pub(crate) fn note_spoiled(&self, fault: &str) {
        *self.lock().spoiled.entry(fault.to_owned()).or_default() += 1;
    }

    pub(crate) fn so_far(&self) -> Requests {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Requests> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How a session appears in [`Requests::sessions`]: the first digits of its SHA-256.
#[must_use]
pub fn session_hash(session: &str) -> String {
    let digest = Sha256::digest(session.as_bytes());
    let digits = digest.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .take(HASH_DIGITS)
        .collect()
}
