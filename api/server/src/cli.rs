//! Command-line options and environment variables.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser};
use clipmeter_api::ApiConfig;
use clipmeter_api::TrustedProxy;
use clipmeter_db::RolePasswords;
use secrecy::{ExposeSecret, SecretString};
use sqlx::postgres::PgConnectOptions;

use crate::ClusterError;

/// The parsed command line.
#[derive(Debug)]
pub enum Program {
    /// `api`: serves HTTP and gRPC until a signal stops it.
    Serve(Box<Cli>),
    /// `api migrate`: migrates the database and ends.
    Migrate(MigrateArgs),
}

impl Program {
    /// Parses the command line, or prints help or an error and exits. Options that serving requires are not required by `migrate`.
    #[must_use]
    pub fn parse() -> Self {
        let command = Cli::command()
            .subcommand(MigrateArgs::augment_args(clap::Command::new("migrate").about(
                "Migrate the database and exit; replicas with --wait-for-migration wait for this",
            )))
            .subcommand_negates_reqs(true);
        let matches = command.get_matches();
        let parsed = match matches.subcommand_matches("migrate") {
            Some(migrate) => MigrateArgs::from_arg_matches(migrate).map(Self::Migrate),
            None => Cli::from_arg_matches(&matches).map(|cli| Self::Serve(Box::new(cli))),
        };
        parsed.unwrap_or_else(|error| error.exit())
    }
}

/// The database, and how the program logs in.
#[derive(Debug, Args)]
pub struct DatabaseArgs {
    /// Contains a password, so it is read from the environment only; `None`: the variables of `PostgreSQL` apply.
    #[arg(skip = secret("DATABASE_URL"))]
    pub url: Option<SecretString>,

    /// URL of streaming replicas that serve reads.
    #[arg(skip = secret("DATABASE_READ_URL").filter(|url| !url.expose_secret().is_empty()))]
    pub read_url: Option<SecretString>,

    /// Passwords of the database roles, if an administrator created them.
    #[arg(skip = RolePasswords::from_env())]
    pub role_passwords: RolePasswords,
}

impl DatabaseArgs {
    /// Returns the database of `DATABASE_URL`, or of the variables of `PostgreSQL`'s programs.
    pub(crate) fn options(&self) -> Result<PgConnectOptions, ClusterError> {
        match &self.url {
            Some(url) => url
                .expose_secret()
                .parse()
                .map_err(|_: sqlx::Error| ClusterError::DatabaseUrl),
            None => Ok(PgConnectOptions::new()),
        }
    }

    /// Returns the replicas of `DATABASE_READ_URL`, if it is set. Unless the URL sets a TLS mode, that of `primary` applies.
    pub(crate) fn read_replicas(
        &self,
        primary: &PgConnectOptions,
    ) -> Result<Option<PgConnectOptions>, ClusterError> {
        let Some(url) = self.read_url.as_ref().map(ExposeSecret::expose_secret) else {
            return Ok(None);
        };
        let options: PgConnectOptions = url
            .parse()
            .map_err(|_: sqlx::Error| ClusterError::DatabaseReadUrl)?;
        let sets_tls = ["sslmode=", "ssl-mode="].iter().any(|name| url.contains(name));
        Ok(Some(if sets_tls {
            options
        } else {
            options.ssl_mode(primary.get_ssl_mode())
        }))
    }
}

/// The pod that the program runs in. Without a name, no events are written.
#[derive(Debug, Args)]
pub struct PodArgs {
    /// Name of this pod. Events of long or failed migrations are about this pod.
    #[arg(long = "pod-name", env = "CLIPMETER_POD_NAME")]
    pub name: Option<String>,

    /// UID of this pod, so that `kubectl describe` shows its events.
    #[arg(long = "pod-uid", env = "CLIPMETER_POD_UID")]
    pub uid: Option<String>,
}

/// Options of `api migrate`. The database is set as for `api`.
#[derive(Debug, Args)]
pub struct MigrateArgs {
    #[command(flatten)]
    pub database: DatabaseArgs,

    #[command(flatten)]
    pub pod: PodArgs,
}

/// Clipmeter's API on a Kubernetes cluster
///
/// Environment variables: `DATABASE_URL`, or `PostgreSQL`'s standard variables (`PGHOST`, `PGUSER` and so on), set the
/// database. `DATABASE_READ_URL` sets streaming replicas of it that serve reads.
/// `KUBECONFIG` sets the cluster, which is otherwise the one that the program runs in.
/// `CLIPMETER_ADMIN_PASSWORD` sets the password of the user `admin`. `CLIPMETER_APP_PASSWORD`,
/// `CLIPMETER_INGEST_PASSWORD` and `CLIPMETER_MAINTENANCE_PASSWORD` set the passwords of the database roles, which are
/// otherwise derived from the password of the database user. `RUST_LOG` sets the log level.
#[derive(Debug, Parser)]
#[command(name = "api", version)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate setting")]
pub struct Cli {
    #[command(flatten)]
    pub database: DatabaseArgs,

    #[command(flatten)]
    pub pod: PodArgs,

    /// Password of the user `admin`.
    #[arg(skip = secret("CLIPMETER_ADMIN_PASSWORD"))]
    pub admin_password: Option<SecretString>,

    /// Folder with the keys in the file `secrets.json`, which must be the same for all replicas. May be read-only.
    #[arg(long, env = "CLIPMETER_SECRETS_DIR")]
    pub secrets_dir: PathBuf,

    /// Listen address and port of the web app and the HTTP API.
    #[arg(long, env = "CLIPMETER_LISTEN", default_value = "0.0.0.0:8080")]
    pub listen: SocketAddr,

    /// Listen address and port of gRPC, for the operator and scrapers.
    #[arg(long, env = "CLIPMETER_GRPC_LISTEN", default_value = "0.0.0.0:8443")]
    pub grpc_listen: SocketAddr,

    /// PEM file with the certificate chain for gRPC. It is reloaded when it changes.
    #[arg(long, env = "CLIPMETER_GRPC_CERT")]
    pub grpc_cert: PathBuf,

    /// PEM file with the private key of the gRPC certificate.
    #[arg(long, env = "CLIPMETER_GRPC_KEY")]
    pub grpc_key: PathBuf,

    /// Listen address and port of /livez, /readyz and /metrics.
    #[arg(long, env = "CLIPMETER_METRICS_LISTEN", default_value = "0.0.0.0:9090")]
    pub metrics_listen: SocketAddr,

    /// Do not migrate the database, but wait until `api migrate` has.
    #[arg(long, env = "CLIPMETER_WAIT_FOR_MIGRATION")]
    pub wait_for_migration: bool,

    /// Namespace of the operator.
    #[arg(long, env = "CLIPMETER_NAMESPACE")]
    pub namespace: String,

    /// Namespace of the scrapers' Jobs. Defaults to the namespace of the operator, as in charts before 0.2.0.
    #[arg(long, env = "CLIPMETER_SCRAPER_NAMESPACE")]
    pub scraper_namespace: Option<String>,

    /// Service account of the operator.
    #[arg(long, env = "CLIPMETER_OPERATOR_ACCOUNT")]
    pub operator_account: String,

    /// Service account of the scrapers.
    #[arg(long, env = "CLIPMETER_SCRAPER_ACCOUNT")]
    pub scraper_account: String,

    /// Seconds that requests to scrape accounts wait for completion before they respond that the scrape continues in the
    /// background.
    #[arg(long, env = "CLIPMETER_RUN_WAIT", value_name = "SECONDS", default_value_t = ApiConfig::DEFAULT_RUN_WAIT.as_secs(),
        value_parser = clap::value_parser!(u64).range(..=ApiConfig::MAX_RUN_WAIT.as_secs()))]
    pub run_wait: u64,

    /// Allow self-registration with `POST /api/auth/register`. Registered users have no group, and cannot see data of
    /// groups.
    #[arg(long, env = "CLIPMETER_REGISTRATION")]
    pub registration: bool,

    /// Allow scraping proxies on loopback, link-local and cloud metadata addresses. By default they are rejected, so
    /// that an admin account cannot reach services that trust local clients.
    #[arg(long, env = "CLIPMETER_ALLOW_LOCAL_PROXIES")]
    pub allow_local_proxies: bool,

    /// Address or network (CIDR) of a reverse proxy whose X-Forwarded-For and X-Forwarded-Proto headers are trusted.
    /// To give several, repeat the option or separate them with commas.
    #[arg(
        long = "trusted-proxy",
        env = "CLIPMETER_TRUSTED_PROXIES",
        value_name = "NETWORK",
        value_delimiter = ','
    )]
    pub trusted_proxies: Vec<TrustedProxy>,

    /// All clients connect over TLS, which a reverse proxy terminates. Browsers are told to use only HTTPS (HSTS).
    #[arg(long, env = "CLIPMETER_BEHIND_TLS")]
    pub behind_tls: bool,

    /// Start although keys are lost, and delete the data encrypted with them. Set this for one start only. Without it,
    /// the program does not start, and lists the missing keys.
    #[arg(long, env = "CLIPMETER_DISCARD_UNDECRYPTABLE")]
    pub discard_undecryptable: bool,
}

impl Cli {
    /// Returns how long a request waits for runs.
    pub(crate) fn run_wait(&self) -> Duration {
        Duration::from_secs(self.run_wait)
    }
}

/// Reads a secret from the environment, because every user of the machine could see it on the command line.
fn secret(variable: &str) -> Option<SecretString> {
    std::env::var(variable).ok().map(SecretString::from)
}

#[cfg(test)]
mod tests {
    use sqlx::postgres::PgSslMode;

    use super::*;

    #[test]
    fn replicas_have_tls_mode_of_primary_unless_url_sets_one() {
        let primary = PgConnectOptions::new().ssl_mode(PgSslMode::VerifyFull);
        for (url, expected) in [
            ("postgres://replicas:5432", PgSslMode::VerifyFull),
            (
                "postgres://replicas/clipmeter?sslmode=require",
                PgSslMode::Require,
            ),
            ("postgres://replicas?ssl-mode=disable", PgSslMode::Disable),
        ] {
            let database = DatabaseArgs {
                url: None,
                read_url: Some(url.into()),
                role_passwords: RolePasswords::default(),
            };
            let options = database.read_replicas(&primary).unwrap().unwrap();
            assert!(
                std::mem::discriminant(&options.get_ssl_mode()) == std::mem::discriminant(&expected),
                "{url}: {options:?}"
            );
        }
    }
}
