//! Errors that end the program, each with a one-line message that says what to do.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use clipmeter_api::ApiError;
use clipmeter_db::DbError;

/// An error that ends the program.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// The program cannot listen on the address.
    #[error("cannot listen on {address}: {source}; set another address with --{option}")]
    Listen {
        /// The option that sets the address.
        option: &'static str,
        address: SocketAddr,
        source: io::Error,
    },
    /// `DATABASE_URL` is invalid.
    #[error(
        "DATABASE_URL is not the URL of a PostgreSQL database; write it as postgres://user:password@host/database"
    )]
    DatabaseUrl,
    /// The message does not repeat the value of `DATABASE_READ_URL`, which may contain a password.
    #[error(
        "DATABASE_READ_URL is not the URL of PostgreSQL replicas; write it as postgres://host:5432/database"
    )]
    DatabaseReadUrl,
    /// No password is set, so no user could sign in.
    #[error("set CLIPMETER_ADMIN_PASSWORD to the password of the user admin")]
    NoAdminPassword,
    /// No cluster is reachable to store the desired state.
    #[error("cannot reach a Kubernetes cluster: {0}; run in a pod, or set KUBECONFIG")]
    NoCluster(String),
    /// gRPC cannot be served over TLS.
    #[error("cannot use {} as the gRPC certificate or key: {reason}", path.display())]
    Certificate {
        /// The certificate or key file.
        path: PathBuf,
        reason: String,
    },
    /// A server failed permanently.
    #[error("the {server} server failed: {reason}")]
    Serve {
        /// Name of the server.
        server: &'static str,
        reason: String,
    },
    /// A signal ended `api migrate`.
    #[error("stopped by a signal before the database was migrated; run it again, and it continues")]
    MigrationStopped,
    /// The API cannot start.
    #[error(transparent)]
    Api(#[from] ApiError),
    /// A query failed, or the keys cannot be used.
    #[error(transparent)]
    Db(#[from] DbError),
    /// Threads or signal handlers cannot be created.
    #[error("cannot start: {0}")]
    Runtime(#[source] io::Error),
}
