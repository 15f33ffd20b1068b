//! The simulator over HTTP, from its clients' perspective.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod chaos;
mod client;
mod control;
mod documents;
mod events;
mod faults;
mod faults_of_lists;
mod faults_of_sessions;
mod quotas;
mod reader;
mod recorded;
mod replay;
mod response_faults;
mod seeded_instagram;
mod seeded_tiktok;
mod waf;

use clipmeter_proto::v1::Platform;
use clipmeter_simulator::{AccountKind, Simulator, SimulatorConfig};

/// Starts a simulator with this many seeded accounts.
async fn seeded(accounts: u32) -> Simulator {
    Simulator::start(SimulatorConfig {
        accounts,
        seed: 11,
        ..SimulatorConfig::default()
    })
    .await
    .unwrap()
}

/// Returns the names of the accounts of one kind.
fn names(simulator: &Simulator, platform: Platform, kind: AccountKind) -> Vec<String> {
    let accounts = simulator.accounts().into_iter();
    let fitting = accounts.filter(|account| account.platform == platform && account.kind == kind);
    fitting.map(|account| account.username).collect()
}
