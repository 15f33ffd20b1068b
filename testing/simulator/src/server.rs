//! The HTTP server around the platforms.

use std::{net::SocketAddr, ops::Deref, sync::Arc, time::Duration};

use axum::{
    body::{Body, Bytes},
    extract::{ConnectInfo, State},
    http::{HeaderMap, Method, Uri, header},
    response::Response,
    serve::ListenerExt as _,
};
use futures::stream;
use tokio::{net::TcpListener, sync::oneshot, task::JoinHandle};

use crate::{
    Offline, OfflineResponse, RawRequest, SimulatorConfig, SimulatorError, control, platforms::Platforms,
    separate_platforms,
};

/// Grace period for open connections when the simulator stops.
const STOP_GRACE: Duration = Duration::from_secs(1);

/// Delay between the sent part of a cut-off response and the disconnection: long enough for the part to be sent rather than
/// dropped along with the connection.
const BEFORE_CUT: Duration = Duration::from_millis(20);

/// A running simulator: a server around an [`Offline`] one. It stops on request or when it is dropped.
#[derive(Debug)]
pub struct Simulator {
    address: SocketAddr,
    url: String,
    offline: Offline,
    stop: Option<oneshot::Sender<()>>,
    task: Option<JoinHandle<std::io::Result<()>>>,
}

impl Simulator {
    /// Reads the recordings, creates the accounts, and listens.
    pub async fn start(config: SimulatorConfig) -> Result<Self, SimulatorError> {
        let offline = Offline::new(&config)?;
        let failed = |source| SimulatorError::Listen {
            address: config.listen,
            source,
        };
        let listener = TcpListener::bind(config.listen).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        // Responses are written at once; Nagle's algorithm would only add 40 ms to each.
        let listener = listener.tap_io(|stream| {
            if let Err(error) = stream.set_nodelay(true) {
                tracing::debug!(%error, "cannot set TCP_NODELAY");
            }
        });
        let router = control::router()
            .merge(separate_platforms())
            .fallback(platform)
            .with_state(offline.platforms.clone())
            .into_make_service_with_connect_info::<SocketAddr>();
        let (stop, stopped) = oneshot::channel::<()>();
        let serving = axum::serve(listener, router).with_graceful_shutdown(async { drop(stopped.await) });
        let task = tokio::spawn(serving.into_future());
        Ok(Self {
            address,
            url: format!("http://{address}"),
            offline,
            stop: Some(stop),
            task: Some(task),
        })
    }

    /// Returns the base URL, which is the same for both platforms.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns the listen address.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Stops listening and briefly waits for pending responses.
    pub async fn stop(mut self) -> Result<(), SimulatorError> {
        drop(self.stop.take());
        let Some(mut task) = self.task.take() else {
            return Ok(());
        };
        let Ok(ended) = tokio::time::timeout(STOP_GRACE, &mut task).await else {
            task.abort();
            return Ok(());
        };
        ended
            .map_err(SimulatorError::Lost)?
            .map_err(SimulatorError::Serve)
    }

    /// Runs until the server ends, which happens only on a failure.
    pub async fn join(mut self) -> Result<(), SimulatorError> {
        let Some(task) = self.task.take() else {
            return Ok(());
        };
        let ended = task.await;
        drop(self.stop.take());
        ended
            .map_err(SimulatorError::Lost)?
            .map_err(SimulatorError::Serve)
    }
}

impl Deref for Simulator {
    type Target = Offline;

    fn deref(&self) -> &Offline {
        &self.offline
    }
}

/// Handles every path outside the control API.
async fn platform(
    State(platforms): State<Arc<Platforms>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let cleared = platforms.faults.cleared();
    let response = platforms.response(RawRequest {
        method,
        uri,
        headers,
        body,
        address: peer.ip().to_string(),
    });
    if !response.delay.is_zero() {
        tokio::select! {
            () = tokio::time::sleep(response.delay) => {}
            () = cleared => {}
        }
    }
    send(response)
}

fn send(offline_response: OfflineResponse) -> Response {
    let length = offline_response.body.len();
    let body = if offline_response.cut_off {
        half(&offline_response.body)
    } else {
        Body::from(offline_response.body)
    };
    let mut response = Response::new(body);
    *response.status_mut() = offline_response.status;
    *response.headers_mut() = offline_response.headers;
    if offline_response.cut_off {
        response
            .headers_mut()
            .insert(header::CONTENT_LENGTH, length.into());
    }
    response
}

/// Sends the first half of a body, and then ends the connection.
fn half(body: &Bytes) -> Body {
    let first = body.slice(..body.len() / 2);
    Body::from_stream(stream::unfold(Some(first), async |part| match part {
        Some(part) if !part.is_empty() => Some((Ok(part), Some(Bytes::new()))),
        _ => {
            tokio::time::sleep(BEFORE_CUT).await;
            Some((
                Err(std::io::Error::from(std::io::ErrorKind::ConnectionReset)),
                None,
            ))
        }
    }))
}
