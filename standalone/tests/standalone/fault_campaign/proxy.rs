//! A TCP proxy whose connections can be slowed down, cut and left half-open.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// Bytes that are forwarded at once, and how long a slow connection waits before each of them.
const CHUNK: usize = 8 * 1024;
const DELAY: Duration = Duration::from_millis(100);

/// What happens to connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Network {
    Fine,
    Slow,
    /// Existing connections are closed, and new ones immediately.
    Cut,
    /// Nothing is forwarded and nothing is closed. Connections that were open stay like this, as after a lost route.
    HalfOpen,
}

/// Forwards connections on loopback to an address that may change.
pub(super) struct Proxy {
    pub(super) url: String,
    network: watch::Sender<Network>,
    target: Arc<Mutex<SocketAddr>>,
}

impl Proxy {
    pub(super) async fn to(url: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let proxy = Self {
            url: format!("http://{}", listener.local_addr().unwrap()),
            network: watch::Sender::new(Network::Fine),
            target: Arc::new(Mutex::new(address(url))),
        };
        let (network, target) = (proxy.network.clone(), Arc::clone(&proxy.target));
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let address = *target.lock();
                tokio::spawn(forward(client, address, network.subscribe()));
            }
        });
        proxy
    }

    pub(super) fn set_target(&self, url: &str) {
        *self.target.lock() = address(url);
    }

    pub(super) fn set(&self, network: Network) {
        self.network.send_replace(network);
    }
}

fn address(url: &str) -> SocketAddr {
    url.trim_start_matches("http://")
        .trim_end_matches('/')
        .parse()
        .unwrap()
}

async fn forward(client: TcpStream, target: SocketAddr, network: watch::Receiver<Network>) {
    let now = *network.borrow();
    match now {
        Network::Cut => return,
        Network::HalfOpen => return hang(&client).await,
        Network::Fine | Network::Slow => {}
    }
    // While the target is down, the connection is closed.
    let Ok(server) = TcpStream::connect(target).await else {
        return;
    };
    let ((from_client, to_client), (from_server, to_server)) = (client.into_split(), server.into_split());
    tokio::select! {
        () = pump(from_client, to_server, network.clone()) => {}
        () = pump(from_server, to_client, network) => {}
    }
}

/// Keeps a connection open without reading, until the client closes it.
async fn hang(client: &TcpStream) {
    let mut byte = [0];
    while !matches!(client.peek(&mut byte).await, Ok(0) | Err(_)) {
        tokio::time::sleep(DELAY).await;
    }
}

/// Copies until one end closes the connection or the network cuts it.
async fn pump(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut network: watch::Receiver<Network>) {
    let mut buffer = vec![0; CHUNK];
    loop {
        let read = tokio::select! {
            changed = network.changed() => {
                if changed.is_err() {
                    return;
                }
                0
            }
            read = from.read(&mut buffer) => match read {
                Ok(0) | Err(_) => return,
                Ok(read) => read,
            },
        };
        let now = *network.borrow_and_update();
        match now {
            Network::Cut => return,
            Network::HalfOpen => return hang(from.as_ref()).await,
            Network::Slow if read > 0 => tokio::time::sleep(DELAY).await,
            Network::Fine | Network::Slow => {}
        }
        if to.write_all(&buffer[..read]).await.is_err() {
            return;
        }
    }
}
