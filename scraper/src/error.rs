//! Errors that end a scraper run, and the exit codes for its parent process.

use std::process::ExitCode;
use std::time::Duration;

use clipmeter_platform_config::PlatformConfigError;
use clipmeter_proto::ClientConfigError;

/// Exit code for faults that restarting cannot fix: configuration and authorization.
pub const EXIT_MISCONFIGURED: u8 = 42;
/// Exit code for all other errors: restarting the run may help.
pub const EXIT_FAILED: u8 = 1;

/// Errors other than platform responses, which are outcomes instead.
#[derive(Debug, thiserror::Error)]
pub enum ScraperError {
    #[error(
        "CLIPMETER_RUN_TOKEN is not set, nor is CLIPMETER_RUN_TOKEN_FILE; the process that starts a run passes the run's token in one \
         of them"
    )]
    NoToken,
    /// The address, the certificates or the token cannot be used.
    #[error(transparent)]
    Api(#[from] ClientConfigError),
    /// An environment variable has an invalid value.
    #[error("{variable}: {reason}")]
    Variable {
        variable: &'static str,
        /// The expected value.
        reason: String,
    },
    /// The platform configuration file cannot be used.
    #[error("invalid platform configuration in {path}: {reason}")]
    Settings {
        /// The path as given in `CLIPMETER_PLATFORM_CONFIG`.
        path: String,
        /// The problem with the file.
        reason: String,
    },
    /// The built-in platform configuration is unusable.
    #[error("the built-in platform configuration is invalid: {0}")]
    PlatformConfig(#[from] PlatformConfigError),
    /// A proxy's address cannot be used. The text is not repeated, because it may contain a password.
    #[error(
        "a proxy address is invalid; write it in CLIPMETER_PROXY as http://HOST:PORT or socks5://HOST:PORT"
    )]
    Proxy,
    /// A proxy named by the API is on this machine or its link, or is a metadata service.
    #[error(
        "a proxy address is a loopback, link-local or cloud metadata address; use a proxy on another host, or set \
         CLIPMETER_ALLOW_LOCAL_PROXIES=true"
    )]
    LocalProxy,
    /// The HTTP client could not be created.
    #[error("cannot create the HTTP client: {0}")]
    HttpClient(String),
    /// The API does not accept the token, or not for this run.
    #[error("the API rejected the run's token: {0}")]
    Refused(String),
    #[error("run not found: {0}")]
    NoSuchRun(String),
    /// Another scraper has taken over the run, or the run was ended.
    #[error("this scraper no longer holds the lease of the run: {0}")]
    Fenced(String),
    /// The API did not respond for as long as waiting is useful.
    #[error("the API was unreachable for {} s: {reason}", waited.as_secs())]
    Unreachable {
        /// Duration of the attempts.
        waited: Duration,
        /// The last fault.
        reason: String,
    },
    #[error("the API rejected a request: {0}")]
    Rejected(String),
    /// The parent process of the scraper has exited.
    #[error("standard input was closed, so the process that started this run has exited")]
    Orphaned,
    /// The process was signaled to end before everything was read.
    #[error("interrupted before the run finished; another scraper can resume it")]
    Interrupted,
    /// A task of the program ended prematurely.
    #[error("a task of the run ended unexpectedly: {0}")]
    Task(String),
}

impl ScraperError {
    /// Returns the exit code of the process.
    #[must_use]
    pub fn exit_status(&self) -> u8 {
        match self {
            Self::NoToken
            | Self::Api(_)
            | Self::Variable { .. }
            | Self::Settings { .. }
            | Self::PlatformConfig(_)
            | Self::Proxy
            | Self::LocalProxy
            | Self::Refused(_)
            | Self::NoSuchRun(_) => EXIT_MISCONFIGURED,
            Self::HttpClient(_)
            | Self::Fenced(_)
            | Self::Unreachable { .. }
            | Self::Rejected(_)
            | Self::Orphaned
            | Self::Interrupted
            | Self::Task(_) => EXIT_FAILED,
        }
    }

    /// Returns [`Self::exit_status`] for `main`.
    #[must_use]
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(self.exit_status())
    }
}
