//! Measures the memory of the program `operator` with many accounts, and the pace at which it writes their statuses. The Kubernetes
//! API and Clipmeter's API are simulated: all accounts are registered and scraped, and their statuses are up to date.

mod accounts;
mod cluster;
mod pace;
mod program;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use clipmeter_fixtures::fake_api::{FakeApi, now};
use clipmeter_proto::v1::Outcome;
use tokio::time::sleep;

use self::accounts::World;
use self::cluster::{Cluster, KINDS};
use self::program::Program;

/// Any error ends the measurement.
type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Time for which statuses are written after every account has failed, with an event for each.
const FAILING: Duration = Duration::from_mins(1);

/// Measure the memory of the operator, and its pace
#[derive(Debug, Parser)]
struct Cli {
    /// The program `operator`
    #[arg(long)]
    operator: PathBuf,
    /// Numbers of accounts
    #[arg(long, value_delimiter = ',', default_value = "0,10000,50000,100000")]
    accounts: Vec<usize>,
    /// Accounts of a group
    #[arg(long, default_value_t = 50)]
    of_group: usize,
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(Cli::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(cli: Cli) -> Result<(), Failure> {
    let mut out = io::stdout();
    writeln!(
        out,
        "| accounts | started | peak | listed again | peak | all failing | peak |"
    )?;
    writeln!(out, "|---|---|---|---|---|---|---|")?;
    for accounts in &cli.accounts {
        let world = World::new(*accounts, cli.of_group);
        writeln!(out, "{}", measure(&cli.operator, &world).await?)?;
    }
    writeln!(out, "\n{}", pace::HEADER)?;
    for accounts in cli.accounts.into_iter().filter(|accounts| *accounts > 0) {
        let world = World::new(accounts, cli.of_group);
        writeln!(out, "{}", pace::measure(&cli.operator, &world).await?)?;
    }
    Ok(())
}

/// Starts the operator with the accounts of a world, and waits until it has nothing to do.
async fn start(operator: &Path, world: &World) -> Result<(FakeApi, Cluster, Program), Failure> {
    let api = FakeApi::start();
    world.register(&mut api.rows());
    let cluster = Cluster::start(world).await?;
    let program = Program::start(operator, cluster.address, api.address)?;
    program.wait_until_idle(world.accounts.len()).await?;
    Ok((api, cluster, program))
}

async fn measure(operator: &Path, world: &World) -> Result<String, Failure> {
    let (api, cluster, program) = start(operator, world).await?;
    let accounts = world.accounts.len();
    let started = program.memory()?;

    let lists = cluster.lists();
    cluster.expire_watches();
    cluster.wait_for_lists(lists + KINDS.len()).await;
    program.wait_until_idle(accounts).await?;
    let listed = program.memory()?;

    for row in api.rows().tracked.values_mut() {
        row.progress.last_outcome = Outcome::RateLimited.into();
        row.progress.last_attempt_at = Some(now());
        row.progress.consecutive_failures += 1;
        "HTTP 429 from www.tiktok.com".clone_into(&mut row.progress.last_detail);
    }
    sleep(FAILING).await;
    let failing = program.memory()?;
    let figures = [started, listed, failing].map(|memory| format!("{} | {}", memory.resident, memory.peak));
    Ok(format!("| {accounts} | {} |", figures.join(" | ")))
}
