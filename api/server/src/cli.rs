//! Command-line options and environment variables.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use clipmeter_api::ApiConfig;
use clipmeter_api::TrustedProxy;
use clipmeter_db::RolePasswords;
use secrecy::SecretString;

/// Clipmeter's API on a Kubernetes cluster
///
/// The database is set by `DATABASE_URL`, or by the variables of `PostgreSQL`'s own programs (`PGHOST`, `PGUSER` and so
/// on). The cluster is the one that the program runs in, or the one of `KUBECONFIG`. `RUST_LOG` sets the log level.
/// `CLIPMETER_ADMIN_PASSWORD` sets the password of the user `admin`. The passwords of the database roles are derived
/// from the password of the database's user, unless `CLIPMETER_APP_PASSWORD`, `CLIPMETER_INGEST_PASSWORD` and
/// `CLIPMETER_MAINTENANCE_PASSWORD` set them.
#[derive(Debug, Parser)]
#[command(name = "api", version)]
#[expect(clippy::struct_excessive_bools, reason = "each is a setting of its own")]
pub struct Cli {
    /// URL of the database, if set.
    #[arg(skip = secret("DATABASE_URL"))]
    pub database_url: Option<SecretString>,

    /// Passwords of the database roles, if set by an administrator.
    #[arg(skip = RolePasswords::from_env())]
    pub role_passwords: RolePasswords,

    /// Password of the user `admin`.
    #[arg(skip = secret("CLIPMETER_ADMIN_PASSWORD"))]
    pub admin_password: Option<SecretString>,

    /// Folder with the keys in `secrets.json`, the same for every replica. Read-only.
    #[arg(long, env = "CLIPMETER_SECRETS_DIR")]
    pub secrets_dir: PathBuf,

    /// Address and port of the web app and the HTTP API.
    #[arg(long, env = "CLIPMETER_LISTEN", default_value = "0.0.0.0:8080")]
    pub listen: SocketAddr,

    /// Address and port of gRPC, for the operator and scrapers.
    #[arg(long, env = "CLIPMETER_GRPC_LISTEN", default_value = "0.0.0.0:8443")]
    pub grpc_listen: SocketAddr,

    /// Certificate chain for gRPC, PEM. Reloaded when the file changes.
    #[arg(long, env = "CLIPMETER_GRPC_CERT")]
    pub grpc_cert: PathBuf,

    /// Private key of the gRPC certificate, PEM.
    #[arg(long, env = "CLIPMETER_GRPC_KEY")]
    pub grpc_key: PathBuf,

    /// Address and port of /livez, /readyz and /metrics.
    #[arg(long, env = "CLIPMETER_METRICS_LISTEN", default_value = "0.0.0.0:9090")]
    pub metrics_listen: SocketAddr,

    /// Namespace of the operator.
    #[arg(long, env = "CLIPMETER_NAMESPACE")]
    pub namespace: String,

    /// Namespace of the scrapers' Jobs. Defaults to the operator's, as in charts before 0.2.0.
    #[arg(long, env = "CLIPMETER_SCRAPER_NAMESPACE")]
    pub scraper_namespace: Option<String>,

    /// Service account of the operator.
    #[arg(long, env = "CLIPMETER_OPERATOR_ACCOUNT")]
    pub operator_account: String,

    /// Service account of the scrapers.
    #[arg(long, env = "CLIPMETER_SCRAPER_ACCOUNT")]
    pub scraper_account: String,

    /// Seconds that "Scrape all" and "refresh" wait for the end before the scrape continues in the background.
    #[arg(long, env = "CLIPMETER_RUN_WAIT", value_name = "SECONDS", default_value_t = ApiConfig::DEFAULT_RUN_WAIT.as_secs(),
        value_parser = clap::value_parser!(u64).range(..=ApiConfig::MAX_RUN_WAIT.as_secs()))]
    pub run_wait: u64,

    /// Allow self-registration with `POST /api/auth/register`. Registered users have no group and see no data of
    /// others.
    #[arg(long, env = "CLIPMETER_REGISTRATION")]
    pub registration: bool,

    /// Allow proxies on loopback, link-local and cloud metadata addresses. By default they are rejected, so that an
    /// admin account cannot reach services that trust local callers.
    #[arg(long, env = "CLIPMETER_ALLOW_LOCAL_PROXIES")]
    pub allow_local_proxies: bool,

    /// Address or network (CIDR) of a reverse proxy whose X-Forwarded-For and X-Forwarded-Proto headers are trusted;
    /// may be given several times, or separated by commas.
    #[arg(
        long = "trusted-proxy",
        env = "CLIPMETER_TRUSTED_PROXIES",
        value_name = "NETWORK",
        value_delimiter = ','
    )]
    pub trusted_proxies: Vec<TrustedProxy>,

    /// All clients connect over TLS, which a reverse proxy terminates: browsers are told to use TLS only (HSTS).
    #[arg(long, env = "CLIPMETER_BEHIND_TLS")]
    pub behind_tls: bool,

    /// Start without keys that are lost, and delete the data encrypted with them. Set it for one start only; without
    /// it, a start with missing keys fails and names them.
    #[arg(long, env = "CLIPMETER_DISCARD_UNDECRYPTABLE")]
    pub discard_undecryptable: bool,
}

impl Cli {
    /// Returns how long a request waits for runs.
    pub(crate) fn run_wait(&self) -> Duration {
        Duration::from_secs(self.run_wait)
    }
}

/// Secrets that a command line would expose to every user of the machine.
fn secret(variable: &str) -> Option<SecretString> {
    std::env::var(variable).ok().map(SecretString::from)
}
