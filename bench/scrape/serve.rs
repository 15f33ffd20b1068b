//! The simulated platforms for all measurements, and their true contents.

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};
use std::path::PathBuf;
use std::time::Duration;

use chrono::{DateTime, Utc};
use clap::Args;
use clipmeter_simulator::{AccountKind, Simulator, SimulatorConfig};
use serde_json::{Value, json};

use crate::Failure;

/// Delay before the second scrape.
const LATER: Duration = Duration::from_hours(1);

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Public accounts of each platform
    #[arg(long, default_value_t = 20)]
    accounts: usize,
    /// Seed of the simulated world
    #[arg(long, default_value_t = 7)]
    seed: u64,
    /// File to write the expected contents to, for now and an hour later
    #[arg(long)]
    expected: PathBuf,
}

/// Of every 25 accounts of a platform three are not public.
const PUBLIC: usize = 22;
const OF: usize = 25;

pub(crate) async fn run(options: Options) -> Result<(), Failure> {
    let of_each = (options.accounts * OF).div_ceil(PUBLIC) + OF;
    let simulator = Simulator::start(SimulatorConfig {
        accounts: u32::try_from(2 * of_each)?,
        seed: options.seed,
        ..SimulatorConfig::default()
    })
    .await?;
    let now = simulator.now();
    let expected = json!({
        "now": now.timestamp(),
        "first": found(&simulator, options.accounts, now),
        "later": found(&simulator, options.accounts, now + LATER),
    });
    std::fs::write(&options.expected, expected.to_string())?;
    writeln!(std::io::stdout(), "{}", simulator.url())?;
    // The parent process closes it.
    let end = || std::io::stdin().lock().read_to_end(&mut Vec::new());
    tokio::task::spawn_blocking(end).await??;
    simulator.stop().await?;
    Ok(())
}

/// Items with their views and likes, by platform and name.
fn found(simulator: &Simulator, most: usize, at: DateTime<Utc>) -> Value {
    let mut platforms = BTreeMap::<_, BTreeMap<String, Value>>::new();
    for account in simulator.accounts() {
        let accounts = platforms.entry(account.platform.code()).or_default();
        if account.kind != AccountKind::Public || accounts.len() == most {
            continue;
        }
        let Some(reading) = simulator.reading(account.platform, &account.username, at) else {
            continue;
        };
        let items = reading.observations.iter().map(|item| {
            let counts = json!({"views": item.views, "likes": item.likes});
            (item.external_id.clone(), counts)
        });
        let items: serde_json::Map<_, _> = items.collect();
        accounts.insert(account.username, items.into());
    }
    json!(platforms)
}
