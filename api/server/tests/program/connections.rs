//! Clients that open a connection and send nothing.

use clipmeter_fixtures::eventually;
use clipmeter_proto::v1::ListDueRequest;
use clipmeter_proto::v1::control_client::ControlClient;
use reqwest::StatusCode;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tonic::Code;

use crate::installation::Installation;

/// The beginning of a TLS handshake: a record of 512 bytes is announced.
const HALF_A_HANDSHAKE: &[u8] = b"\x16\x03\x01\x02\x00\x01";

/// Connects, sends these bytes, and waits until the program closes the connection.
async fn outwait(address: &str, sent: &[u8]) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(sent).await.unwrap();
    let mut said = Vec::new();
    // A connection that is closed with unread bytes is reset.
    let _ = stream.read_to_end(&mut said).await;
    assert_eq!(said, b"", "{sent:?}");
}

#[tokio::test]
async fn silent_clients_are_disconnected_and_counted_by_server() {
    let installation = Installation::new().await;
    let replica = installation.start().await;
    let half_a_head = b"GET /livez HT";
    tokio::join!(
        outwait(&replica.grpc, b""),
        outwait(&replica.grpc, HALF_A_HANDSHAKE),
        outwait(&replica.http, b""),
        outwait(&replica.http, half_a_head),
        outwait(&replica.metrics, half_a_head),
    );
    for line in [
        "clipmeter_connections_closed_total{server=\"grpc\",reason=\"handshake\"} 2",
        "clipmeter_connections_closed_total{server=\"http\",reason=\"head_timeout\"} 2",
        "clipmeter_connections_closed_total{server=\"metrics\",reason=\"head_timeout\"} 1",
        "clipmeter_connections{server=\"grpc\",state=\"open\"} 0",
        "clipmeter_connections{server=\"metrics\",state=\"open\"} 1",
        "clipmeter_connections{server=\"metrics\",state=\"limit\"} 64",
        "clipmeter_connections_accepted_total{server=\"http\"} 2",
        "clipmeter_connection_accept_errors_total{server=\"http\"} 0",
    ] {
        eventually(line, async || {
            replica
                .probe("/metrics")
                .await
                .1
                .lines()
                .any(|found| found == line)
        })
        .await;
    }

    // Clients that complete their handshake are served.
    let channel = installation.channel(&replica).await;
    let refused = ControlClient::new(channel)
        .list_due(ListDueRequest::default())
        .await;
    assert_eq!(refused.unwrap_err().code(), Code::Unauthenticated);
    assert_eq!(replica.probe("/readyz").await.0, StatusCode::OK);
}
