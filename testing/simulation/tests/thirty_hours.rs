//! Thirty hours of scraping in every test run: nothing is lost, duplicated, false or late, and the same seed gives the same
//! result.

use std::num::ParseIntError;
use std::time::Duration;

use clipmeter_simulation::{Plan, run_simulation};

/// The seed of every test run, unless the environment sets another one.
const SEED: u64 = 1;

fn seed() -> Result<u64, ParseIntError> {
    std::env::var("CLIPMETER_SIMULATION_SEED").map_or(Ok(SEED), |text| text.parse())
}

#[test]
fn simulation_invariants_hold_for_thirty_hours() {
    let plan = Plan::short(seed().unwrap());
    let results = run_simulation(&plan).unwrap_or_else(|error| panic!("{error}"));
    eprintln!("{results}");
    assert!(results.reads() > u64::from(plan.accounts) * 10, "{results}");
    assert!(results.items > 100, "{results}");
    assert!(results.platforms.injected_faults.len() > 15, "{results}");
}

#[test]
fn simulation_with_same_seed_has_same_digest() {
    let plan = Plan {
        accounts: 8,
        sessions: 2,
        length: Duration::from_hours(2),
        ..Plan::short(seed().unwrap())
    };
    let digest = |plan: &Plan| {
        run_simulation(plan)
            .unwrap_or_else(|error| panic!("{error}"))
            .digest
    };
    let first = digest(&plan);
    assert_eq!(digest(&plan), first, "seed {}", plan.seed);
    let other = Plan {
        seed: plan.seed + 1,
        ..plan
    };
    assert_ne!(digest(&other), first);
}
