//! The two listeners: HTTP for browsers, gRPC for scrapers.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use clipmeter_api::Api;
use clipmeter_api::control_plane::{DatabaseOnly, RunStarter};
use clipmeter_runtime::{ConnectionLimits, Connections, Failed, Servers, serve_grpc, serve_http};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::error::StandaloneError;

/// Grace period for pending requests after a stop was requested, bounded by how long a user waits at a terminal.
const DRAIN: Duration = Duration::from_secs(3);

/// Binds an address, so that a port in use is reported before anything is started.
pub(crate) async fn bind(address: SocketAddr) -> Result<TcpListener, StandaloneError> {
    TcpListener::bind(address)
        .await
        .map_err(|source| StandaloneError::Listen { address, source })
}

/// Binds a port chosen by the system on loopback, for child processes only.
pub(crate) async fn bind_loopback() -> Result<TcpListener, StandaloneError> {
    bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).await
}

/// Serves until `stop_http` and `stop_grpc` are cancelled. The process may open `open_files` files.
pub(crate) fn start(
    api: &Api,
    runs: Arc<dyn RunStarter>,
    (http, stop_http): (TcpListener, CancellationToken),
    (grpc, stop_grpc): (TcpListener, CancellationToken),
    open_files: usize,
) -> Servers {
    let router = api.http_router(runs, Arc::new(DatabaseOnly));
    let services = api.grpc_routes(api.token_authenticator()).into_axum_router();
    let http_connections = Connections::new("http", ConnectionLimits::http(open_files));
    let scrapers = Connections::new("grpc", ConnectionLimits::grpc(open_files));
    Servers::default()
        .with(
            "HTTP",
            serve_http(router, http, http_connections, stop_http, DRAIN),
        )
        .with(
            "gRPC",
            serve_grpc(services, grpc, scrapers, None, stop_grpc, DRAIN),
        )
}

impl From<Failed> for StandaloneError {
    fn from(Failed { server, reason }: Failed) -> Self {
        Self::Serve { server, reason }
    }
}
