//! Serves one connection, from its first byte to its last.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, HttpBody as _};
use axum::extract::ConnectInfo;
use futures::FutureExt as _;
use hyper::Response;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tokio_util::sync::CancellationToken;
use tower::Service as _;

use crate::activity::{Activity, CloseReason, Protocol};
use crate::body::{Arriving, Leaving};
use crate::connections::Seat;
use crate::stream::Watched;
use crate::tls::Certificate;

/// Maximum size of a head over HTTP/1.1, and of the buffered part of a body: twice the maximum that browsers and
/// proxies send.
const HTTP1_BUFFER: usize = 32 * 1024;

/// Maximum size of the headers of one call over HTTP/2: a service-account token is 1 kB to 2 kB.
const HTTP2_HEADERS: u32 = 16 * 1024;

/// Concurrent calls per connection: a scraper has a handful in progress, the operator a few dozen.
const HTTP2_STREAMS: u32 = 64;

/// Maximum number of calls that a client has canceled and the server has not processed yet. More are an attack ("rapid
/// reset") and end the connection. This is the library's default.
const HTTP2_CANCELED: usize = 20;

/// Maximum number of calls that are reset because of a client's errors before the connection is closed. This is the
/// library's default.
const HTTP2_ERRORS: usize = 1_024;

/// Interval between pings to an idle client, and the timeout of its response.
const PING_PAUSE: Duration = Duration::from_secs(20);
const PING_TIMEOUT: Duration = Duration::from_secs(10);

/// State shared by all connections of a server.
#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) router: Router,
    pub(crate) protocol: Protocol,
    /// Ends connections after the requests in progress.
    pub(crate) stop: CancellationToken,
}

/// Serves a connection until it ends or exceeds a time limit.
pub(crate) async fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    certificate: Option<Certificate>,
    shared: Shared,
    seat: Seat,
) {
    let activity = Arc::clone(seat.activity());
    let served = async {
        // Responses are written as a whole, so that waiting for more to send only delays them.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "cannot set TCP_NODELAY");
        }
        let Some(certificate) = certificate else {
            serve_protocol(stream, peer, shared, &activity).await;
            return None;
        };
        let handshake = TlsAcceptor::from(certificate.0).accept(stream);
        let Ok(Ok(stream)) = timeout(seat.connections().limits().handshake, handshake).await else {
            return Some(CloseReason::Handshake);
        };
        activity.established();
        serve_protocol(stream, peer, shared, &activity).await;
        None
    };
    let closed = tokio::select! {
        closed = served => closed,
        reason = activity.overdue() => Some(reason),
    };
    if let Some(reason) = closed {
        tracing::debug!(%peer, reason = reason.code(), "closed a connection");
        seat.connections().closed(reason);
    }
}

async fn serve_protocol<S>(stream: S, peer: SocketAddr, shared: Shared, activity: &Arc<Activity>)
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let stream = TokioIo::new(Watched::new(stream, Arc::clone(activity)));
    let Shared {
        router,
        protocol,
        stop,
    } = shared;
    let activity = Arc::clone(activity);
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let running = activity.begin(!request.body().is_end_stream());
        let mut request = request.map(|body| Body::new(Arriving::new(body, Arc::clone(&activity))));
        request.extensions_mut().insert(ConnectInfo(peer));
        let pending = router.clone().call(request);
        async move {
            let response: Response<Body> = pending.await?;
            Ok::<_, Infallible>(response.map(|body| Leaving::new(body, running)))
        }
    });
    let builder = builder(protocol);
    let mut connection = pin!(builder.serve_connection(stream, service));
    let mut stopped = pin!(stop.cancelled().fuse());
    loop {
        tokio::select! {
            ended = &mut connection => {
                if let Err(error) = ended {
                    tracing::debug!(%peer, %error, "a connection ended with an error");
                }
                return;
            }
            () = &mut stopped => connection.as_mut().graceful_shutdown(),
        }
    }
}

fn builder(protocol: Protocol) -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new());
    // The time limits for heads and between requests are enforced by `Activity`: this library has one limit for both.
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(None::<Duration>)
        .max_buf_size(HTTP1_BUFFER);
    builder
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(PING_PAUSE)
        .keep_alive_timeout(PING_TIMEOUT)
        .max_concurrent_streams(HTTP2_STREAMS)
        .max_header_list_size(HTTP2_HEADERS)
        .max_pending_accept_reset_streams(HTTP2_CANCELED)
        .max_local_error_reset_streams(HTTP2_ERRORS);
    match protocol {
        Protocol::Http1 => builder.http1_only(),
        Protocol::Http2 => builder.http2_only(),
    }
}
