//! What can go wrong in the operator.

use std::net::SocketAddr;

use clipmeter_proto::ClientConfigError;
use tonic::{Code, Status};

/// Why something was not done. Most of it is tried again.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The API server refuses something or is away.
    #[error("the Kubernetes API: {0}")]
    Kubernetes(#[source] Box<kube::Error>),
    /// Clipmeter's API refuses something or is away.
    #[error("the API: {} ({:?})", .0.message(), .0.code())]
    Api(#[source] Box<Status>),
    /// Clipmeter's API cannot be called at all.
    #[error(transparent)]
    ClientConfig(#[from] ClientConfigError),
    /// The KUBECONFIG or what stands in its place cannot be used.
    #[error("there is no cluster to talk to: {0}")]
    NoCluster(#[source] Box<kube::Error>),
    /// The file of scraper settings cannot be used.
    #[error("scraper settings {path}: {reason}")]
    Settings {
        /// The file as it was given.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The API's certificate authority cannot be passed on to scrapers.
    #[error("the API's certificate authority {path}: {reason}")]
    Authority {
        /// The file as it was given.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// An object is not what an API server gives out.
    #[error("an object without {0}")]
    Nameless(&'static str),
    /// An object has no form in JSON.
    #[error("an object cannot be written down: {0}")]
    Json(#[from] serde_json::Error),
    /// Nobody can be told how the operator is.
    #[error("cannot listen at {address}: {error}")]
    Listen {
        /// The address as it was given.
        address: SocketAddr,
        /// What the system says.
        error: std::io::Error,
    },
    /// Another operator may act now.
    #[error("the lease could not be renewed in time")]
    LeaseLost,
    /// The system gives the program no threads or signals.
    #[error("the program cannot start: {0}")]
    Runtime(#[source] std::io::Error),
    /// A part of the program ended before its time.
    #[error("a part of the operator ended unexpectedly: {0}")]
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
    /// One word for metrics.
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

    /// How Clipmeter's API answered, if it is about that.
    #[must_use]
    pub fn code(&self) -> Option<Code> {
        match self {
            Self::Api(status) => Some(status.code()),
            _ => None,
        }
    }

    /// Whether the API server does not take something, however often it is tried: a rule of admission, a quota, a right that is missing.
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        [400, 403, 422].into_iter().any(|code| self.has_http_code(code))
    }

    /// Whether whoever was called has answered: calls about something else may go well.
    #[must_use]
    pub fn is_response(&self) -> bool {
        match self {
            Self::Kubernetes(error) => matches!(&**error, kube::Error::Api(status) if status.code < 500),
            Self::Api(status) => !matches!(status.code(), Code::Unavailable | Code::DeadlineExceeded),
            _ => false,
        }
    }

    /// Whether the API server knows no such object, or no such kind.
    #[must_use]
    pub fn is_not_found(&self) -> bool {
        self.has_http_code(404)
    }

    /// Whether the API server answered with this status.
    #[must_use]
    pub fn has_http_code(&self, code: u16) -> bool {
        matches!(self, Self::Kubernetes(error) if matches!(&**error, kube::Error::Api(status) if status.code == code))
    }
}
