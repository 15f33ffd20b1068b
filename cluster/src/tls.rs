//! gRPC over TLS. A certificate is renewed long before it ends, by cert-manager or by an upgrade of the chart: its files are
//! looked at, and a server with the new one takes over on the same port.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clipmeter_api::serving::serve_grpc;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;
use tonic::transport::{Identity, Server, ServerTlsConfig};

use crate::ClusterError;

/// Between two looks at the files. The kubelet itself takes a minute to bring what changed in a Secret.
const LOOK: Duration = Duration::from_secs(30);

/// The files of a certificate and its key.
#[derive(Clone, Debug)]
pub(crate) struct TlsFiles {
    pub(crate) certificate: PathBuf,
    pub(crate) key: PathBuf,
}

/// What the files held.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Pair {
    certificate: Vec<u8>,
    key: Vec<u8>,
}

impl TlsFiles {
    /// Reads both.
    pub(crate) async fn read(&self) -> Result<Pair, ClusterError> {
        Ok(Pair {
            certificate: read(&self.certificate).await?,
            key: read(&self.key).await?,
        })
    }

    /// A server that shows this certificate.
    pub(crate) fn server(&self, pair: &Pair) -> Result<Server, ClusterError> {
        let identity = Identity::from_pem(&pair.certificate, &pair.key);
        Server::builder()
            .tls_config(ServerTlsConfig::new().identity(identity))
            .map_err(|error| {
                let cause = std::error::Error::source(&error).map(ToString::to_string);
                fault(&self.certificate, cause.unwrap_or_else(|| error.to_string()))
            })
    }

    /// Waits until the files hold another pair that fits together, and gives a server that shows it.
    async fn renewed(&self, now: &Pair) -> (Pair, Server) {
        loop {
            tokio::time::sleep(LOOK).await;
            let renewed = self.read().await.and_then(|pair| {
                let server = (pair != *now).then(|| self.server(&pair)).transpose()?;
                Ok(server.map(|server| (pair, server)))
            });
            match renewed {
                Ok(Some(renewed)) => return renewed,
                Ok(None) => {}
                // One of the two may be the new one already.
                Err(error) => tracing::warn!(%error, "the certificate for gRPC stays the one before"),
            }
        }
    }
}

/// Serves until `stop`, with the certificate that the files hold at the time.
pub(crate) async fn serve(
    files: TlsFiles,
    (mut pair, mut server): (Pair, Server),
    services: Routes,
    listener: TcpListener,
    stop: CancellationToken,
    drain: Duration,
) -> Result<(), String> {
    let listener = Arc::new(listener);
    loop {
        let until = stop.child_token();
        let serving = serve_grpc(
            server,
            services.clone(),
            Arc::clone(&listener),
            until.clone(),
            drain,
        );
        let mut serving = tokio::spawn(serving);
        tokio::select! {
            ended = &mut serving => return ended.map_err(|error| error.to_string())?,
            renewed = files.renewed(&pair) => (pair, server) = renewed,
        }
        tracing::info!("gRPC is served with a new certificate");
        // The calls that it answers are answered to their end.
        until.cancel();
    }
}

async fn read(path: &Path) -> Result<Vec<u8>, ClusterError> {
    tokio::fs::read(path)
        .await
        .map_err(|error| fault(path, error.to_string()))
}

fn fault(path: &Path, reason: String) -> ClusterError {
    ClusterError::Certificate {
        path: path.to_owned(),
        reason,
    }
}
