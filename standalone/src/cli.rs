//! What can be said on the command line and in the environment.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clipmeter_api::ApiConfig;
use clipmeter_api::http::TrustedProxy;
use clipmeter_api::store::RolePasswords;
use clipmeter_proto::v1::Platform;
use secrecy::SecretString;
use url::Url;

/// Where the web app is served unless said otherwise: loopback, because a laptop has no business being a server.
const DEFAULT_LISTEN: &str = "127.0.0.1:8420";

/// Self-hosted analytics for public Instagram and TikTok accounts.
#[derive(Debug, Parser)]
#[command(name = "clipmeter", version)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run everything in one process: database, API, web app, schedule and scrapers.
    Standalone(Box<StandaloneArgs>),
    /// Encrypt the Instagram sessions with a new key and forget the one before. Clipmeter must be stopped; when this is
    /// broken off, run it again.
    RotateSessionKey(InstallationArgs),
    /// Erase everything that was collected of a handle, and collect it never again. Clipmeter must be stopped; while it runs, and on a
    /// cluster, `POST /api/admin/erasures` does the same.
    Erase(EraseArgs),
    /// Write down what is tracked, to go on with it on a cluster. Clipmeter may run or be stopped. A database of an older
    /// version is brought up to this one; nothing else is changed.
    Export(ExportArgs),
    /// Back up the database into one file, and with `--with-keys` the keys too. Clipmeter may be running or stopped.
    Backup(BackupArgs),
    /// Create a new data folder from a backup.
    Restore(RestoreArgs),
    /// Check that a running Clipmeter is ready, for health checks. The exit code is 0 when it is.
    Ready(ReadyArgs),
}

/// Options of `clipmeter ready`.
#[derive(Debug, Args)]
pub struct ReadyArgs {
    /// The address where the running Clipmeter listens; 0.0.0.0 and [::] are reached on loopback.
    #[arg(long, env = "CLIPMETER_LISTEN", default_value = DEFAULT_LISTEN)]
    pub listen: SocketAddr,
}

/// What to back up, and where to.
#[derive(Debug, Args)]
pub struct BackupArgs {
    /// The file to write, readable by you alone.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Folder of the installation.
    #[arg(long, env = "CLIPMETER_DATA_DIR", default_value_os_t = default_data_dir())]
    pub data_dir: PathBuf,

    /// Put the keys into the backup too, encrypted with a passphrase of at least 12 characters. It is asked for, unless
    /// `CLIPMETER_BACKUP_PASSPHRASE` is set.
    #[arg(long)]
    pub with_keys: bool,

    /// Replace an existing file.
    #[arg(long)]
    pub overwrite: bool,

    /// When this is set, the database is not in the data folder, and the backup is refused.
    #[arg(skip = std::env::var("DATABASE_URL").ok().map(SecretString::from))]
    pub database_url: Option<SecretString>,
}

/// What to restore, and where to.
#[derive(Debug, Args)]
pub struct RestoreArgs {
    /// The backup.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Folder to restore into: a new one, or an empty one.
    #[arg(long, env = "CLIPMETER_DATA_DIR", default_value_os_t = default_data_dir())]
    pub data_dir: PathBuf,

    /// Do not restore the keys that are in the backup, and do not ask for the passphrase.
    #[arg(long)]
    pub without_keys: bool,
}

/// Whose handle to erase.
#[derive(Debug, Args)]
pub struct EraseArgs {
    /// Which installation.
    #[command(flatten)]
    pub installation: InstallationArgs,

    /// Where the handle is.
    #[arg(long, value_enum)]
    pub platform: PlatformArg,

    /// The name on the platform.
    #[arg(long)]
    pub username: String,

    /// It is meant: nothing of it can be brought back.
    #[arg(long, required = true)]
    pub yes: bool,
}

/// A platform, as the command line spells it.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum PlatformArg {
    /// Instagram.
    Instagram,
    /// TikTok.
    Tiktok,
}

impl From<PlatformArg> for Platform {
    fn from(platform: PlatformArg) -> Self {
        match platform {
            PlatformArg::Instagram => Self::Instagram,
            PlatformArg::Tiktok => Self::Tiktok,
        }
    }
}

/// What to write down, and where to.
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// Which installation.
    #[command(flatten)]
    pub installation: InstallationArgs,

    /// As Kubernetes resources, in YAML. There is no other form yet, so that it has to be said.
    #[arg(long, required = true)]
    pub kubernetes: bool,

    /// A folder for a file with the groups and one for each group's accounts, instead of all on standard output. Files of
    /// groups that an earlier export has left there and that are gone are removed.
    #[arg(long, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
}

/// Which installation is meant.
#[derive(Debug, Args)]
pub struct InstallationArgs {
    /// Folder for the database, the keys and everything else that must survive a restart.
    #[arg(long, env = "CLIPMETER_DATA_DIR", default_value_os_t = default_data_dir())]
    pub data_dir: PathBuf,

    /// A `PostgreSQL` 18 server to use instead of starting one.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<SecretString>,

    /// Passwords of that server's roles, where an administrator sets them.
    #[arg(skip = RolePasswords::from_env())]
    pub role_passwords: RolePasswords,
}

/// How standalone mode runs.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag that somebody types")]
pub struct StandaloneArgs {
    /// Where its data is.
    #[command(flatten)]
    pub installation: InstallationArgs,

    /// Address and port of the web app; port 0 picks a free one.
    #[arg(long, env = "CLIPMETER_LISTEN", default_value = DEFAULT_LISTEN)]
    pub listen: SocketAddr,

    /// Fill an empty installation with sample groups, users, accounts and sessions, scraped from a simulator instead of
    /// the real platforms.
    #[arg(long)]
    pub demo: bool,

    /// Password of the user `admin`; otherwise one is made and printed when the user is created.
    #[arg(skip = std::env::var("CLIPMETER_ADMIN_PASSWORD").ok().map(SecretString::from))]
    pub admin_password: Option<SecretString>,

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

    /// The scraper program; otherwise the one beside this program.
    #[arg(long, env = "CLIPMETER_SCRAPER")]
    pub scraper: Option<PathBuf>,

    /// Start without keys that are lost, and delete what is encrypted with them. Without this option, a start that lacks keys is
    /// refused and names them.
    #[arg(long)]
    pub discard_undecryptable: bool,

    /// Where Instagram is.
    #[arg(
        long,
        env = "CLIPMETER_INSTAGRAM_URL",
        default_value = "https://www.instagram.com"
    )]
    pub instagram_url: Url,

    /// Where TikTok is.
    #[arg(long, env = "CLIPMETER_TIKTOK_URL", default_value = "https://www.tiktok.com")]
    pub tiktok_url: Url,
}

/// `/var/lib/clipmeter` for root, whose home the database's user cannot enter; else the user's folder for data.
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
