//! gRPC over TLS. A certificate is renewed long before it expires, by cert-manager or by an upgrade of the chart: its
//! files are polled, and new connections get the new one.

use std::path::{Path, PathBuf};
use std::time::Duration;

use axum::Router;
use clipmeter_runtime::{Certificate, Connections, serve_grpc};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::ClusterError;

/// Polling interval of the files. The kubelet itself takes a minute to update the files of a Secret.
const POLL_INTERVAL: Duration = Duration::from_secs(30);

/// The files of a certificate and its key.
#[derive(Clone, Debug)]
pub(crate) struct TlsFiles {
    pub(crate) certificate: PathBuf,
    pub(crate) key: PathBuf,
}

/// The contents of the certificate and key files.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct KeyPair {
    certificate: Vec<u8>,
    key: Vec<u8>,
}

impl TlsFiles {
    pub(crate) async fn read(&self) -> Result<KeyPair, ClusterError> {
        Ok(KeyPair {
            certificate: read(&self.certificate).await?,
            key: read(&self.key).await?,
        })
    }

    /// Returns the certificate, if it matches the key.
    pub(crate) fn certificate(&self, pair: &KeyPair) -> Result<Certificate, ClusterError> {
        Certificate::from_pem(&pair.certificate, &pair.key)
            .map_err(|error| certificate_error(&self.certificate, error.to_string()))
    }

    /// Waits until the files contain a new matching pair.
    async fn renewed(&self, current: &KeyPair) -> (KeyPair, Certificate) {
        loop {
            tokio::time::sleep(POLL_INTERVAL).await;
            let renewed = self.read().await.and_then(|pair| {
                let certificate = (pair != *current).then(|| self.certificate(&pair)).transpose()?;
                Ok(certificate.map(|certificate| (pair, certificate)))
            });
            match renewed {
                Ok(Some(renewed)) => return renewed,
                Ok(None) => {}
                // The certificate or the key may already be the new one.
                Err(error) => {
                    tracing::warn!(%error, "cannot reload the gRPC certificate; still using the previous one");
                }
            }
        }
    }
}

/// Serves until `stop`; each connection uses the certificate that the files contain when it begins.
pub(crate) async fn serve(
    files: TlsFiles,
    (mut pair, certificate): (KeyPair, Certificate),
    (services, listener, connections): (Router, TcpListener, Connections),
    stop: CancellationToken,
    drain: Duration,
) {
    let (latest, certificates) = watch::channel(certificate);
    let renew = async {
        loop {
            let (renewed, certificate) = files.renewed(&pair).await;
            pair = renewed;
            latest.send_replace(certificate);
            tracing::info!("reloaded the gRPC certificate");
        }
    };
    tokio::select! {
        () = serve_grpc(services, listener, connections, Some(certificates), stop, drain) => {}
        () = renew => {}
    }
}

async fn read(path: &Path) -> Result<Vec<u8>, ClusterError> {
    tokio::fs::read(path)
        .await
        .map_err(|error| certificate_error(path, error.to_string()))
}

fn certificate_error(path: &Path, reason: String) -> ClusterError {
    ClusterError::Certificate {
        path: path.to_owned(),
        reason,
    }
}
