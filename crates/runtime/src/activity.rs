//! Tracks what a connection is waiting for, and since when.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use strum::{IntoStaticStr, VariantArray};
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

use crate::limits::ConnectionLimits;

/// Time after which a client that sends a body or does not read a response may be disconnected to make room for a new
/// connection. Most bodies arrive in one packet.
const SLOW: Duration = Duration::from_secs(5);

/// Length of the preface that HTTP/2 clients send first. With fewer bytes, the connection is not established yet.
const PREFACE_BYTES: usize = 24;

/// The reason why the server closed a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum CloseReason {
    /// The head of a request did not arrive in time.
    #[strum(serialize = "head_timeout")]
    Head,
    /// No further request arrived.
    #[strum(serialize = "idle_timeout")]
    Idle,
    /// The client did not read the response.
    #[strum(serialize = "write_timeout")]
    Write,
    /// The TLS handshake failed or took too long.
    Handshake,
    /// The server was full, and this connection had been waiting for its client the longest.
    Evicted,
    /// The server was full of active connections.
    Refused,
}

impl CloseReason {
    /// All reasons.
    pub const ALL: &[Self] = <Self as VariantArray>::VARIANTS;

    /// Returns the label in metrics.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.into()
    }
}

/// The protocol of a server. It is fixed for each port and never detected from the client's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    Http1,
    Http2,
}

/// What the server is waiting for from the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AwaitedInput {
    Head,
    /// Nothing: the client may send another request.
    Request,
    Body,
}

#[derive(Debug)]
struct ConnectionState {
    awaited: Option<(AwaitedInput, Instant)>,
    /// Since when the client has not read what is sent to it.
    blocked: Option<Instant>,
    requests: usize,
    received: usize,
    is_evicted: bool,
    /// Whether a body was dropped before its end.
    has_unread: bool,
}

/// State shared by the parts of one connection.
#[derive(Debug)]
pub(crate) struct Activity {
    protocol: Protocol,
    limits: ConnectionLimits,
    state: Mutex<ConnectionState>,
    changed: Notify,
}

impl Activity {
    /// Creates the state of a new connection.
    pub(crate) fn new(protocol: Protocol, limits: ConnectionLimits) -> Arc<Self> {
        let state = ConnectionState {
            awaited: Some((AwaitedInput::Head, Instant::now())),
            blocked: None,
            requests: 0,
            received: 0,
            is_evicted: false,
            has_unread: false,
        };
        Arc::new(Self {
            protocol,
            limits,
            state: Mutex::new(state),
            changed: Notify::new(),
        })
    }

    fn update(&self, change: impl FnOnce(&mut ConnectionState)) {
        change(&mut self.state.lock());
        self.changed.notify_one();
    }

    /// Records that TLS is established: the time for a head begins.
    pub(crate) fn established(&self) {
        self.update(|state| state.awaited = Some((AwaitedInput::Head, Instant::now())));
    }

    /// Records bytes received from the client.
    pub(crate) fn read(&self, bytes: usize) {
        let mut state = self.state.lock();
        state.received = state.received.saturating_add(bytes);
        let awaited = match (self.protocol, state.awaited) {
            (Protocol::Http1, Some((AwaitedInput::Request, _))) => AwaitedInput::Head,
            (Protocol::Http2, Some((AwaitedInput::Head, _))) if state.received >= PREFACE_BYTES => {
                AwaitedInput::Request
            }
            _ => return,
        };
        state.awaited = Some((awaited, Instant::now()));
        self.changed.notify_one();
    }

    /// Records whether the client reads what is sent.
    pub(crate) fn wrote(&self, is_blocked: bool) {
        let mut state = self.state.lock();
        // The end of a response leaves the program long before the client receives it: the idle time begins with the
        // last byte.
        if let Some((AwaitedInput::Request, since)) = &mut state.awaited
            && !is_blocked
        {
            *since = Instant::now();
        }
        if state.blocked.is_some() != is_blocked {
            state.blocked = is_blocked.then(Instant::now);
            self.changed.notify_one();
        }
    }

    /// Records a request whose head has arrived.
    pub(crate) fn begin(self: &Arc<Self>, has_body: bool) -> ActiveRequest {
        self.update(|state| {
            state.requests += 1;
            let awaits_body = has_body && self.protocol == Protocol::Http1;
            state.awaited = awaits_body.then(|| (AwaitedInput::Body, Instant::now()));
        });
        ActiveRequest(Arc::clone(self))
    }

    /// Records that a body has arrived, or that no more of it is read.
    pub(crate) fn received_body(&self, is_complete: bool) {
        self.update(|state| {
            if matches!(state.awaited, Some((AwaitedInput::Body, _))) {
                state.awaited = None;
            }
            state.has_unread |= !is_complete && self.protocol == Protocol::Http1;
        });
    }

    /// Returns whether the client may still be sending a body that is not read.
    pub(crate) fn has_unread(&self) -> bool {
        self.state.lock().has_unread
    }

    /// Returns since when the server has been waiting for this client, if it is.
    pub(crate) fn waits_since(&self, now: Instant) -> Option<Instant> {
        let state = self.state.lock();
        let is_slow = |since: &Instant| now.saturating_duration_since(*since) >= SLOW;
        match (state.awaited, state.blocked) {
            _ if state.is_evicted => None,
            (Some((AwaitedInput::Head | AwaitedInput::Request, since)), _) => Some(since),
            (Some((AwaitedInput::Body, since)), _) => Some(since).filter(is_slow),
            (None, blocked) => blocked.filter(is_slow),
        }
    }

    /// Closes the connection to make room for another one.
    pub(crate) fn evict(&self) {
        self.update(|state| state.is_evicted = true);
    }

    /// Waits until the connection must be closed.
    pub(crate) async fn overdue(&self) -> CloseReason {
        loop {
            let end = {
                let state = self.state.lock();
                if state.is_evicted {
                    return CloseReason::Evicted;
                }
                self.end(&state)
            };
            let Some((end, reason)) = end else {
                self.changed.notified().await;
                continue;
            };
            if end <= Instant::now() {
                return reason;
            }
            tokio::select! {
                () = sleep_until(end) => {}
                () = self.changed.notified() => {}
            }
        }
    }

    fn end(&self, state: &ConnectionState) -> Option<(Instant, CloseReason)> {
        let awaited = state
            .awaited
            .and_then(|(awaited, since)| match (awaited, self.protocol) {
                (AwaitedInput::Head, _) => Some((since + self.limits.head, CloseReason::Head)),
                (AwaitedInput::Request, Protocol::Http1) => {
                    Some((since + self.limits.idle, CloseReason::Idle))
                }
                // HTTP/2 pings its clients, and the reader of a body limits its time.
                (AwaitedInput::Request, Protocol::Http2) | (AwaitedInput::Body, _) => None,
            });
        let blocked = state
            .blocked
            .map(|since| (since + self.limits.write, CloseReason::Write));
        awaited.into_iter().chain(blocked).min()
    }
}

/// A request in progress; dropping this ends it.
#[derive(Debug)]
pub(crate) struct ActiveRequest(Arc<Activity>);

impl Drop for ActiveRequest {
    fn drop(&mut self) {
        self.0.update(|state| {
            state.requests = state.requests.saturating_sub(1);
            if state.requests == 0 {
                state.awaited = Some((AwaitedInput::Request, Instant::now()));
            }
        });
    }
}
