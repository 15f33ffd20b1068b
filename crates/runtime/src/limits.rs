//! Limits for the number of connections, for waiting for a client, and for open files.

use std::time::Duration;

use rustix::process::{Resource, getrlimit, setrlimit};

/// Time to receive a request's head, from its first byte or from the start of the connection. Heads are a few hundred
/// bytes; the slowest mobile network that can load the web app sends one in a second or two.
const HEAD: Duration = Duration::from_secs(15);

/// Idle time of a connection between two requests. Reverse proxies use about the same value, and the app polls more
/// often than that.
const IDLE: Duration = Duration::from_mins(1);

/// Time without any progress in sending to a client that does not read.
const WRITE: Duration = Duration::from_mins(1);

/// Time for a TLS handshake: two round trips and a signature.
const HANDSHAKE: Duration = Duration::from_secs(10);

/// Concurrent connections of users. A browser uses up to six; an idle one costs about 10 kB, one that sends the longest
/// possible head 32 kB.
const HTTP_CONNECTIONS: usize = 2_048;

/// Concurrent connections of scrapers and the operator: each process uses one.
const GRPC_CONNECTIONS: usize = 512;

/// Concurrent connections of the kubelet and Prometheus: each uses one or two.
const PROBE_CONNECTIONS: usize = 64;

/// Divisors of the limit of open files. The three servers together may use 11 of 16 parts, and the rest is for the
/// database, child processes, files, and outgoing requests.
const HTTP_SHARE: usize = 2;
const GRPC_SHARE: usize = 8;
const PROBE_SHARE: usize = 16;

/// Limit of open files that is assumed if the system has none: more than all servers together use.
const UNLIMITED: usize = 65_536;

/// Limits of one server.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionLimits {
    /// Concurrent connections.
    pub connections: usize,
    /// Time for a request's head, or the preface of HTTP/2.
    pub head: Duration,
    /// Time between two requests over HTTP/1.1.
    pub idle: Duration,
    /// Time without progress in sending.
    pub write: Duration,
    /// Time for a TLS handshake.
    pub handshake: Duration,
}

impl ConnectionLimits {
    /// Returns the limits of the server for users, given the process's limit of open files.
    #[must_use]
    pub fn http(open_files: usize) -> Self {
        Self::with_connections(HTTP_CONNECTIONS.min(open_files / HTTP_SHARE))
    }

    /// Returns the limits of the server for scrapers and the operator.
    #[must_use]
    pub fn grpc(open_files: usize) -> Self {
        Self::with_connections(GRPC_CONNECTIONS.min(open_files / GRPC_SHARE))
    }

    /// Returns the limits of the server for probes and metrics.
    #[must_use]
    pub fn probes(open_files: usize) -> Self {
        Self::with_connections(PROBE_CONNECTIONS.min(open_files / PROBE_SHARE))
    }

    fn with_connections(connections: usize) -> Self {
        Self {
            connections: connections.max(1),
            head: HEAD,
            idle: IDLE,
            write: WRITE,
            handshake: HANDSHAKE,
        }
    }
}

/// Raises the soft limit of open files to the hard one and returns the effective limit. The soft limit is 1,024 on most
/// systems, for the sake of programs that use `select`; this program does not, nor do the child processes that inherit
/// the limit (scrapers and `PostgreSQL`, which limits itself by `max_files_per_process`).
pub fn raise_open_files() -> usize {
    let before = getrlimit(Resource::Nofile);
    let mut desired = before;
    desired.current = before.maximum;
    let raised = setrlimit(Resource::Nofile, desired);
    if let Err(error) = raised {
        tracing::warn!(%error, limit = before.current, "cannot raise the limit of open files to the hard limit");
    }
    let limit = getrlimit(Resource::Nofile).current;
    limit.map_or(UNLIMITED, |limit| usize::try_from(limit).unwrap_or(UNLIMITED))
}
