//! Request counters by kind of request, and the sessions that were used.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use parking_lot::Mutex;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::{FaultKind, clock::Millis, request::Caller};

/// Hexadecimal digits that are kept of a session's hash: enough to distinguish sessions, too few to reveal one.
const HASH_DIGITS: usize = 12;

/// How long a client that was informed of an endpoint's retirement should not request it: a day.
const RETIRED: Millis = 24 * 3_600_000;

/// Counts of requests since the start.
#[derive(Debug, Default)]
pub(crate) struct Log(Mutex<Entries>);

#[derive(Debug, Default)]
struct Entries {
    requests: RequestCounts,
    /// When each client was informed of the retirement of each kind of request.
    retired: HashMap<(String, &'static str), Millis>,
}

/// The requests so far.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct RequestCounts {
    /// All requests.
    pub total: u64,
    /// Bytes of the sent bodies.
    pub bytes: u64,
    /// Requests by page or endpoint, such as `tiktok.item_list`.
    pub by_class: BTreeMap<&'static str, u64>,
    /// Requests by the hash of the Instagram session, then by page or endpoint.
    pub by_session: BTreeMap<String, BTreeMap<&'static str, u64>>,
    /// Responses by injected fault, such as `rate_limited`.
    pub injected_faults: BTreeMap<String, u64>,
    /// Responses by page or endpoint, then by injected fault.
    pub injected_faults_by_class: BTreeMap<&'static str, BTreeMap<String, u64>>,
    /// Hashes of the Instagram sessions that were used.
    pub sessions: BTreeSet<String>,
    /// Hashes of the sessions that continued despite exceeding their quota, and were lost as a result.
    pub burnt: BTreeSet<String>,
    /// Requests for an endpoint within a day after the same session, or anonymous client, was informed that it is retired.
    pub requested_while_retired: u64,
}

impl Log {
    pub(crate) fn note(&self, caller: Caller<'_>, now: Millis) {
        let mut entries = self.0.lock();
        let class = caller.class;
        let retired_at = entries.retired.get(&(caller.name(), class));
        let is_retired = retired_at.is_some_and(|retired_at| now < *retired_at + RETIRED);
        let requests = &mut entries.requests;
        requests.total += 1;
        requests.requested_while_retired += u64::from(is_retired);
        *requests.by_class.entry(class).or_default() += 1;
        if let Some(session) = caller.session {
            requests.sessions.insert(session.to_owned());
            let of_session = requests.by_session.entry(session.to_owned()).or_default();
            *of_session.entry(class).or_default() += 1;
        }
    }

    pub(crate) fn note_injected(&self, caller: Caller<'_>, fault: FaultKind, now: Millis) {
        let mut entries = self.0.lock();
        let class = caller.class;
        if matches!(fault, FaultKind::EndpointRetired | FaultKind::HomeRedirectAll) {
            entries.retired.insert((caller.name(), class), now);
        }
        let requests = &mut entries.requests;
        *requests
            .injected_faults
            .entry(fault.code().to_owned())
            .or_default() += 1;
        let of_class = requests.injected_faults_by_class.entry(class).or_default();
        *of_class.entry(fault.code().to_owned()).or_default() += 1;
    }

    pub(crate) fn note_challenged(&self, session: &str) {
        self.0.lock().requests.burnt.insert(session.to_owned());
    }

    pub(crate) fn note_sent(&self, bytes: usize) {
        self.0.lock().requests.bytes += bytes as u64;
    }

    pub(crate) fn so_far(&self) -> RequestCounts {
        self.0.lock().requests.clone()
    }
}

/// Returns the identifier of a session in [`RequestCounts::sessions`]: the first digits of its SHA-256.
#[must_use]
pub fn session_hash(session: &str) -> String {
    let digest = Sha256::digest(session.as_bytes());
    let digits = digest.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .take(HASH_DIGITS)
        .collect()
}
