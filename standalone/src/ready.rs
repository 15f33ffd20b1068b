//! The health check of the container image, which contains no shell and no HTTP client.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;

use crate::cli::ReadyArgs;
use crate::error::StandaloneError;

/// Timeout; shorter than that of the health check in `compose.yaml`, so that the reason is printed.
const TIMEOUT: Duration = Duration::from_secs(4);
const REQUEST: &[u8] = b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
const READY: &str = "HTTP/1.1 204";
/// Bytes of the status line that are read.
const LINE_LIMIT: u64 = 200;

/// Fails unless `/readyz` at the address returns 204 in time.
pub(crate) async fn ready(args: ReadyArgs) -> Result<(), StandaloneError> {
    let address = browser_address(args.listen);
    let not_ready = |reason: String| StandaloneError::NotReady { address, reason };
    match tokio::time::timeout(TIMEOUT, probe(address)).await {
        Ok(Ok(line)) if line.starts_with(READY) => Ok(()),
        Ok(Ok(line)) => Err(not_ready(format!("it responded with {:?}", line.trim()))),
        Ok(Err(error)) => Err(not_ready(error.to_string())),
        Err(_) => Err(not_ready("it did not respond in time".to_owned())),
    }
}

/// Requests `/readyz` and returns the status line.
async fn probe(address: SocketAddr) -> io::Result<String> {
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(REQUEST).await?;
    let mut line = String::new();
    BufReader::new(stream.take(LINE_LIMIT))
        .read_line(&mut line)
        .await?;
    Ok(line)
}

/// Returns the address to open in a browser on this machine: loopback when the server listens on all interfaces.
pub(crate) fn browser_address(mut address: SocketAddr) -> SocketAddr {
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    address
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

    #[test]
    fn printed_address_can_be_opened() {
        for (listening, opened) in [
            ("0.0.0.0:8420", "127.0.0.1:8420"),
            ("[::]:8420", "[::1]:8420"),
            ("192.0.2.1:8421", "192.0.2.1:8421"),
        ] {
            assert_eq!(browser_address(listening.parse().unwrap()).to_string(), opened);
        }
    }

    /// Checks a server that gives one response.
    async fn check(response: &'static str) -> Result<(), String> {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let listen = listener.local_addr().unwrap();
        let serving = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut request = vec![0; REQUEST.len()];
            stream.read_exact(&mut request).await.unwrap();
            stream.write_all(response.as_bytes()).await.unwrap();
        });
        let result = ready(ReadyArgs { listen }).await;
        serving.await.unwrap();
        result.map_err(|error| error.to_string())
    }

    #[tokio::test]
    async fn ready_check_accepts_only_status_204() {
        check("HTTP/1.1 204 No Content\r\n\r\n").await.unwrap();
        let starting = check("HTTP/1.1 503 Service Unavailable\r\n\r\n")
            .await
            .unwrap_err();
        assert!(starting.contains("503 Service Unavailable"), "{starting}");
        check("").await.unwrap_err();
    }

    #[tokio::test]
    async fn ready_check_fails_on_closed_port() {
        // Nothing can listen on port 0.
        let listen = "127.0.0.1:0".parse().unwrap();
        let error = ready(ReadyArgs { listen }).await.unwrap_err().to_string();
        assert!(error.contains("is not ready"), "{error}");
    }
}
