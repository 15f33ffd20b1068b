//! What a week was like, for people.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use clipmeter_simulator::Requests;

use crate::plan::Plan;

const DAY_SECONDS: f64 = 86_400.0;

/// What a week was like.
#[derive(Debug, Clone)]
pub struct Results {
    /// What it was made of.
    pub plan: Plan,
    /// The same for the same plan: the SHA-256 of all requests and of all that is stored.
    pub digest: String,
    /// How long it took in reality.
    pub took: Duration,
    /// Runs.
    pub runs: u64,
    /// Items that are stored.
    pub items: usize,
    /// How often units ended how, by platform and outcome.
    pub outcomes: BTreeMap<(&'static str, &'static str), u64>,
    /// Requests by platform.
    pub requests: BTreeMap<String, u64>,
    /// What the simulator counted.
    pub platforms: Requests,
}

impl Results {
    /// Units that were read.
    #[must_use]
    pub fn reads(&self) -> u64 {
        self.outcomes.values().sum()
    }
}

impl fmt::Display for Results {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plan = &self.plan;
        let days = plan.length.as_secs_f64() / DAY_SECONDS;
        writeln!(
            f,
            "Seed {}: {} accounts, {} sessions, {days} days, {} requests of a thousand spoiled; took {:.0} s.\n\
             {} runs, {} readings, {} items, digest `{}`.\n",
            plan.seed,
            plan.accounts,
            plan.sessions,
            plan.chaos_per_mille,
            self.took.as_secs_f64(),
            self.runs,
            self.reads(),
            self.items,
            self.digest
        )?;
        writeln!(
            f,
            "| platform | requests | per account and day |\n|---|---:|---:|"
        )?;
        let of_platform = f64::from(plan.accounts / 2);
        for (platform, requests) in &self.requests {
            #[expect(clippy::cast_precision_loss, reason = "no week has 2^52 requests")]
            let per_day = *requests as f64 / of_platform / days;
            writeln!(f, "| {platform} | {requests} | {per_day:.1} |")?;
        }
        writeln!(f, "\n| platform | outcome | readings |\n|---|---|---:|")?;
        for ((platform, outcome), count) in &self.outcomes {
            writeln!(f, "| {platform} | `{outcome}` | {count} |")?;
        }
        writeln!(f, "\n| fault | answers |\n|---|---:|")?;
        for (fault, count) in &self.platforms.spoiled {
            writeln!(f, "| `{fault}` | {count} |")?;
        }
        Ok(())
    }
}
