//! Tests which TLS a gRPC server accepts.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::version::{TLS12, TLS13};
use tokio_rustls::rustls::{ClientConfig, ProtocolVersion, RootCertStore, SupportedProtocolVersion};

use super::{COMPLETE_REQUEST, Running, TIMEOUT, unlimited};

/// The version that a client and the server agree on, if the client trusts this certificate.
async fn negotiate(
    address: SocketAddr,
    trusted: &CertificateDer<'static>,
    versions: &[&'static SupportedProtocolVersion],
) -> std::io::Result<Option<ProtocolVersion>> {
    let mut roots = RootCertStore::empty();
    roots.add(trusted.clone()).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_protocol_versions(versions)
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = TcpStream::connect(address).await.unwrap();
    let connecting =
        TlsConnector::from(Arc::new(config)).connect(ServerName::try_from("localhost").unwrap(), stream);
    let stream = timeout(TIMEOUT, connecting).await.unwrap()?;
    Ok(stream.get_ref().1.protocol_version())
}

#[tokio::test]
async fn asvs_12_1_1_grpc_server_accepts_tls_1_3_only() {
    let (running, certificate) = Running::grpc_with_certificate(unlimited()).await;
    for versions in [&[&TLS13][..], &[&TLS12, &TLS13]] {
        let agreed = negotiate(running.address, &certificate, versions).await.unwrap();
        assert_eq!(agreed, Some(ProtocolVersion::TLSv1_3));
    }
    negotiate(running.address, &certificate, &[&TLS12])
        .await
        .unwrap_err();
    let (_other, foreign) = Running::grpc_with_certificate(unlimited()).await;
    negotiate(running.address, &foreign, &[&TLS13]).await.unwrap_err();
}

#[tokio::test]
async fn asvs_12_3_3_grpc_server_with_certificate_does_not_answer_without_tls() {
    const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00";
    const ALERT: u8 = 21;
    let running = Running::grpc(unlimited()).await;
    for sent in [PREFACE, COMPLETE_REQUEST] {
        let mut client = running.client(sent).await;
        let mut received = Vec::new();
        // A reset counts as the end: the server has not read everything.
        let _ = timeout(TIMEOUT, client.read_to_end(&mut received)).await.unwrap();
        assert!(received.is_empty() || received[0] == ALERT, "{received:?}");
    }
}
