//! What a week was like, for people.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use clipmeter_proto::v1::Platform;
use clipmeter_simulator::RequestCounts;

use crate::checks::StalenessStats;
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
    /// How often somebody saw to the sessions because an alert said so.
    pub interventions: u64,
    /// How closely what is stored followed what is true, over all checks.
    pub staleness: BTreeMap<Platform, StalenessStats>,
    /// How many requests each reading took, by platform.
    pub taken: BTreeMap<&'static str, Vec<u32>>,
    /// Items that are stored.
    pub items: usize,
    /// How often units ended how, by platform and outcome.
    pub outcomes: BTreeMap<(&'static str, &'static str), u64>,
    /// Requests by platform.
    pub requests: BTreeMap<String, u64>,
    /// What the simulator counted.
    pub platforms: RequestCounts,
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
            "Seed {}: {} accounts, {} sessions, {days} days, {} requests of a thousand with an injected fault; took {:.0} s.\n\
             {} runs, {} readings, {} items, {} interventions of an administrator after an alert of few sessions, digest `{}`.\n",
            plan.seed,
            plan.accounts,
            plan.sessions,
            plan.chaos_per_mille,
            self.took.as_secs_f64(),
            self.runs,
            self.reads(),
            self.items,
            self.interventions,
            self.digest
        )?;
        writeln!(
            f,
            "| platform | requests | per account and day | per reading: middle | 95 of 100 | most |\n|---|---:|---:|---:|---:|---:|"
        )?;
        let of_platform = f64::from(plan.accounts / 2);
        for (platform, requests) in &self.requests {
            #[expect(clippy::cast_precision_loss, reason = "no week has 2^52 requests")]
            let per_day = *requests as f64 / of_platform / days;
            let [middle, many, most] = shares(self.taken.get(platform.as_str()));
            writeln!(
                f,
                "| {platform} | {requests} | {per_day:.1} | {middle} | {many} | {most} |"
            )?;
        }
        writeln!(
            f,
            "\n| platform | read within the schedule's bound | within twice as long | views not seen yet |\n|---|---:|---:|---:|"
        )?;
        for (platform, stats) in &self.staleness {
            let platform = platform.code();
            let [in_bound, in_twice] =
                [stats.in_bound, stats.in_twice].map(|items| percent(items, stats.items));
            let unseen = percent(stats.unseen.unsigned_abs(), stats.views.unsigned_abs());
            writeln!(
                f,
                "| {platform} | {in_bound:.2} % | {in_twice:.2} % | {unseen:.3} % |"
            )?;
        }
        writeln!(f, "\n| platform | outcome | readings |\n|---|---|---:|")?;
        for ((platform, outcome), count) in &self.outcomes {
            writeln!(f, "| {platform} | `{outcome}` | {count} |")?;
        }
        writeln!(f, "\n| fault | responses |\n|---|---:|")?;
        for (fault, count) in &self.platforms.injected_faults {
            writeln!(f, "| `{fault}` | {count} |")?;
        }
        Ok(())
    }
}

/// The middle of so many requests, the one that 95 of 100 do not exceed, and the most.
fn shares(taken: Option<&Vec<u32>>) -> [u32; 3] {
    let mut taken = taken.cloned().unwrap_or_default();
    taken.sort_unstable();
    let last = taken.len().saturating_sub(1);
    [50, 95, 100].map(|part| taken.get(last * part / 100).copied().unwrap_or_default())
}

#[expect(clippy::cast_precision_loss, reason = "no week has 2^52 items or views")]
fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}
