//! The two listeners: HTTP for people, gRPC for scrapers.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use clipmeter_api::Api;
use clipmeter_api::control_plane::{Rows, RunStarter};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_stream::wrappers::TcpListenerStream;
use tokio_util::sync::CancellationToken;

use crate::error::StandaloneError;

/// How long requests that are being answered may take once a stop was asked for. A browser that keeps an idle connection
/// open must not hold the program.
const DRAIN: Duration = Duration::from_secs(3);

/// Takes an address, so that a taken port is told before anything is started.
pub(crate) async fn bind(address: SocketAddr) -> Result<TcpListener, StandaloneError> {
    TcpListener::bind(address)
        .await
        .map_err(|source| StandaloneError::Listen { address, source })
}

/// A port of the system's choice on loopback, for our own children only.
pub(crate) async fn bind_loopback() -> Result<TcpListener, StandaloneError> {
    bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).await
}

/// Both servers at work.
#[derive(Debug)]
pub(crate) struct Servers {
    http: JoinHandle<Result<(), String>>,
    grpc: JoinHandle<Result<(), String>>,
}

impl Servers {
    /// Serves until `stop_http` and `stop_grpc` are cancelled.
    pub(crate) fn start(
        api: &Api,
        runs: Arc<dyn RunStarter>,
        http: (TcpListener, CancellationToken),
        grpc: (TcpListener, CancellationToken),
    ) -> Self {
        let router = api
            .http_router(runs, Arc::new(Rows))
            .into_make_service_with_connect_info::<SocketAddr>();
        let (http_listener, stop_http) = http;
        let http = tokio::spawn(async move {
            let drained = drain_limit(stop_http.clone());
            let serve =
                axum::serve(http_listener, router).with_graceful_shutdown(stop_http.cancelled_owned());
            tokio::select! {
                result = serve => result.map_err(|error| error.to_string()),
                () = drained => Ok(()),
            }
        });
        let services = api.grpc_routes(api.token_callers());
        let (grpc_listener, stop_grpc) = grpc;
        let grpc = tokio::spawn(async move {
            let drained = drain_limit(stop_grpc.clone());
            let serve = tonic::transport::Server::builder()
                .add_routes(services)
                .serve_with_incoming_shutdown(
                    TcpListenerStream::new(grpc_listener),
                    stop_grpc.cancelled_owned(),
                );
            tokio::select! {
                result = serve => result.map_err(|error| error.to_string()),
                () = drained => Ok(()),
            }
        });
        Self { http, grpc }
    }

    /// Waits until a server ends although nobody stopped it.
    pub(crate) async fn failed(&mut self) -> StandaloneError {
        let (server, ended) = tokio::select! {
            ended = &mut self.http => ("HTTP", ended),
            ended = &mut self.grpc => ("gRPC", ended),
        };
        let reason = match ended {
            Ok(Ok(())) => "it ended".to_owned(),
            Ok(Err(reason)) => reason,
            Err(error) => error.to_string(),
        };
        StandaloneError::Serve { server, reason }
    }

    /// Waits for both to have ended after a stop.
    pub(crate) async fn drained(self) {
        for (server, task) in [("HTTP", self.http), ("gRPC", self.grpc)] {
            if let Ok(Err(reason)) = task.await {
                tracing::warn!(server, reason, "the server did not end well");
            }
        }
    }
}

/// Ends `DRAIN` after the stop was asked for.
async fn drain_limit(stop: CancellationToken) {
    stop.cancelled().await;
    tokio::time::sleep(DRAIN).await;
}
