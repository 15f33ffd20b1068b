//! The results of a simulation.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use clipmeter_proto::v1::Platform;
use clipmeter_simulator::RequestCounts;
use sha2::{Digest as _, Sha256};

use crate::checks::StalenessStats;
use crate::plan::Plan;

const DAY_SECONDS: f64 = 86_400.0;

/// The results of a simulation.
#[derive(Debug, Clone)]
pub struct Results {
    /// The parameters.
    pub plan: Plan,
    /// SHA-256 of all requests and all stored data; identical for the same plan.
    pub digest: String,
    /// Real duration.
    pub took: Duration,
    /// Number of runs.
    pub runs: u64,
    /// Number of times the administrator responded to an alert.
    pub interventions: u64,
    /// Staleness of the stored data, over all checks.
    pub staleness: BTreeMap<Platform, StalenessStats>,
    /// Number of requests of each scrape, by platform.
    pub taken: BTreeMap<&'static str, Vec<u32>>,
    /// Number of stored items.
    pub items: usize,
    /// Number of finished units, by platform and outcome.
    pub outcomes: BTreeMap<(&'static str, &'static str), u64>,
    /// Number of requests by platform.
    pub requests: BTreeMap<String, u64>,
    /// The simulator's counters.
    pub platforms: RequestCounts,
}

impl Results {
    /// Returns the number of scraped units.
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

/// Returns the median, the 95th percentile and the maximum.
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

/// Returns the SHA-256 of the requests and all stored data, in hexadecimal digits.
pub(crate) fn digest(requests: &[u8], stored: &[String]) -> String {
    let mut digest = Sha256::new();
    digest.update(requests);
    for line in stored {
        digest.update(line);
        digest.update("\n");
    }
    let bytes = digest.finalize();
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digest_depends_on_every_line_and_request() {
        let lines = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
        let of = |requests: &[u8], stored: &[&str]| digest(requests, &lines(stored));
        assert_eq!(of(b"a", &["b", "c"]), of(b"a", &["b", "c"]));
        assert_ne!(of(b"a", &["b", "c"]), of(b"a", &["bc"]));
        assert_ne!(of(b"a", &["b"]), of(b"b", &["b"]));
        assert_eq!(of(b"", &[]).len(), 64);
    }
}
