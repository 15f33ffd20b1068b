//! The HTTP server around the platforms.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use axum::{
    body::{Body, Bytes},
    extract::State,
    http::{HeaderMap, Method, Uri, header},
    response::Response,
    serve::ListenerExt as _,
};
use chrono::{DateTime, Utc};
use clipmeter_proto::v1::Platform;
use futures::stream;
use tokio::{net::TcpListener, sync::oneshot, task::JoinHandle};

use crate::{
    AccountSummary, FaultRule, InvalidFault, Reading, Requests, SimulatorConfig, SimulatorError,
    clock::Clock, control, faults::Delivery, platforms::Platforms, replay::Replay, request::Request,
    route::Subject, world::World,
};

/// Connections that still talk when the simulator stops are given this long.
const STOP_GRACE: Duration = Duration::from_secs(1);

/// Between the part of a cut-off answer that arrives and the end of the connection: long enough for the part to be
/// sent rather than dropped along with the connection.
const BEFORE_CUT: Duration = Duration::from_millis(20);

/// A running simulator. It stops when it is told to, or when it is dropped.
#[derive(Debug)]
pub struct Simulator {
    address: SocketAddr,
    url: String,
    platforms: Arc<Platforms>,
    stop: Option<oneshot::Sender<()>>,
    task: Option<JoinHandle<std::io::Result<()>>>,
}

impl Simulator {
    /// Reads the recordings, makes the accounts, and listens.
    pub async fn start(config: SimulatorConfig) -> Result<Self, SimulatorError> {
        config.check()?;
        let replay = config
            .replay
            .as_deref()
            .map(Replay::load)
            .transpose()?
            .unwrap_or_default();
        let world = World::new(config.seed, config.accounts);
        let clock = Clock::new(config.time, config.clock_start, config.clock_speed);
        let platforms = Arc::new(Platforms::new(clock, world, replay, config.waf_always));

        let failed = |source| SimulatorError::Listen {
            address: config.listen,
            source,
        };
        let listener = TcpListener::bind(config.listen).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        // Answers are written in one go; waiting for more would only add 40 ms to each.
        let listener = listener.tap_io(|stream| {
            if let Err(error) = stream.set_nodelay(true) {
                tracing::debug!(%error, "cannot switch off send delays");
            }
        });
        let router = control::router().fallback(platform).with_state(platforms.clone());
        let (stop, stopped) = oneshot::channel::<()>();
        let serving = axum::serve(listener, router).with_graceful_shutdown(async { drop(stopped.await) });
        let task = tokio::spawn(serving.into_future());
        Ok(Self {
            address,
            url: format!("http://{address}"),
            platforms,
            stop: Some(stop),
            task: Some(task),
        })
    }

    /// Where it listens, as the base URL of either platform.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Pushes the clock forward: posts appear and counts grow.
    pub fn advance(&self, by: Duration) {
        self.platforms.clock.advance(by);
    }

    /// Simulated time.
    #[must_use]
    pub fn now(&self) -> DateTime<Utc> {
        DateTime::from_timestamp_millis(self.platforms.clock.now()).unwrap_or_default()
    }

    /// The seeded accounts, the platforms in turn.
    #[must_use]
    pub fn accounts(&self) -> Vec<AccountSummary> {
        AccountSummary::all(&self.platforms.world)
    }

    /// What a scraper would find of a seeded account at an instant, whatever the clock shows and whichever faults there are;
    /// `None` when there is no such account.
    #[must_use]
    pub fn reading(&self, platform: Platform, username: &str, at: DateTime<Utc>) -> Option<Reading> {
        let subject = Subject::Username(platform, username.to_owned());
        let account = self.platforms.world.find(&subject)?;
        Some(Reading::new(account, at.timestamp_millis()))
    }

    /// Makes requests go wrong. `recording`s that the replay folder lacks are not noticed here.
    pub fn inject(&self, fault: FaultRule) -> Result<(), InvalidFault> {
        self.platforms.faults.add(fault)
    }

    /// Forgets all faults.
    pub fn clear_faults(&self) {
        self.platforms.faults.clear();
    }

    /// What has been asked so far.
    #[must_use]
    pub fn requests(&self) -> Requests {
        self.platforms.log.so_far()
    }

    /// Stops listening and waits for the answers under way, but not for long.
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

    /// Runs until the server ends on its own, which it does not unless it fails.
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

/// Every path that is not the control API's.
async fn platform(
    State(platforms): State<Arc<Platforms>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let request = Request::new(method, &uri, headers, &body);
    let delivery = platforms.deliver(&request);
    tracing::debug!(
        path = request.path,
        status = delivery.answer.status.as_u16(),
        "answered"
    );
    send(delivery).await
}

async fn send(delivery: Delivery) -> Response {
    if !delivery.delay.is_zero() {
        tokio::time::sleep(delivery.delay).await;
    }
    let Delivery { answer, cut_off, .. } = delivery;
    let length = answer.body.len();
    let body = if cut_off {
        half(&answer.body)
    } else {
        Body::from(answer.body)
    };
    let mut response = Response::new(body);
    *response.status_mut() = answer.status;
    for (name, value) in answer.headers {
        response.headers_mut().append(name, value);
    }
    if cut_off {
        response
            .headers_mut()
            .insert(header::CONTENT_LENGTH, length.into());
    }
    response
}

/// The first half of a body, and then the end of the connection.
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
