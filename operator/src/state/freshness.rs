//! Decides whether the numbers of an account or video are as recent as requested.

use clipmeter_proto::v1::Progress;

/// Intervals that may pass since the last success: one attempt may fail.
const INTERVALS: i64 = 2;

/// Returns whether the last success was at most two intervals ago; `None` before the first attempt, and while nothing requests the unit.
pub(crate) fn is_fresh(progress: &Progress, now: i64) -> Option<bool> {
    if progress.interval_seconds == 0 || progress.last_attempt_at.is_none() {
        return None;
    }
    // An account that rarely changes is scraped less often. After a failure, the API may delay for as long as it wants.
    let delay = progress
        .delay_seconds
        .filter(|_| progress.last_outcome().is_success())
        .unwrap_or(0);
    let interval = i64::from(progress.interval_seconds.max(delay));
    let is_recent = |success: i64| now.saturating_sub(success) <= interval.saturating_mul(INTERVALS);
    Some(progress.last_success_at.is_some_and(is_recent))
}

#[cfg(test)]
mod tests {
    use clipmeter_proto::v1::Outcome;

    use super::*;

    #[test]
    fn freshness_is_measured_in_intervals_since_last_success() {
        let read = |outcome: Outcome, success, delay| Progress {
            interval_seconds: 100,
            last_attempt_at: Some(1000),
            last_success_at: success,
            last_outcome: outcome.into(),
            delay_seconds: delay,
            ..Progress::default()
        };
        for (case, progress, now, expected) in [
            ("never attempted", Progress::default(), 0, None),
            ("just read", read(Outcome::Ok, Some(1000), None), 1200, Some(true)),
            ("overdue", read(Outcome::Ok, Some(1000), None), 1201, Some(false)),
            (
                "one failure",
                read(Outcome::RateLimited, Some(900), None),
                1100,
                Some(true),
            ),
            (
                "never read",
                read(Outcome::Private, None, Some(86_400)),
                1000,
                Some(false),
            ),
            (
                "private, tried once a day",
                read(Outcome::Private, Some(700), Some(86_400)),
                1000,
                Some(false),
            ),
            (
                "rarely changes",
                read(Outcome::Ok, Some(1000), Some(600)),
                2200,
                Some(true),
            ),
        ] {
            assert_eq!(is_fresh(&progress, now), expected, "{case}");
        }
        let not_requested = Progress {
            interval_seconds: 0,
            ..read(Outcome::Ok, Some(1000), None)
        };
        assert_eq!(is_fresh(&not_requested, 1000), None);
    }
}
