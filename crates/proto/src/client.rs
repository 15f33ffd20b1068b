//! Connection and credentials shared by all clients of the API.

use std::fmt;
use std::path::{Path, PathBuf};

use tonic::metadata::{Ascii, MetadataValue};
use tonic::service::Interceptor;
use tonic::transport::{Certificate, ClientTlsConfig, Endpoint};
use tonic::{Request, Status};

use crate::trace_context::{self, TRACEPARENT};

/// First line of every certificate in a PEM file.
const CERTIFICATE: &str = "-----BEGIN CERTIFICATE-----";

/// The reason why a client of the API cannot be configured.
#[derive(Debug, thiserror::Error)]
pub enum ClientConfigError {
    /// The API's address is invalid.
    #[error("`{0}` is not an address of the API; write it as http://HOST:PORT or https://HOST:PORT")]
    Address(String),
    /// The certificates cannot be used.
    #[error("cannot use the API's CA certificate {path}: {reason}")]
    Authority {
        /// The path as configured, or the variable's name.
        path: String,
        /// The problem with the certificates.
        reason: String,
    },
    /// The token cannot be sent in a header.
    #[error("the token for the API contains invalid characters; pass it unchanged")]
    Token,
    /// The token file cannot be read.
    #[error("cannot read the token for the API from {path}: {reason}")]
    TokenFile {
        /// The path as configured.
        path: String,
        /// The error of the operating system.
        reason: String,
    },
}

/// Returns the endpoint for `http://HOST:PORT` or `https://HOST:PORT`. With an authority only its certificates are trusted,
/// otherwise those of the system.
pub fn endpoint(address: &str, authority: Option<Authority<'_>>) -> Result<Endpoint, ClientConfigError> {
    let fault = || ClientConfigError::Address(address.to_owned());
    let endpoint = Endpoint::from_shared(address.to_owned()).map_err(|_| fault())?;
    if endpoint.uri().host().is_none() {
        return Err(fault());
    }
    match (endpoint.uri().scheme_str(), authority) {
        (Some("http"), None) => Ok(endpoint),
        (Some("http"), Some(authority)) => {
            Err(authority.fault("it is of use with an address that begins with https:// only"))
        }
        (Some("https"), None) => endpoint
            .tls_config(ClientTlsConfig::new().with_native_roots())
            .map_err(|_| fault()),
        (Some("https"), Some(authority)) => endpoint
            .tls_config(ClientTlsConfig::new().ca_certificate(authority.trusted()?))
            .map_err(|error| authority.fault(error)),
        _ => Err(fault()),
    }
}

/// The PEM certificates that are trusted instead of the system's.
#[derive(Clone, Copy, Debug)]
pub enum Authority<'a> {
    /// Certificates in this file.
    File(&'a Path),
    /// Certificates in this environment variable.
    Variable {
        /// The variable's name.
        name: &'static str,
        /// The variable's value.
        pem: &'a str,
    },
}

impl Authority<'_> {
    fn trusted(self) -> Result<Certificate, ClientConfigError> {
        let text = match self {
            Self::File(path) => std::fs::read_to_string(path).map_err(|error| self.fault(error))?,
            Self::Variable { pem, .. } => pem.to_owned(),
        };
        // A text without certificates would be accepted, and no server trusted.
        if text.contains(CERTIFICATE) {
            Ok(Certificate::from_pem(text))
        } else {
            Err(self.fault("there is no certificate in it"))
        }
    }

    fn fault(self, reason: impl fmt::Display) -> ClientConfigError {
        ClientConfigError::Authority {
            path: match self {
                Self::File(path) => path.display().to_string(),
                Self::Variable { name, .. } => format!("in {name}"),
            },
            reason: reason.to_string(),
        }
    }
}

/// The source of a caller's token.
#[derive(Clone)]
pub enum Credential {
    /// The token itself.
    Token(MetadataValue<Ascii>),
    /// A file that is refreshed externally, as Kubernetes does with service-account tokens: it is read for every call.
    File(PathBuf),
}

impl Credential {
    /// Creates a credential from a token as it was issued.
    pub fn token(token: &str) -> Result<Self, ClientConfigError> {
        bearer(token).map(Self::Token)
    }

    /// Creates a credential from a file, which must be readable now.
    pub fn file(path: &Path) -> Result<Self, ClientConfigError> {
        read(path)?;
        Ok(Self::File(path.to_owned()))
    }

    fn value(&self) -> Result<MetadataValue<Ascii>, ClientConfigError> {
        match self {
            Self::Token(value) => Ok(value.clone()),
            Self::File(path) => read(path),
        }
    }
}

impl fmt::Debug for Credential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Token(_) => f.write_str("Token(<redacted>)"),
            Self::File(path) => f.debug_tuple("File").field(path).finish(),
        }
    }
}

fn read(path: &Path) -> Result<MetadataValue<Ascii>, ClientConfigError> {
    let token = std::fs::read_to_string(path).map_err(|error| ClientConfigError::TokenFile {
        path: path.display().to_string(),
        reason: error.to_string(),
    })?;
    bearer(token.trim())
}

fn bearer(token: &str) -> Result<MetadataValue<Ascii>, ClientConfigError> {
    let mut value: MetadataValue<Ascii> = format!("Bearer {token}")
        .parse()
        .map_err(|_| ClientConfigError::Token)?;
    value.set_sensitive(true);
    Ok(value)
}

/// Interceptor that adds the caller's token to every call, and the trace that the call belongs to.
#[derive(Clone, Debug)]
pub struct Bearer(pub Credential);

impl Interceptor for Bearer {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        // The file may be missing for a moment while it is replaced, so the call can be retried.
        let value = self
            .0
            .value()
            .map_err(|error| Status::unavailable(error.to_string()))?;
        request.metadata_mut().insert("authorization", value);
        let traceparent = trace_context::current().and_then(|current| current.to_string().parse().ok());
        if let Some(traceparent) = traceparent {
            request.metadata_mut().insert(TRACEPARENT, traceparent);
        }
        Ok(request)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(bearer: &mut Bearer) -> Result<String, Status> {
        let request = bearer.call(Request::new(()))?;
        let value = request.metadata().get("authorization").unwrap();
        Ok(value.to_str().unwrap().to_owned())
    }

    #[test]
    fn endpoint_accepts_only_http_and_https() {
        for address in ["http://127.0.0.1:1", "https://api.clipmeter:50051"] {
            assert!(endpoint(address, None).is_ok(), "{address}");
        }
        for address in ["", "127.0.0.1:1", "ftp://host", "http://", "http://a b"] {
            let error = endpoint(address, None).err().map(|error| error.to_string());
            assert!(
                error.is_some_and(|error| error.contains("http://HOST:PORT")),
                "{address}"
            );
        }
    }

    #[test]
    fn endpoint_refuses_invalid_or_unused_ca() {
        let folder = tempfile::tempdir().unwrap();
        let empty = folder.path().join("ca.crt");
        std::fs::write(&empty, "\n").unwrap();
        let broken = folder.path().join("broken.crt");
        std::fs::write(&broken, "-----BEGIN CERTIFICATE-----\nAAAA\n").unwrap();
        let missing = folder.path().join("missing");
        let variable = |pem| Authority::Variable { name: "A_CA", pem };
        for (address, authority, reason) in [
            ("https://api:1", Authority::File(&empty), "no certificate in it"),
            ("https://api:1", Authority::File(&missing), "No such file"),
            ("https://api:1", Authority::File(&broken), "broken.crt"),
            ("http://api:1", Authority::File(&empty), "https:// only"),
            (
                "https://api:1",
                variable("\n"),
                "in A_CA: there is no certificate",
            ),
            ("http://api:1", variable("\n"), "https:// only"),
        ] {
            let error = endpoint(address, Some(authority)).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
    }

    #[test]
    fn credential_file_is_read_for_every_call_and_redacted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("token");
        assert!(matches!(
            Credential::file(&path),
            Err(ClientConfigError::TokenFile { .. })
        ));
        std::fs::write(&path, "one\n").unwrap();
        let mut bearer = Bearer(Credential::file(&path).unwrap());
        assert_eq!(sent(&mut bearer).unwrap(), "Bearer one");
        std::fs::write(&path, "two").unwrap();
        assert_eq!(sent(&mut bearer).unwrap(), "Bearer two");
        std::fs::remove_file(&path).unwrap();
        assert_eq!(sent(&mut bearer).unwrap_err().code(), tonic::Code::Unavailable);

        let token = Credential::token("geheim").unwrap();
        assert!(!format!("{token:?}").contains("geheim"));
        assert_eq!(sent(&mut Bearer(token)).unwrap(), "Bearer geheim");
        assert!(matches!(Credential::token("a\nb"), Err(ClientConfigError::Token)));
    }
}
