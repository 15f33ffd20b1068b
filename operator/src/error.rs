//! Errors of the operator.

use std::net::SocketAddr;

use clipmeter_proto::ClientConfigError;
use tonic::{Code, Status};

/// An error of the operator. Most are retried.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The API server rejected a request, or is unreachable.
    #[error("the Kubernetes API returned an error: {0}")]
    Kubernetes(#[source] Box<kube::Error>),
    /// Clipmeter's API rejected a request, or is unreachable.
    #[error("the API returned an error: {} ({:?})", .0.message(), .0.code())]
    Api(#[source] Box<Status>),
    /// The configuration of the client for Clipmeter's API is invalid.
    #[error(transparent)]
    ClientConfig(#[from] ClientConfigError),
    /// The KUBECONFIG or in-cluster configuration cannot be used.
    #[error("cannot reach a Kubernetes cluster: {0}")]
    NoCluster(#[source] Box<kube::Error>),
    /// The file of scraper settings cannot be used.
    #[error("invalid scraper settings in {path}: {reason}")]
    Settings { path: String, reason: String },
    /// The API's certificate authority cannot be passed on to scrapers.
    #[error("cannot use the API's CA certificate {path}: {reason}")]
    Authority { path: String, reason: String },
    /// An object lacks fields that an API server always sets.
    #[error("an object from the cluster has no {0}")]
    Nameless(&'static str),
    /// An object cannot be serialized to JSON.
    #[error("cannot serialize an object: {0}")]
    Json(#[from] serde_json::Error),
    /// The address for health checks and metrics cannot be bound.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        address: SocketAddr,
        error: std::io::Error,
    },
    /// The lease is lost, so another operator may be the leader now.
    #[error("the lease could not be renewed in time")]
    LeaseLost,
    /// The system cannot provide threads or signal handlers.
    #[error("cannot start: {0}")]
    Runtime(#[source] std::io::Error),
    /// A part of the program ended early.
    #[error("a task of the operator ended unexpectedly: {0}")]
    Ended(String),
}

impl From<kube::Error> for Error {
    fn from(error: kube::Error) -> Self {
        Self::Kubernetes(Box::new(error))
    }
}

impl From<Status> for Error {
    fn from(status: Status) -> Self {
        Self::Api(Box::new(status))
    }
}

impl Error {
    /// Returns the label value of the error for metrics.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        match self {
            Self::Kubernetes(_) | Self::NoCluster(_) => "kubernetes",
            Self::Api(_) | Self::ClientConfig(_) => "api",
            Self::Settings { .. } | Self::Authority { .. } => "settings",
            Self::Nameless(_) | Self::Json(_) => "object",
            Self::Listen { .. } | Self::Runtime(_) | Self::Ended(_) => "program",
            Self::LeaseLost => "lease",
        }
    }

    /// Returns the status code of Clipmeter's API, if the error came from it.
    #[must_use]
    pub fn code(&self) -> Option<Code> {
        match self {
            Self::Api(status) => Some(status.code()),
            _ => None,
        }
    }

    /// Returns whether the API server rejects the request permanently: an admission rule, a quota, a missing permission.
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        [400, 403, 422].into_iter().any(|code| self.has_http_code(code))
    }

    /// Returns whether the called server responded, so that calls about other objects may succeed.
    #[must_use]
    pub fn is_response(&self) -> bool {
        match self {
            Self::Kubernetes(error) => matches!(&**error, kube::Error::Api(status) if status.code < 500),
            Self::Api(status) => !matches!(status.code(), Code::Unavailable | Code::DeadlineExceeded),
            _ => false,
        }
    }

    /// Returns whether the called server has too many requests or did not respond.
    #[must_use]
    pub fn is_overload(&self) -> bool {
        self.has_http_code(429) || !self.is_response()
    }

    /// Returns whether the object, or its kind, does not exist on the API server.
    #[must_use]
    pub fn is_not_found(&self) -> bool {
        self.has_http_code(404)
    }

    /// Returns whether the API server responded with this HTTP status.
    #[must_use]
    pub fn has_http_code(&self, code: u16) -> bool {
        matches!(self, Self::Kubernetes(error) if matches!(&**error, kube::Error::Api(status) if status.code == code))
    }
}
