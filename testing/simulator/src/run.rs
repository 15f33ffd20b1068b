//! The program: parses options, prints one line with the address, then serves until it is interrupted.

use std::{
    io::{IsTerminal as _, Write as _},
    net::{Ipv4Addr, SocketAddr},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use chrono::{DateTime, Utc};
use clap::{Parser, ValueEnum};
use clipmeter_runtime::{Clock as _, SystemClock};
use tracing_subscriber::EnvFilter;

use crate::{Chaos, Events, FaultKind, Rotation, Simulator, SimulatorConfig, SimulatorError};

/// Simulates instagram.com and tiktok.com.
#[derive(Debug, Parser)]
#[command(version)]
pub struct Options {
    /// Listen address. With port 0, the system selects a free port.
    #[arg(long, default_value_t = SocketAddr::from((Ipv4Addr::LOCALHOST, 0)))]
    listen: SocketAddr,
    /// Folder with recorded responses. It must contain instagram/expected.json or tiktok/expected.json.
    #[arg(long, value_name = "DIR")]
    replay: Option<PathBuf>,
    /// Number of generated accounts, alternating between Instagram and TikTok.
    #[arg(long, default_value_t = 0)]
    accounts: u32,
    /// Seed of the generated accounts. The same seed generates the same accounts.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of events per week and thousand accounts or items, for example
    /// `renames=20,recycles=5,privates=10,deletions=2,item_deletions=3,like_hidings=5`.
    #[arg(long, value_name = "WHAT=RATE,…", default_value_t)]
    events: Events,
    /// Number of random faults per thousand requests.
    #[arg(long, value_name = "PER_MILLE")]
    chaos: Option<u32>,
    /// Seed of the random faults.
    #[arg(long, default_value_t = 1, requires = "chaos")]
    chaos_seed: u64,
    /// Kinds of random faults, for example `rate_limited,server_error`. Defaults to all kinds.
    #[arg(long, value_name = "FAULT,…", value_delimiter = ',', value_parser = fault, requires = "chaos")]
    chaos_kinds: Vec<FaultKind>,
    /// Simulated hours after which Instagram's query documents get new IDs. By default, the IDs never change.
    #[arg(long, value_name = "HOURS")]
    documents_every: Option<u32>,
    /// Simulated hours for which the previous IDs remain valid.
    #[arg(long, value_name = "HOURS", default_value_t = 0, requires = "documents_every")]
    documents_overlap: u32,
    /// Simulated seconds per real second; 0 stops the clock.
    #[arg(long, default_value_t = 1.0)]
    clock_speed: f64,
    /// Start time of the clock, for example 2026-11-01T12:00:00Z. Defaults to the current time.
    #[arg(long, value_name = "TIME")]
    clock_start: Option<DateTime<Utc>>,
    /// When TikTok pages require a proof of work.
    #[arg(long, value_enum, default_value_t = Waf::OnFault)]
    waf: Waf,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Waf {
    /// Only with the corresponding fault.
    OnFault,
    /// On every page.
    Always,
}

/// Parses a fault by its name in JSON.
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
        // Reporting on standard error that standard error is closed would end the task that logs.
        .log_internal_errors(false)
        .init();

    let simulator = Simulator::start(SimulatorConfig {
        listen: options.listen,
        replay: options.replay,
        accounts: options.accounts,
        seed: options.seed,
        events: options.events,
        private_since: None,
        documents: options.documents_every.map(|every| Rotation {
            every: Duration::from_hours(every.into()),
            overlap: Duration::from_hours(options.documents_overlap.into()),
        }),
        chaos: options.chaos.map(|per_mille| Chaos {
            per_mille,
            seed: options.chaos_seed,
            kinds: options.chaos_kinds,
        }),
        clock_start: options.clock_start.unwrap_or_else(|| SystemClock.now()),
        clock_speed: options.clock_speed,
        clock_catches_up: false,
        waf_always: options.waf == Waf::Always,
        time: Arc::new(SystemClock),
    })
    .await?;
    // The parent process reads the line to learn the port; the simulator also runs without a reader.
    if let Err(error) = writeln!(std::io::stdout(), "Simulator is ready at {}", simulator.url()) {
        tracing::debug!(%error, "standard output is closed");
    }
    match tokio::signal::ctrl_c().await {
        Ok(()) => simulator.stop().await,
        Err(error) => {
            tracing::warn!(%error, "cannot handle interrupts; kill the process to stop it");
            simulator.join().await
        }
    }
}
