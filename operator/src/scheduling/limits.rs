//! Converts a policy into the scheduler's limits.

use clipmeter_crds::ScrapePolicySpec;
use clipmeter_scheduler::Limits;

use crate::convert::to_unsigned;

/// Scales the scheduler's default proportions to the policy's total: a platform may use four fifths of the Jobs.
pub(super) fn limits(policy: &ScrapePolicySpec) -> Limits {
    let runs = if policy.suspend {
        0
    } else {
        to_unsigned(policy.concurrency.max_jobs)
    };
    Limits {
        runs,
        runs_per_platform: (runs * 4 / 5).max(runs.min(1)),
        batch_units: to_unsigned(policy.batch.max_accounts),
        window_seconds: to_unsigned(policy.batch.window_seconds),
        ..Limits::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policy_limits_match_scheduler_defaults_and_zero_stops_runs() {
        assert_eq!(limits(&ScrapePolicySpec::default()), Limits::default());
        let mut policy = ScrapePolicySpec::default();
        for (jobs, suspend, expected) in [
            (0, false, (0, 0)),
            (1, false, (1, 1)),
            (100, false, (100, 80)),
            (100, true, (0, 0)),
        ] {
            policy.concurrency.max_jobs = jobs;
            policy.suspend = suspend;
            let limits = limits(&policy);
            let caps = (limits.runs, limits.runs_per_platform);
            assert_eq!(caps, expected, "{jobs} {suspend}");
        }
    }
}
