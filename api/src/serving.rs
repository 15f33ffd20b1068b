//! The servers of a program, whatever they serve: each ends when it is told to, and not later than a moment after.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use futures::future::select_all;
use futures::stream;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;
use tonic::transport::Server;

/// Serves HTTP until `stop`; requests that are being answered then have `drain` to end. A browser that keeps an idle
/// connection open must not hold the program.
pub async fn serve_http(
    router: Router,
    listener: TcpListener,
    stop: CancellationToken,
    drain: Duration,
) -> Result<(), String> {
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    let drained = drain_limit(stop.clone(), drain);
    let serve = axum::serve(listener, service).with_graceful_shutdown(stop.cancelled_owned());
    tokio::select! {
        result = serve => result.map_err(|error| error.to_string()),
        () = drained => Ok(()),
    }
}

/// Serves gRPC until `stop`; calls that are being answered then have `drain` to end. The listener stays open for
/// whoever else has it.
pub async fn serve_grpc(
    mut server: Server,
    services: Routes,
    listener: Arc<TcpListener>,
    stop: CancellationToken,
    drain: Duration,
) -> Result<(), String> {
    let drained = drain_limit(stop.clone(), drain);
    let incoming = stream::unfold(listener, async |listener| {
        let accepted = listener.accept().await.map(|(stream, _)| stream);
        Some((accepted, listener))
    });
    let serve = server
        .add_routes(services)
        .serve_with_incoming_shutdown(incoming, stop.cancelled_owned());
    tokio::select! {
        result = serve => result.map_err(|error| error.to_string()),
        () = drained => Ok(()),
    }
}

/// Ends so long after the stop was asked for.
async fn drain_limit(stop: CancellationToken, drain: Duration) {
    stop.cancelled().await;
    tokio::time::sleep(drain).await;
}

/// A server that ended although nobody stopped it.
#[derive(Debug)]
pub struct Failed {
    /// Which.
    pub server: &'static str,
    /// Why.
    pub reason: String,
}

/// Servers at work.
#[derive(Debug, Default)]
pub struct Servers(Vec<(&'static str, JoinHandle<Result<(), String>>)>);

impl Servers {
    /// One more.
    #[must_use]
    pub fn with(
        mut self,
        server: &'static str,
        serving: impl Future<Output = Result<(), String>> + Send + 'static,
    ) -> Self {
        self.0.push((server, tokio::spawn(serving)));
        self
    }

    /// Waits until one of them ends although nobody stopped it.
    pub async fn failed(&mut self) -> Failed {
        let (ended, place, _) = select_all(self.0.iter_mut().map(|(_, task)| task)).await;
        let (server, _) = self.0.swap_remove(place);
        let reason = match ended {
            Ok(Ok(())) => "it ended".to_owned(),
            Ok(Err(reason)) => reason,
            Err(error) => error.to_string(),
        };
        Failed { server, reason }
    }

    /// Waits for all to have ended after a stop.
    pub async fn drained(self) {
        for (server, task) in self.0 {
            if let Ok(Err(reason)) = task.await {
                tracing::warn!(server, reason, "the server did not end well");
            }
        }
    }
}
