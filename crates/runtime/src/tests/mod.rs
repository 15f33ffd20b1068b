//! Tests each limit of a server over real sockets.

mod tls;

use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::routing::{get, post};
use rcgen::{CertificateParams, KeyPair};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::{Instant, timeout};
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::activity::CloseReason;
use crate::connections::Connections;
use crate::limits::ConnectionLimits;
use crate::server::{serve_grpc, serve_http};
use crate::tls::Certificate;

/// Upper bound of all waits.
const TIMEOUT: Duration = Duration::from_mins(1);

/// A limit that the test reaches.
const SHORT: Duration = Duration::from_millis(300);

/// A time limit that clients meet even on a busy machine, and that is short enough to expire in a test.
const AMPLE: Duration = Duration::from_secs(3);

/// A limit that is not reached.
const LONG: Duration = Duration::from_mins(10);

const COMPLETE_REQUEST: &[u8] = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n";

fn unlimited() -> ConnectionLimits {
    ConnectionLimits {
        connections: 100,
        head: LONG,
        idle: LONG,
        write: LONG,
        handshake: LONG,
    }
}

struct Running {
    address: SocketAddr,
    connections: Connections,
    stop: CancellationToken,
    task: tokio::task::JoinHandle<()>,
    _stops: DropGuard,
}

impl Running {
    async fn http(limits: ConnectionLimits) -> Self {
        let router = Router::new()
            .route("/", get(async || "hello"))
            .route("/big", get(async || vec![b'x'; 64 << 20]))
            .route("/wait", get(std::future::pending::<()>))
            .route("/refuse", post(async || "no"))
            .route("/read", post(async |body: Bytes| body.len().to_string()));
        Self::start(limits, |listener, connections, stop| {
            serve_http(router, listener, connections, stop, SHORT)
        })
        .await
    }

    async fn grpc(limits: ConnectionLimits) -> Self {
        Self::grpc_with_certificate(limits).await.0
    }

    /// Returns the server's certificate too, which clients must trust.
    async fn grpc_with_certificate(limits: ConnectionLimits) -> (Self, CertificateDer<'static>) {
        let key = KeyPair::generate().unwrap();
        let certificate = CertificateParams::new(["localhost".to_owned()])
            .unwrap()
            .self_signed(&key)
            .unwrap();
        let pair = Certificate::from_pem(certificate.pem().as_bytes(), key.serialize_pem().as_bytes());
        let certificates = Some(watch::channel(pair.unwrap()).1);
        let running = Self::start(limits, |listener, connections, stop| {
            serve_grpc(Router::new(), listener, connections, certificates, stop, SHORT)
        })
        .await;
        (running, certificate.der().clone())
    }

    async fn start<F>(
        limits: ConnectionLimits,
        serve: impl FnOnce(TcpListener, Connections, CancellationToken) -> F,
    ) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let connections = Connections::new("test", limits);
        let stop = CancellationToken::new();
        let task = tokio::spawn(serve(listener, connections.clone(), stop.clone()));
        Self {
            address,
            connections,
            task,
            _stops: stop.clone().drop_guard(),
            stop,
        }
    }

    /// Connects and sends these bytes.
    async fn client(&self, sent: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(sent).await.unwrap();
        stream
    }

    async fn eventually(&self, what: &str, condition: impl Fn(&Connections) -> bool) {
        let deadline = Instant::now() + TIMEOUT;
        while !condition(&self.connections) {
            let counts = self.connections.counts();
            assert!(
                Instant::now() < deadline,
                "timed out waiting for: {what}; {counts:?}"
            );
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

/// Reads a response that ends with `end`.
async fn read_response(stream: &mut TcpStream, end: &str) -> String {
    let mut text = Vec::new();
    let reading = async {
        while !text.ends_with(end.as_bytes()) {
            let mut byte = [0];
            assert_eq!(
                stream.read(&mut byte).await.unwrap(),
                1,
                "the connection was closed"
            );
            text.push(byte[0]);
        }
    };
    timeout(TIMEOUT, reading).await.unwrap();
    String::from_utf8(text).unwrap()
}

/// Waits for the end of the connection, and returns the bytes read before it.
async fn end(stream: &mut TcpStream) -> String {
    let mut text = Vec::new();
    // Closing with unread bytes is a reset.
    let _ = timeout(TIMEOUT, stream.read_to_end(&mut text)).await.unwrap();
    String::from_utf8_lossy(&text).into_owned()
}

#[tokio::test]
async fn client_that_keeps_server_waiting_is_disconnected() {
    let head = |time| ConnectionLimits {
        head: time,
        ..unlimited()
    };
    let idle = || ConnectionLimits {
        idle: SHORT,
        ..unlimited()
    };
    let second_head = [COMPLETE_REQUEST, b"GET /"].concat();
    for (what, limits, sent, reason) in [
        ("silent", head(SHORT), &b""[..], CloseReason::Head),
        (
            "half a head",
            head(SHORT),
            b"GET / HTTP/1.1\r\nhos",
            CloseReason::Head,
        ),
        ("half a second head", head(AMPLE), &second_head, CloseReason::Head),
        ("idle", idle(), COMPLETE_REQUEST, CloseReason::Idle),
    ] {
        let running = Running::http(limits).await;
        let mut client = running.client(sent).await;
        if what == "half a second head" {
            // Sent separately, so that it is not part of the first request.
            read_response(&mut client, "hello").await;
            client.write_all(b" HT").await.unwrap();
        }
        end(&mut client).await;
        running
            .eventually(what, |connections| {
                connections.counts().closed[&reason] == 1 && connections.counts().open == 0
            })
            .await;
    }
}

#[tokio::test]
async fn request_head_timeout_is_not_extended_by_slow_bytes() {
    let running = Running::http(ConnectionLimits {
        head: SHORT,
        ..unlimited()
    })
    .await;
    let client = running.client(b"GET / HTTP/1.1\r\nx: ").await;
    let (mut reads, mut writes) = client.into_split();
    let dripping = tokio::spawn(async move {
        while writes.write_all(b"y").await.is_ok() {
            tokio::time::sleep(SHORT / 10).await;
        }
    });
    let mut text = Vec::new();
    let _ = timeout(TIMEOUT, reads.read_to_end(&mut text)).await.unwrap();
    running
        .eventually("it is counted", |connections| {
            connections.counts().closed[&CloseReason::Head] == 1
        })
        .await;
    dripping.abort();
}

#[tokio::test]
async fn client_that_does_not_read_response_is_disconnected() {
    let running = Running::http(ConnectionLimits {
        write: SHORT,
        ..unlimited()
    })
    .await;
    let _client = running.client(b"GET /big HTTP/1.1\r\nhost: x\r\n\r\n").await;
    running
        .eventually("the end of a response that is not read", |connections| {
            connections.counts().closed[&CloseReason::Write] == 1
        })
        .await;
}

#[tokio::test]
async fn requests_in_progress_or_in_time_are_not_disconnected() {
    // All timeouts elapse before the end of the test, except the one between requests.
    let running = Running::http(ConnectionLimits {
        head: AMPLE,
        write: AMPLE,
        ..unlimited()
    })
    .await;
    let mut working = running.client(b"GET /wait HTTP/1.1\r\nhost: x\r\n\r\n").await;
    let mut idle = running.client(COMPLETE_REQUEST).await;
    read_response(&mut idle, "hello").await;
    // Disconnected after the same time, which started later than for the others.
    end(&mut running.client(b"").await).await;
    idle.write_all(COMPLETE_REQUEST).await.unwrap();
    read_response(&mut idle, "hello").await;
    let mut byte = [0];
    let read = timeout(Duration::from_millis(1), working.read(&mut byte)).await;
    assert!(read.is_err(), "{read:?}");
}

#[tokio::test]
async fn full_server_closes_waiting_connections_for_new_clients() {
    let running = Running::http(ConnectionLimits {
        connections: 3,
        ..unlimited()
    })
    .await;
    let mut silent = Vec::new();
    for number in 1..=3 {
        silent.push(running.client(b"").await);
        running
            .eventually("it is accepted", |connections| {
                connections.counts().accepted == number
            })
            .await;
    }
    let mut client = running.client(COMPLETE_REQUEST).await;
    read_response(&mut client, "hello").await;
    // The connection that was silent for the longest time was closed.
    end(&mut silent[0]).await;
    running
        .eventually("it is counted, and its place is taken", |connections| {
            let counts = connections.counts();
            (counts.closed[&CloseReason::Evicted], counts.open) == (1, 3)
        })
        .await;

    // Requests in progress keep their connections, so no slot is free.
    let mut working = Vec::new();
    for _ in 0..3 {
        working.push(running.client(b"GET /wait HTTP/1.1\r\nhost: x\r\n\r\n").await);
    }
    running
        .eventually("the others are gone", |connections| {
            connections.counts().closed[&CloseReason::Evicted] == 4
        })
        .await;
    // The requests must have arrived: until then the server is also waiting for these clients.
    running
        .eventually("their requests have arrived", |connections| !connections.waits())
        .await;
    assert_eq!(end(&mut running.client(COMPLETE_REQUEST).await).await, "");
    assert_eq!(running.connections.counts().closed[&CloseReason::Refused], 1);
    assert_eq!(running.connections.counts().open, 3);
}

#[tokio::test]
async fn response_to_partial_body_arrives_and_closes_connection() {
    let running = Running::http(unlimited()).await;
    let head = "POST /refuse HTTP/1.1\r\nhost: x\r\ncontent-length: 20000000\r\n\r\n";
    let mut client = running.client(head.as_bytes()).await;
    // Closing a connection with unread bytes resets it, and the response is lost.
    let piece = vec![b'x'; 1 << 20];
    let (mut reads, mut writes) = client.split();
    let mut text = Vec::new();
    let sending = async {
        for _ in 0..2 {
            if writes.write_all(&piece).await.is_err() {
                break;
            }
        }
        writes.shutdown().await
    };
    let both = async { tokio::join!(reads.read_to_end(&mut text), sending) };
    let (read, sent) = timeout(TIMEOUT, both).await.unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(
        text.starts_with("HTTP/1.1 200 OK") && text.ends_with("no"),
        "{text}"
    );
    assert!(read.is_ok() && sent.is_ok(), "{read:?} {sent:?}");
}

#[tokio::test]
async fn tls_handshake_and_http2_preface_time_out() {
    let running = Running::grpc(ConnectionLimits {
        handshake: SHORT,
        ..unlimited()
    })
    .await;
    // The beginning of a handshake.
    for sent in [&b""[..], b"\x16\x03\x01\x02\x00"] {
        end(&mut running.client(sent).await).await;
    }
    running
        .eventually("both are counted", |connections| {
            connections.counts().closed[&CloseReason::Handshake] == 2
        })
        .await;
}

#[tokio::test]
async fn server_stop_closes_idle_connections_before_active_ones() {
    let running = Running::http(unlimited()).await;
    let mut idle = running.client(COMPLETE_REQUEST).await;
    read_response(&mut idle, "hello").await;
    let mut working = running.client(b"GET /wait HTTP/1.1\r\nhost: x\r\n\r\n").await;
    running
        .eventually("both are open", |connections| connections.counts().open == 2)
        .await;
    running.stop.cancel();
    end(&mut idle).await;
    end(&mut working).await;
    timeout(TIMEOUT, running.task).await.unwrap().unwrap();
    assert!(TcpStream::connect(running.address).await.is_err());
}

#[test]
fn connection_limits_of_all_servers_fit_open_file_limit() {
    for open_files in [64, 256, 1_024, 4_096, 1 << 20] {
        let servers = [
            ConnectionLimits::http(open_files),
            ConnectionLimits::grpc(open_files),
            ConnectionLimits::probes(open_files),
        ];
        let connections: usize = servers.iter().map(|limits| limits.connections).sum();
        assert!(connections <= open_files * 11 / 16, "{open_files}");
        assert!(servers.iter().all(|limits| limits.connections > 0));
    }
    assert_eq!(ConnectionLimits::http(1_024).connections, 512);
    assert_eq!(ConnectionLimits::http(1 << 20).connections, 2_048);
}
