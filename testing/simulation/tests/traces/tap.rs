//! Records what is sent to a server.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, copy};
use tokio::net::{TcpListener, TcpStream};

/// Forwards connections, and keeps the bytes of the clients.
pub(crate) struct Tap {
    address: SocketAddr,
    sent: Arc<Mutex<Vec<u8>>>,
}

impl Tap {
    pub(crate) async fn start(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let sent = Arc::new(Mutex::new(Vec::new()));
        let recorded = Arc::clone(&sent);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(server).await.unwrap();
                tokio::spawn(forward(client, server, Arc::clone(&recorded)));
            }
        });
        Self { address, sent }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(crate) fn sent(&self) -> String {
        String::from_utf8_lossy(&self.sent.lock().unwrap()).into_owned()
    }
}

async fn forward(client: TcpStream, server: TcpStream, recorded: Arc<Mutex<Vec<u8>>>) {
    let ((mut from_client, mut to_client), (mut from_server, mut to_server)) =
        (client.into_split(), server.into_split());
    let requests = async {
        let mut buffer = vec![0; 8192];
        while let Ok(length @ 1..) = from_client.read(&mut buffer).await {
            recorded.lock().unwrap().extend_from_slice(&buffer[..length]);
            if to_server.write_all(&buffer[..length]).await.is_err() {
                break;
            }
        }
    };
    let responses = copy(&mut from_server, &mut to_client);
    // An error means that one side has closed the connection.
    let ((), _) = tokio::join!(requests, responses);
}
