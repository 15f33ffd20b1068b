//! Why the program cannot run, each in one line that says what to do.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use clipmeter_api::ApiError;

/// Why the program ended.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {source}; choose another address with --{option}")]
    Listen {
        /// The option that names it.
        option: &'static str,
        /// The address that was asked for.
        address: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
    /// The database's address is none.
    #[error(
        "DATABASE_URL is no address of a PostgreSQL database; write it as postgres://user:password@host/database"
    )]
    DatabaseUrl,
    /// Nobody could sign in.
    #[error("set CLIPMETER_ADMIN_PASSWORD to the password that the user admin is to have")]
    NoAdminPassword,
    /// There is no cluster to keep what is wanted.
    #[error("there is no cluster to talk to: {0}; run in a pod, or set KUBECONFIG")]
    NoCluster(String),
    /// gRPC cannot be served over TLS.
    #[error("cannot use {} for gRPC: {reason}", path.display())]
    Certificate {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// A part of the program failed for good.
    #[error("the {server} server failed: {reason}")]
    Serve {
        /// Which.
        server: &'static str,
        /// What it said.
        reason: String,
    },
    /// The API cannot start.
    #[error(transparent)]
    Api(#[from] ApiError),
    /// The system gives the program no threads or signals.
    #[error("the program cannot start: {0}")]
    Runtime(#[source] io::Error),
}
