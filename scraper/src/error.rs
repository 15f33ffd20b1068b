//! Why a run of the scraper ends without success, and what the process that started it should make of it.

use std::process::ExitCode;
use std::time::Duration;

use clipmeter_proto::ClientConfigError;
use clipmeter_rules::platform_config::PlatformConfigError;

/// Exit code for faults that a repetition cannot mend: configuration and authorisation.
pub const EXIT_MISCONFIGURED: u8 = 42;
/// Exit code for everything else: starting the run again may help.
pub const EXIT_FAILED: u8 = 1;

/// What went wrong outside the platforms' answers; those are outcomes, not errors.
#[derive(Debug, thiserror::Error)]
pub enum ScraperError {
    /// The token is missing.
    #[error(
        "CLIPMETER_RUN_TOKEN is not set, nor is CLIPMETER_RUN_TOKEN_FILE; the process that starts a run passes the run's token in one \
         of them"
    )]
    NoToken,
    /// The address, the certificates or the token cannot be used.
    #[error(transparent)]
    Api(#[from] ClientConfigError),
    /// A variable holds something else than it should.
    #[error("{variable}: {reason}")]
    Variable {
        /// The variable's name.
        variable: &'static str,
        /// What to write instead.
        reason: String,
    },
    /// The file of platform settings cannot be used.
    #[error("platform settings {path}: {reason}")]
    Settings {
        /// The file as given in `CLIPMETER_PLATFORM_CONFIG`.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The facts that this version was released with are unusable.
    #[error("the built-in platform configuration is invalid: {0}")]
    PlatformConfig(#[from] PlatformConfigError),
    /// A proxy's address cannot be used. It is not repeated here because it may hold a password.
    #[error(
        "a proxy's address cannot be used; give it in CLIPMETER_PROXY as http://HOST:PORT or socks5://HOST:PORT"
    )]
    Proxy,
    /// A proxy that the API names is on this machine or its link, or is a metadata service.
    #[error(
        "a proxy's address is of the machine itself, its link or a cloud's metadata service; use one on another host, or set \
         CLIPMETER_ALLOW_LOCAL_PROXIES=true"
    )]
    LocalProxy,
    /// The HTTP client could not be prepared.
    #[error("the HTTP client cannot be prepared: {0}")]
    HttpClient(String),
    /// The API does not accept the token, or not for this run.
    #[error("the API refuses the run's token: {0}")]
    Refused(String),
    /// The API does not know the run.
    #[error("the API knows no such run: {0}")]
    NoSuchRun(String),
    /// Another scraper has taken the run over, or the run was ended.
    #[error("this scraper no longer holds the run: {0}")]
    Fenced(String),
    /// The API did not answer for as long as waiting is useful.
    #[error("the API cannot be reached for {} s: {reason}", waited.as_secs())]
    Unreachable {
        /// How long it was tried.
        waited: Duration,
        /// The last fault.
        reason: String,
    },
    /// The API rejects a message.
    #[error("the API rejects what it was sent: {0}")]
    Rejected(String),
    /// The process that started the scraper is gone.
    #[error("standard input was closed, so the process that started this run is gone")]
    Orphaned,
    /// The process was told to end before everything was read.
    #[error("interrupted before the run finished; another scraper can resume it")]
    Interrupted,
    /// A part of the program ended before its time.
    #[error("a task of the run ended unexpectedly: {0}")]
    Task(String),
}

impl ScraperError {
    /// What the process exits with.
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

    /// [`Self::exit_status`] for `main`.
    #[must_use]
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(self.exit_status())
    }
}
