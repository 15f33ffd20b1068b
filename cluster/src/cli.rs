//! What can be said on the command line and in the environment.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use clipmeter_api::ApiConfig;
use clipmeter_api::http::TrustedProxy;
use clipmeter_api::store::RolePasswords;
use secrecy::SecretString;

/// Clipmeter's API on a Kubernetes cluster
///
/// The database is the one of `DATABASE_URL`, or of the variables that `PostgreSQL`'s own programs know (`PGHOST`, `PGUSER`
/// and so on). The cluster is the one that the program runs in, or the one of `KUBECONFIG`. What is logged is said by
/// `RUST_LOG`. The password of the user `admin` is the one of `CLIPMETER_ADMIN_PASSWORD`. The passwords of the database roles are
/// derived from the password of the database's user, unless `CLIPMETER_APP_PASSWORD`, `CLIPMETER_INGEST_PASSWORD` and
/// `CLIPMETER_MAINTENANCE_PASSWORD` set them.
#[derive(Debug, Parser)]
#[command(name = "api", version)]
#[expect(clippy::struct_excessive_bools, reason = "each is a setting of its own")]
pub struct Cli {
    /// The database, when it is named by an address.
    #[arg(skip = secret("DATABASE_URL"))]
    pub database_url: Option<SecretString>,

    /// Passwords of the database's roles, where an administrator sets them.
    #[arg(skip = RolePasswords::from_env())]
    pub role_passwords: RolePasswords,

    /// The password of the user `admin`.
    #[arg(skip = secret("CLIPMETER_ADMIN_PASSWORD"))]
    pub admin_password: Option<SecretString>,

    /// Folder with the keys in `secrets.json`, the same for every replica. It is only read.
    #[arg(long, env = "CLIPMETER_SECRETS_DIR")]
    pub secrets_dir: PathBuf,

    /// Address and port of the web app and the HTTP API.
    #[arg(long, env = "CLIPMETER_LISTEN", default_value = "0.0.0.0:8080")]
    pub listen: SocketAddr,

    /// Address and port of gRPC, for the operator and scrapers.
    #[arg(long, env = "CLIPMETER_GRPC_LISTEN", default_value = "0.0.0.0:8443")]
    pub grpc_listen: SocketAddr,

    /// The certificate for gRPC with those up to its authority, PEM. When the file changes, the new one is used.
    #[arg(long, env = "CLIPMETER_GRPC_CERT")]
    pub grpc_cert: PathBuf,

    /// The key of that certificate, PEM.
    #[arg(long, env = "CLIPMETER_GRPC_KEY")]
    pub grpc_key: PathBuf,

    /// Address and port of /livez, /readyz and /metrics.
    #[arg(long, env = "CLIPMETER_METRICS_LISTEN", default_value = "0.0.0.0:9090")]
    pub metrics_listen: SocketAddr,

    /// Namespace of the operator.
    #[arg(long, env = "CLIPMETER_NAMESPACE")]
    pub namespace: String,

    /// Namespace of the scrapers' Jobs; the operator's unless it is given, as in charts before 0.2.0.
    #[arg(long, env = "CLIPMETER_SCRAPER_NAMESPACE")]
    pub scraper_namespace: Option<String>,

    /// Service account of the operator.
    #[arg(long, env = "CLIPMETER_OPERATOR_ACCOUNT")]
    pub operator_account: String,

    /// Service account of the scrapers.
    #[arg(long, env = "CLIPMETER_SCRAPER_ACCOUNT")]
    pub scraper_account: String,

    /// How long "Scrape all" and "refresh" wait for the end before they answer that it goes on in the background, seconds.
    #[arg(long, env = "CLIPMETER_RUN_WAIT", value_name = "SECONDS", default_value_t = ApiConfig::DEFAULT_RUN_WAIT.as_secs(),
        value_parser = clap::value_parser!(u64).range(..=ApiConfig::LONGEST_RUN_WAIT.as_secs()))]
    pub run_wait: u64,

    /// Allow self-registration by `POST /api/auth/register`. They have no group and see nothing of
    /// others.
    #[arg(long, env = "CLIPMETER_REGISTRATION")]
    pub registration: bool,

    /// Allow scraping proxies on loopback, link-local and cloud metadata addresses. By default they are refused, so that an admin
    /// account cannot reach services that trust local callers.
    #[arg(long, env = "CLIPMETER_ALLOW_LOCAL_PROXIES")]
    pub allow_local_proxies: bool,

    /// Address or network (CIDR) of a reverse proxy whose X-Forwarded-For and X-Forwarded-Proto are believed; may be
    /// given several times, or separated by commas.
    #[arg(
        long = "trusted-proxy",
        env = "CLIPMETER_TRUSTED_PROXIES",
        value_name = "NETWORK",
        value_delimiter = ','
    )]
    pub trusted_proxies: Vec<TrustedProxy>,

    /// Everybody reaches this program by TLS, which a reverse proxy ends: tell browsers to come no other way.
    #[arg(long, env = "CLIPMETER_BEHIND_TLS")]
    pub behind_tls: bool,

    /// Start without keys that are lost, and delete what is encrypted with them. Set it for one start only; without it, a start
    /// that lacks keys is refused and names them.
    #[arg(long, env = "CLIPMETER_DISCARD_UNDECRYPTABLE")]
    pub discard_undecryptable: bool,
}

impl Cli {
    /// How long a request waits for runs.
    pub(crate) fn run_wait(&self) -> Duration {
        Duration::from_secs(self.run_wait)
    }
}

/// What a command line would show to everybody on the machine.
fn secret(variable: &str) -> Option<SecretString> {
    std::env::var(variable).ok().map(SecretString::from)
}
