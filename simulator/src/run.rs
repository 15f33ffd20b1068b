//! The program: options in, one line with the address out, then it serves until it is interrupted.

use std::{
    io::{IsTerminal as _, Write as _},
    net::{Ipv4Addr, SocketAddr},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use chrono::{DateTime, Utc};
use clap::{Parser, ValueEnum};
use tracing_subscriber::EnvFilter;

use crate::{
    Chaos, Events, FaultKind, Rotation, Simulator, SimulatorConfig, SimulatorError, SystemTime,
    TimeSource as _,
};

/// Stands in for instagram.com and tiktok.com.
#[derive(Debug, Parser)]
#[command(version)]
pub struct Options {
    /// Where to listen; port 0 lets the system choose.
    #[arg(long, default_value_t = SocketAddr::from((Ipv4Addr::LOCALHOST, 0)))]
    listen: SocketAddr,
    /// Folder of recorded answers, with instagram/expected.json or tiktok/expected.json in it.
    #[arg(long, value_name = "DIR")]
    replay: Option<PathBuf>,
    /// How many accounts to make up, Instagram and TikTok in turn.
    #[arg(long, default_value_t = 0)]
    accounts: u32,
    /// What they are made from: the same seed is the same world.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// What happens to them, and how often to a thousand in a week, like
    /// `renames=20,recycles=5,privates=10,deletions=2,item_deletions=3,like_hidings=5`.
    #[arg(long, value_name = "WHAT=RATE,…", default_value_t)]
    events: Events,
    /// How many requests in a thousand go wrong by lot.
    #[arg(long, value_name = "PER_MILLE")]
    chaos: Option<u32>,
    /// What the lots are drawn from.
    #[arg(long, default_value_t = 1, requires = "chaos")]
    chaos_seed: u64,
    /// What can go wrong, like `rate_limited,server_error`; everything unless given.
    #[arg(long, value_name = "FAULT,…", value_delimiter = ',', value_parser = fault, requires = "chaos")]
    chaos_kinds: Vec<FaultKind>,
    /// After how many simulated hours Instagram's documents get new ids; never unless given.
    #[arg(long, value_name = "HOURS")]
    documents_every: Option<u32>,
    /// For how many hours the ids before are still known.
    #[arg(long, value_name = "HOURS", default_value_t = 0, requires = "documents_every")]
    documents_overlap: u32,
    /// Simulated seconds per real second; 0 stands still.
    #[arg(long, default_value_t = 1.0)]
    clock_speed: f64,
    /// Where the clock starts, like 2026-11-01T12:00:00Z; now unless given.
    #[arg(long, value_name = "TIME")]
    clock_start: Option<DateTime<Utc>>,
    /// When TikTok pages want the proof of work.
    #[arg(long, value_enum, default_value_t = Waf::OnFault)]
    waf: Waf,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Waf {
    /// Only where a fault says so.
    OnFault,
    /// On every page.
    Always,
}

/// A fault by its word in JSON.
fn fault(code: &str) -> Result<FaultKind, serde_json::Error> {
    serde_json::from_value(code.into())
}

/// Starts a simulator and serves until the process is interrupted.
pub async fn run(options: Options) -> Result<(), SimulatorError> {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        // Complaining on standard error that nobody reads standard error would end the task that logs.
        .log_internal_errors(false)
        .init();

    let simulator = Simulator::start(SimulatorConfig {
        listen: options.listen,
        replay: options.replay,
        accounts: options.accounts,
        seed: options.seed,
        events: options.events,
        documents: options.documents_every.map(|every| Rotation {
            every: Duration::from_hours(every.into()),
            overlap: Duration::from_hours(options.documents_overlap.into()),
        }),
        chaos: options.chaos.map(|per_mille| Chaos {
            per_mille,
            seed: options.chaos_seed,
            kinds: options.chaos_kinds,
        }),
        clock_start: options.clock_start.unwrap_or_else(|| SystemTime.now()),
        clock_speed: options.clock_speed,
        waf_always: options.waf == Waf::Always,
        time: Arc::new(SystemTime),
    })
    .await?;
    // Whoever started this reads the line to learn the port; if nobody reads, it runs all the same.
    if let Err(error) = writeln!(std::io::stdout(), "Simulator is ready at {}", simulator.url()) {
        tracing::debug!(%error, "nobody reads standard output");
    }
    match tokio::signal::ctrl_c().await {
        Ok(()) => simulator.stop().await,
        Err(error) => {
            tracing::warn!(%error, "cannot listen for an interrupt; end the process to stop it");
            simulator.join().await
        }
    }
}
