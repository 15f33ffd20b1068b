//! Accepts connections until the server is stopped, and keeps the servers of a program.

use std::io;
use std::time::Duration;

use axum::Router;
use futures::future::select_all;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::activity::Protocol;
use crate::connection::{self, Shared};
use crate::connections::Connections;
use crate::tls::Certificate;

/// Pause after a failure to accept that the client did not cause, such as too many open files: without it, the loop
/// would spin until a file is closed.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Serves HTTP/1.1 until `stop`; requests in progress then have `drain` to end. Idle connections are closed
/// immediately.
pub async fn serve_http(
    router: Router,
    listener: TcpListener,
    connections: Connections,
    stop: CancellationToken,
    drain: Duration,
) {
    let shared = Shared {
        router,
        protocol: Protocol::Http1,
        stop,
    };
    accept(listener, connections, None, shared, drain).await;
}

/// Serves gRPC until `stop`; calls in progress then have `drain` to end. With certificates it is served over TLS; each
/// connection uses the latest one.
pub async fn serve_grpc(
    services: Router,
    listener: TcpListener,
    connections: Connections,
    certificates: Option<watch::Receiver<Certificate>>,
    stop: CancellationToken,
    drain: Duration,
) {
    let shared = Shared {
        router: services,
        protocol: Protocol::Http2,
        stop,
    };
    accept(listener, connections, certificates, shared, drain).await;
}

async fn accept(
    listener: TcpListener,
    connections: Connections,
    certificates: Option<watch::Receiver<Certificate>>,
    shared: Shared,
    drain: Duration,
) {
    let tasks = TaskTracker::new();
    let end = CancellationToken::new();
    loop {
        let accepted = tokio::select! {
            biased;
            () = shared.stop.cancelled() => break,
            accepted = listener.accept() => accepted,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) if is_of_client(&error) => continue,
            Err(error) => {
                connections.accept_failed(&error);
                shared.stop.run_until_cancelled(sleep(ACCEPT_PAUSE)).await;
                continue;
            }
        };
        let Some(seat) = connections.admit(shared.protocol) else {
            continue;
        };
        let certificate = certificates.as_ref().map(|latest| latest.borrow().clone());
        let served = connection::serve(stream, peer, certificate, shared.clone(), seat);
        tasks.spawn(end.clone().run_until_cancelled_owned(served));
    }
    drop(listener);
    tasks.close();
    if timeout(drain, tasks.wait()).await.is_err() {
        end.cancel();
    }
}

/// Returns whether the error affects only the accepted client, which has already disconnected.
fn is_of_client(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionRefused
            | io::ErrorKind::Interrupted
    )
}

/// A server that ended although it was not stopped.
#[derive(Debug)]
pub struct Failed {
    pub server: &'static str,
    pub reason: String,
}

/// Running servers.
#[derive(Debug, Default)]
pub struct Servers(Vec<(&'static str, JoinHandle<()>)>);

impl Servers {
    /// Adds and starts a server.
    #[must_use]
    pub fn with(mut self, server: &'static str, serving: impl Future<Output = ()> + Send + 'static) -> Self {
        self.0.push((server, tokio::spawn(serving)));
        self
    }

    /// Waits until a server ends without having been stopped.
    pub async fn failed(&mut self) -> Failed {
        let (ended, place, _) = select_all(self.0.iter_mut().map(|(_, task)| task)).await;
        let (server, _) = self.0.swap_remove(place);
        let reason = match ended {
            Ok(()) => "it ended".to_owned(),
            Err(error) => error.to_string(),
        };
        Failed { server, reason }
    }

    /// Waits until all servers have ended after a stop.
    pub async fn drained(self) {
        for (server, task) in self.0 {
            if let Err(error) = task.await {
                tracing::warn!(server, %error, "the server failed");
            }
        }
    }
}
