//! Command-line arguments and environment variables.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::{Args, Parser, Subcommand};
use clipmeter_api::ApiConfig;
use clipmeter_api::TrustedProxy;
use clipmeter_db::RolePasswords;
use clipmeter_proto::v1::Platform;
use secrecy::SecretString;
use url::Url;

/// Default listen address of the web app: loopback, so that other machines cannot connect unless requested.
const DEFAULT_LISTEN: &str = "127.0.0.1:8420";

/// Self-hosted analytics for public Instagram and TikTok accounts.
#[derive(Debug, Parser)]
#[command(name = "clipmeter", version)]
pub struct Cli {
    /// The command to run.
    #[command(subcommand)]
    pub command: Command,
}

/// The program's commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run everything in one process: database, API, web app, scheduler and scrapers.
    Standalone(Box<StandaloneArgs>),
    /// Re-encrypt the Instagram sessions with a new key, and delete the previous key. Stop Clipmeter first. If the command is
    /// interrupted, run it again.
    RotateSessionKey(InstallationArgs),
    /// Erase all data collected about a handle, and prevent collecting data about it again. Stop Clipmeter first. While Clipmeter is
    /// running, and on Kubernetes, use `POST /api/admin/erasures` instead.
    Erase(EraseArgs),
    /// Export groups and tracked accounts, for a migration to Kubernetes. Clipmeter may be running or stopped. A database of an
    /// older version is migrated to this version; nothing else is changed.
    Export(ExportArgs),
    /// Back up the database, and with `--with-keys` also the keys, to a file. Clipmeter may be running or stopped.
    Backup(BackupArgs),
    /// Restore a backup into a new data folder.
    Restore(RestoreArgs),
    /// Check whether a running Clipmeter is ready, for health checks. The exit code is 0 if it is.
    Ready(ReadyArgs),
}

/// Options of `clipmeter ready`.
#[derive(Debug, Args)]
pub struct ReadyArgs {
    /// Listen address of the running Clipmeter. For 0.0.0.0 and [::], the check connects to loopback.
    #[arg(long, env = "CLIPMETER_LISTEN", default_value = DEFAULT_LISTEN)]
    pub listen: SocketAddr,
}

/// Options of `clipmeter backup`.
#[derive(Debug, Args)]
pub struct BackupArgs {
    /// File to write. Only you can read it.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Data folder of the installation.
    #[arg(long, env = "CLIPMETER_DATA_DIR", default_value_os_t = default_data_dir())]
    pub data_dir: PathBuf,

    /// Include the keys in the backup, encrypted with a passphrase of at least 12 characters. The command prompts for it unless
    /// `CLIPMETER_BACKUP_PASSPHRASE` is set.
    #[arg(long)]
    pub with_keys: bool,

    /// Replace an existing file.
    #[arg(long)]
    pub overwrite: bool,

    /// URL of an external database, which this command cannot back up.
    #[arg(skip = std::env::var("DATABASE_URL").ok().map(SecretString::from))]
    pub database_url: Option<SecretString>,
}

/// Options of `clipmeter restore`.
#[derive(Debug, Args)]
pub struct RestoreArgs {
    /// Backup to restore.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Folder to restore into. It must be empty or not exist.
    #[arg(long, env = "CLIPMETER_DATA_DIR", default_value_os_t = default_data_dir())]
    pub data_dir: PathBuf,

    /// Do not restore the keys in the backup, and do not prompt for the passphrase.
    #[arg(long)]
    pub without_keys: bool,
}

/// Options of the command that erases a handle.
#[derive(Debug, Args)]
pub struct EraseArgs {
    /// The installation.
    #[command(flatten)]
    pub installation: InstallationArgs,

    /// Platform of the handle.
    #[arg(long, value_parser = PossibleValuesParser::new(Platform::CODES).try_map(|code| code.parse::<Platform>()))]
    pub platform: Platform,

    /// Handle of the account, without @.
    #[arg(long)]
    pub username: String,

    /// Confirm the erasure, which cannot be undone.
    #[arg(long, required = true)]
    pub yes: bool,
}

/// Options of the export command.
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// The installation.
    #[command(flatten)]
    pub installation: InstallationArgs,

    /// Write Kubernetes resources in YAML. Required, although it is the only format.
    #[arg(long, required = true)]
    pub kubernetes: bool,

    /// Folder to write to instead of standard output: a file with all groups, and a file with the accounts of each group. Files of
    /// an earlier export are removed if their group no longer exists.
    #[arg(long, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
}

/// Identifies an installation.
#[derive(Debug, Args)]
pub struct InstallationArgs {
    /// Data folder, which contains the database, the keys and all other persistent data.
    #[arg(long, env = "CLIPMETER_DATA_DIR", default_value_os_t = default_data_dir())]
    pub data_dir: PathBuf,

    /// URL of a database on a `PostgreSQL` 18 server to use, instead of starting PostgreSQL.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<SecretString>,

    /// Passwords of that server's roles, if an administrator created them.
    #[arg(skip = RolePasswords::from_env())]
    pub role_passwords: RolePasswords,
}

/// Options of standalone mode.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a command-line flag")]
pub struct StandaloneArgs {
    /// The installation.
    #[command(flatten)]
    pub installation: InstallationArgs,

    /// Listen address and port of the web app. With port 0, the system selects a free port.
    #[arg(long, env = "CLIPMETER_LISTEN", default_value = DEFAULT_LISTEN)]
    pub listen: SocketAddr,

    /// Fill an empty installation with sample groups, users, accounts and sessions, scraped from a simulator instead of the real
    /// platforms.
    #[arg(long)]
    pub demo: bool,

    /// Password of the user `admin`. By default, a password is generated and printed when the user is created.
    #[arg(skip = admin_password())]
    pub admin_password: Option<SecretString>,

    /// Seconds that requests to scrape accounts wait for completion before they respond that the scrape continues in the
    /// background.
    #[arg(long, env = "CLIPMETER_RUN_WAIT", value_name = "SECONDS", default_value_t = ApiConfig::DEFAULT_RUN_WAIT.as_secs(),
        value_parser = clap::value_parser!(u64).range(..=ApiConfig::MAX_RUN_WAIT.as_secs()))]
    pub run_wait: u64,

    /// Allow self-registration with `POST /api/auth/register`. Registered users have no group, and cannot see data of groups.
    #[arg(long, env = "CLIPMETER_REGISTRATION")]
    pub registration: bool,

    /// Allow scraping proxies on loopback, link-local and cloud metadata addresses. By default they are rejected, so that an
    /// admin account cannot reach services that trust local clients.
    #[arg(long, env = "CLIPMETER_ALLOW_LOCAL_PROXIES")]
    pub allow_local_proxies: bool,

    /// Address or network (CIDR) of a reverse proxy whose X-Forwarded-For and X-Forwarded-Proto headers are trusted. To give
    /// several, repeat the option or separate them with commas.
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

    /// Path of the scraper program. Defaults to the scraper in the folder of this program.
    #[arg(long, env = "CLIPMETER_SCRAPER")]
    pub scraper: Option<PathBuf>,

    /// Start although keys are lost, and delete the data encrypted with them. Without this option, Clipmeter does not start, and
    /// lists the missing keys.
    #[arg(long)]
    pub discard_undecryptable: bool,

    /// Base URL of Instagram.
    #[arg(
        long,
        env = "CLIPMETER_INSTAGRAM_URL",
        default_value = "https://www.instagram.com"
    )]
    pub instagram_url: Url,

    /// Base URL of TikTok.
    #[arg(long, env = "CLIPMETER_TIKTOK_URL", default_value = "https://www.tiktok.com")]
    pub tiktok_url: Url,
}

/// Returns the password of the user `admin` in the environment. An empty one counts as none, like a line without a value in an `.env`.
fn admin_password() -> Option<SecretString> {
    let value = std::env::var("CLIPMETER_ADMIN_PASSWORD").ok()?;
    (!value.is_empty()).then(|| SecretString::from(value))
}

/// Returns the user's data folder; for root `/var/lib/clipmeter`, because the database's user cannot enter root's home folder.
fn default_data_dir() -> PathBuf {
    if rustix::process::geteuid().is_root() {
        return PathBuf::from("/var/lib/clipmeter");
    }
    let xdg = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from);
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/share"));
    xdg.or_else(home)
        .unwrap_or_else(|| PathBuf::from("."))
        .join("clipmeter")
}
