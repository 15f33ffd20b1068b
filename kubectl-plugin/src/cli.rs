//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Explains and controls Clipmeter on a Kubernetes cluster
#[derive(Debug, Clone, Parser)]
#[command(
    name = "kubectl-clipmeter",
    bin_name = "kubectl clipmeter",
    version,
    after_help = "Exit codes: 0 success; 1 the command failed, a requested scrape failed, or preflight found a problem; 2 wrong \
                  arguments; 3 a wait timed out."
)]
pub struct Cli {
    /// Options of all commands.
    #[command(flatten)]
    pub connection: Connection,
    /// Output format
    #[arg(long, short, global = true, value_enum, default_value_t)]
    pub output: Format,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// Which cluster and namespace to use, as for kubectl.
#[derive(Debug, Clone, Default, Args)]
pub struct Connection {
    /// Path of the kubeconfig; defaults to `KUBECONFIG`, then ~/.kube/config
    #[arg(long, global = true)]
    pub kubeconfig: Option<PathBuf>,
    /// Context of the kubeconfig; defaults to the current one
    #[arg(long, global = true)]
    pub context: Option<String>,
    /// Namespace; defaults to that of the context
    #[arg(long, short, global = true)]
    pub namespace: Option<String>,
}

/// Output formats.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text and tables for users
    #[default]
    Table,
    /// JSON for programs
    Json,
}

/// The commands.
#[derive(Debug, Clone, Subcommand)]
pub enum Command {
    /// Explain why an account or video is scraped, or not, and when next
    Why(Why),
    /// Request a scrape of accounts or videos
    Scrape(Scrape),
    /// Restore a deleted account or video by creating its object again
    Restore(Restore),
    /// Stop starting runs, and wait until the active ones are finished
    Drain(Drain),
    /// Start runs again after a drain
    Undrain(Undrain),
    /// Check what the cluster lacks for an installation or upgrade
    Preflight,
    /// List groups and accounts by age of their numbers, failures or views
    Top(Top),
}

/// Arguments of `why`.
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Reads the ScrapePolicy, the group, the object, the Jobs and the operator's lease. What you may not read is named, \
                  and left out."
)]
pub struct Why {
    /// Object or username, optionally with a kind: natgeo, iga/natgeo-8178a654, ttv/7350000000000000000
    pub account: String,
}

/// Arguments of `scrape`.
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Sets the annotation clipmeter.io/scrape-requested-at, which is not part of the spec, so nothing drifts from Git. The \
                  operator starts a run ahead of the queue, within the same limits."
)]
pub struct Scrape {
    /// Objects or usernames, optionally with a kind: natgeo, iga/natgeo-8178a654
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    pub accounts: Vec<String>,
    /// All accounts and videos of the namespace, except suspended ones
    #[arg(long)]
    pub all: bool,
    /// With --all: those of all namespaces
    #[arg(long, short = 'A', requires = "all", conflicts_with_all = ["namespace", "accounts"])]
    pub all_namespaces: bool,
    /// Wait for the results, and fail if a scrape failed
    #[arg(long)]
    pub wait: bool,
    /// How long to wait, such as 90s, 10m or 1h30m
    #[arg(long, default_value = "10m", value_parser = duration, requires = "wait")]
    pub timeout: Duration,
}

/// Arguments of `restore`.
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "A deletion is stored in Clipmeter's database, not in the cluster, and is undone by creating the object again in the \
                  namespace of the same group: the account gets back its ID, its items and their history. Settings of the spec \
                  (intervalMinutes, cost, note, deletionPolicy) are those of the new object, so if the object was in Git, revert the \
                  commit instead. A group is restored by creating it again with the same displayName.\n\n\
                  --list shows only deletions that the cluster still has events of, usually those of the last hour. The dashboard lists \
                  all of them: Admin, Data protection, Recently deleted."
)]
pub struct Restore {
    /// Kind and username, or the URL of a video: iga/natgeo, tta/khaby.lame, ttv/https://www.tiktok.com/@nasa/video/7350000000000000000
    #[arg(required_unless_present = "list", conflicts_with = "list")]
    pub accounts: Vec<String>,
    /// List recent deletions instead
    #[arg(long)]
    pub list: bool,
    /// With --list: those of all namespaces
    #[arg(long, short = 'A', requires = "list", conflicts_with_all = ["namespace", "accounts"])]
    pub all_namespaces: bool,
}

/// Arguments of `drain`.
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Sets spec.suspend of the ScrapePolicy, by server-side apply as the field manager kubectl-clipmeter, so no new runs are \
                  started. Active runs are not interrupted. If the ScrapePolicy comes from Git, set suspend there instead."
)]
pub struct Drain {
    /// How long to wait for active runs, such as 90s, 10m or 1h30m; 0s does not wait
    #[arg(long, default_value = "10m", value_parser = duration)]
    pub timeout: Duration,
    /// Change the field even if another field manager owns it
    #[arg(long)]
    pub force_conflicts: bool,
}

/// Arguments of `undrain`.
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Gives up the field that drain has set. If another client has set it, unsets it like drain, with the same check."
)]
pub struct Undrain {
    /// Change the field even if another field manager owns it
    #[arg(long)]
    pub force_conflicts: bool,
}

/// Arguments of `top`.
#[derive(Debug, Clone, Args)]
pub struct Top {
    /// Order of the accounts, highest first
    #[arg(long, value_enum, default_value_t)]
    pub sort: Sort,
    /// Maximum number of accounts; 0 lists all
    #[arg(long, default_value_t = 10)]
    pub limit: usize,
    /// All namespaces, which is the default without --namespace
    #[arg(long, short = 'A', conflicts_with = "namespace")]
    pub all_namespaces: bool,
}

/// Orders of accounts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Sort {
    /// Age of the numbers
    #[default]
    Age,
    /// Failed scrapes since the last successful one
    Failures,
    /// Total views
    Views,
}

/// Parses a duration in hours, minutes and seconds, as in the resources.
fn duration(text: &str) -> Result<Duration, String> {
    let wrong =
        || format!("{text} is no duration; use hours, minutes and seconds, such as 90s, 10m or 1h30m");
    let mut seconds: u64 = 0;
    let mut rest = text;
    while !rest.is_empty() {
        let at = rest.find(|char: char| !char.is_ascii_digit()).ok_or_else(wrong)?;
        let (number, tail) = rest.split_at(at);
        let number: u64 = number.parse().map_err(|_| wrong())?;
        let factor = match tail.as_bytes().first() {
            Some(b'h') => 3600,
            Some(b'm') => 60,
            Some(b's') => 1,
            _ => return Err(wrong()),
        };
        seconds = number
            .checked_mul(factor)
            .and_then(|more| seconds.checked_add(more))
            .ok_or_else(wrong)?;
        rest = tail.get(1..).unwrap_or_default();
    }
    if text.is_empty() {
        return Err(wrong());
    }
    Ok(Duration::from_secs(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_line_is_consistent() {
        use clap::CommandFactory as _;
        Cli::command().debug_assert();
    }

    #[test]
    fn duration_has_hours_minutes_and_seconds() {
        for (text, expected) in [
            ("90s", Some(90)),
            ("10m", Some(600)),
            ("1h30m", Some(5400)),
            ("0s", Some(0)),
            ("", None),
            ("10", None),
            ("m", None),
            ("1d", None),
            ("-1s", None),
            ("99999999999999999999s", None),
            ("9999999999999999999h", None),
        ] {
            assert_eq!(duration(text).ok().map(|it| it.as_secs()), expected, "{text}");
        }
    }

    #[test]
    fn arguments_that_exclude_each_other_are_refused() {
        for (arguments, accepted) in [
            ("why natgeo", true),
            ("why", false),
            ("scrape", false),
            ("scrape natgeo iga/nasa -n cg-acme --wait --timeout 5m", true),
            ("scrape natgeo --timeout 5m", false),
            ("scrape --all -A -o json", true),
            ("scrape --all natgeo", false),
            ("scrape natgeo -A", false),
            ("scrape --all -A -n cg-acme", false),
            ("restore iga/natgeo -n cg-acme", true),
            ("restore --list -A", true),
            ("restore", false),
            ("restore iga/natgeo --list", false),
            ("restore iga/natgeo -A", false),
            ("drain --timeout 0s --force-conflicts", true),
            ("drain --timeout", false),
            ("undrain", true),
            ("preflight -n clipmeter -o json", true),
            ("top --sort views --limit 0", true),
            ("top --sort name", false),
        ] {
            let line = ["kubectl-clipmeter"].into_iter().chain(arguments.split(' '));
            assert_eq!(Cli::try_parse_from(line).is_ok(), accepted, "{arguments}");
        }
    }
}
