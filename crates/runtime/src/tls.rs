//! Certificates of servers.

use std::sync::Arc;

use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, pem};
use tokio_rustls::rustls::version::TLS13;
use tokio_rustls::rustls::{self, ServerConfig, SupportedProtocolVersion};

/// gRPC uses HTTP/2 only.
const ALPN: &[u8] = b"h2";

/// All callers are programs of Clipmeter, which support this version, so none older is accepted.
static VERSIONS: [&SupportedProtocolVersion; 1] = [&TLS13];

/// A certificate and key for serving gRPC.
#[derive(Clone, Debug)]
pub struct Certificate(pub(crate) Arc<ServerConfig>);

/// The reason why a certificate cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    /// The text is not PEM, or has unexpected content.
    #[error("cannot read {what}: {reason}; provide it as PEM")]
    Pem {
        /// Certificate or key.
        what: &'static str,
        reason: pem::Error,
    },
    /// The key does not match the certificate, or its kind is not supported.
    #[error(transparent)]
    Unusable(#[from] rustls::Error),
}

impl Certificate {
    /// Parses a chain, leaf first, and its key, both PEM.
    pub fn from_pem(chain: &[u8], key: &[u8]) -> Result<Self, CertificateError> {
        let error = |what| move |reason| CertificateError::Pem { what, reason };
        let chain: Vec<_> = CertificateDer::pem_slice_iter(chain)
            .collect::<Result<_, _>>()
            .map_err(error("the certificate"))?;
        if chain.is_empty() {
            return Err(error("the certificate")(pem::Error::NoItemsFound));
        }
        let key = PrivateKeyDer::from_pem_slice(key).map_err(error("the key"))?;
        let provider = Arc::new(ring::default_provider());
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_protocol_versions(&VERSIONS)?
            .with_no_client_auth()
            .with_single_cert(chain, key)?;
        config.alpn_protocols = vec![ALPN.to_vec()];
        Ok(Self(Arc::new(config)))
    }
}
