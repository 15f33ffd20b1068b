//! A place on this machine that must not be connected to.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::net::TcpListener;

/// Counts connections.
pub(crate) struct Trap {
    port: u16,
    connections: Arc<AtomicUsize>,
}

impl Trap {
    /// Starts to listen.
    pub(crate) async fn set() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let connections = Arc::new(AtomicUsize::new(0));
        let counter = connections.clone();
        tokio::spawn(async move {
            while listener.accept().await.is_ok() {
                counter.fetch_add(1, Ordering::SeqCst);
            }
        });
        Self { port, connections }
    }

    /// Its port on 127.0.0.1.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Connects once and asserts that no other connection was counted.
    pub(crate) async fn stayed_empty(self) {
        drop(
            tokio::net::TcpStream::connect(("127.0.0.1", self.port))
                .await
                .unwrap(),
        );
        while self.connections.load(Ordering::SeqCst) == 0 {
            tokio::task::yield_now().await;
        }
        // Connections are accepted in order.
        assert_eq!(
            self.connections.load(Ordering::SeqCst),
            1,
            "somebody connected to the trap"
        );
    }
}
