//! The connections of one server, limited in number.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use tokio::time::Instant;

use crate::activity::{Activity, CloseReason, Protocol};
use crate::limits::ConnectionLimits;

/// Minimum interval between identical log lines of one server.
const LOG_PAUSE: Duration = Duration::from_mins(1);

/// The connections of one server. Clones share them.
#[derive(Clone, Debug)]
pub struct Connections(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    server: &'static str,
    limits: ConnectionLimits,
    book: Mutex<Book>,
    accepted: AtomicU64,
    accept_errors: AtomicU64,
}

#[derive(Debug, Default)]
struct Book {
    open: HashMap<u64, Arc<Activity>>,
    next: u64,
    closed: BTreeMap<CloseReason, u64>,
    /// When "server full" and "cannot accept" were last logged.
    logged: [Option<Instant>; 2],
}

/// Counters for metrics.
#[derive(Clone, Debug)]
pub struct ConnectionStats {
    /// Name of the server.
    pub server: &'static str,
    /// Open connections.
    pub open: usize,
    /// Limit of open connections.
    pub limit: usize,
    /// Accepted connections.
    pub accepted: u64,
    /// Failures to accept a connection, for example because of too many open files.
    pub accept_errors: u64,
    /// Connections that the server closed, by reason.
    pub closed: BTreeMap<CloseReason, u64>,
}

impl Connections {
    /// Creates an empty set. `server` is the name in metrics and logs.
    #[must_use]
    pub fn new(server: &'static str, limits: ConnectionLimits) -> Self {
        Self(Arc::new(Inner {
            server,
            limits,
            book: Mutex::default(),
            accepted: AtomicU64::new(0),
            accept_errors: AtomicU64::new(0),
        }))
    }

    /// Returns the current counters.
    #[must_use]
    pub fn counts(&self) -> ConnectionStats {
        let book = self.book();
        ConnectionStats {
            server: self.0.server,
            open: book.open.len(),
            limit: self.0.limits.connections,
            accepted: self.0.accepted.load(Ordering::Relaxed),
            accept_errors: self.0.accept_errors.load(Ordering::Relaxed),
            closed: CloseReason::ALL
                .iter()
                .map(|&reason| (reason, book.closed.get(&reason).copied().unwrap_or_default()))
                .collect(),
        }
    }

    pub(crate) fn limits(&self) -> ConnectionLimits {
        self.0.limits
    }

    /// Registers a new connection. If the server is full, closes the connection that has been waiting for its client the
    /// longest. Silent connections therefore evict each other, and a client that sends its request immediately is served.
    /// Requests in progress are never aborted.
    pub(crate) fn admit(&self, protocol: Protocol) -> Option<Seat> {
        self.0.accepted.fetch_add(1, Ordering::Relaxed);
        let activity = Activity::new(protocol, self.0.limits);
        let mut book = self.book();
        if book.open.len() >= self.0.limits.connections {
            let is_evicted = book.evict();
            self.log_full(&mut book);
            if !is_evicted {
                book.count(CloseReason::Refused);
                return None;
            }
        }
        let id = book.next;
        book.next += 1;
        book.open.insert(id, Arc::clone(&activity));
        drop(book);
        Some(Seat {
            connections: self.clone(),
            id,
            activity,
        })
    }

    /// Makes room after a connection could not be accepted.
    pub(crate) fn accept_failed(&self, error: &std::io::Error) {
        self.0.accept_errors.fetch_add(1, Ordering::Relaxed);
        let mut book = self.book();
        book.evict();
        if book.is_due(1) {
            let (server, open) = (self.0.server, book.open.len());
            tracing::error!(server, %error, open, "cannot accept a connection; retrying");
        }
    }

    /// Returns whether the server is waiting for any of the clients.
    #[cfg(test)]
    pub(crate) fn waits(&self) -> bool {
        let now = Instant::now();
        self.book()
            .open
            .values()
            .any(|activity| activity.waits_since(now).is_some())
    }

    pub(crate) fn closed(&self, reason: CloseReason) {
        self.book().count(reason);
    }

    fn log_full(&self, book: &mut Book) {
        if book.is_due(0) {
            let (server, limit) = (self.0.server, self.0.limits.connections);
            tracing::warn!(
                server,
                limit,
                "all connections are in use; closing idle and slow ones to accept new ones"
            );
        }
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        // Changes are completed before anything can panic.
        self.0.book.lock()
    }
}

impl Book {
    fn count(&mut self, reason: CloseReason) {
        *self.closed.entry(reason).or_default() += 1;
    }

    /// Returns whether a line may be logged again.
    fn is_due(&mut self, line: usize) -> bool {
        let now = Instant::now();
        let last = &mut self.logged[line];
        let is_due = last.is_none_or(|last| now.saturating_duration_since(last) >= LOG_PAUSE);
        if is_due {
            *last = Some(now);
        }
        is_due
    }

    /// Closes the connection that has been waiting for its client for the longest time, if there is one.
    fn evict(&mut self) -> bool {
        let now = Instant::now();
        let oldest = self
            .open
            .iter()
            .filter_map(|(id, activity)| Some((activity.waits_since(now)?, *id)))
            .min();
        let Some((_, id)) = oldest else { return false };
        // The slot is free from now on; the task of the connection closes it.
        if let Some(activity) = self.open.remove(&id) {
            activity.evict();
        }
        true
    }
}

/// The place of an open connection, released on drop.
#[derive(Debug)]
pub(crate) struct Seat {
    connections: Connections,
    id: u64,
    activity: Arc<Activity>,
}

impl Seat {
    pub(crate) fn activity(&self) -> &Arc<Activity> {
        &self.activity
    }

    pub(crate) fn connections(&self) -> &Connections {
        &self.connections
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.connections.book().open.remove(&self.id);
    }
}
