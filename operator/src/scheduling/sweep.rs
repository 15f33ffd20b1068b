//! Decides the next step of an open run.

use crate::jobs::JobState;

/// Age in seconds up to which a Job is created for an open run without one: the run was opened by the dashboard, or by an operator
/// that ended before it created the Job. An older run was abandoned, unless its Job waits for a token.
pub(super) const START_WITHIN_SECONDS: i64 = 120;
/// Seconds to wait for a created Job to appear in the watch, which lags by milliseconds. A longer lag is not proof that the Job is
/// gone, so the API server is queried before the run is closed.
const WATCH_LAG_SECONDS: i64 = 5;

/// Seconds after which a Job that no queue has admitted is deleted, because its units cannot be scraped meanwhile.
const ADMIT_WITHIN_SECONDS: i64 = 3600;

/// Seconds in which the pod of a failed Job must end, longer than its grace period of 30. The pod of an unreachable node may never end,
/// but its late reports are rejected once the run is closed.
const END_WITHIN_SECONDS: i64 = 60;

/// The next step of an open run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SweepStep {
    /// Do nothing: the run has a Job, or the Job will appear in the watch.
    Keep,
    /// Create the Job.
    Start,
    /// Replace the Job in the namespace of an earlier chart.
    Replace,
    /// Close the run for this reason.
    Close(String),
    /// Delete the Job and close the run for this reason.
    Abort(String),
}

/// Decides the next step. `run_age` and `job_age` are in seconds; the latter is set if this operator created the Job.
pub(super) fn step(run_age: i64, job_age: Option<i64>, job: &JobState) -> SweepStep {
    match (job, job_age) {
        (JobState::Running, _) => SweepStep::Keep,
        (JobState::Suspended(since), _) if *since < ADMIT_WITHIN_SECONDS => SweepStep::Keep,
        (JobState::Suspended(_), _) => SweepStep::Abort("no queue admitted the Job in time".to_owned()),
        (JobState::Failing(since, _), _) if *since < END_WITHIN_SECONDS => SweepStep::Keep,
        (JobState::Failing(_, result), _) => {
            SweepStep::Abort(format!("the failed Job's pod did not end: {}", result.trim()))
        }
        (JobState::Ended(result), _) => SweepStep::Close(format!("the Job ended: {}", result.trim())),
        (JobState::None, Some(age)) if age < WATCH_LAG_SECONDS => SweepStep::Keep,
        (JobState::None, Some(_)) => SweepStep::Close("the Job was deleted".to_owned()),
        (JobState::None, None) if run_age < START_WITHIN_SECONDS => SweepStep::Start,
        (JobState::None, None) => SweepStep::Close("no Job was created in time".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sweep_starts_job_or_closes_each_open_run() {
        let ended = || JobState::Ended("DeadlineExceeded too long".to_owned());
        let failing = |since| JobState::Failing(since, "DeadlineExceeded too long".to_owned());
        let close = |reason: &str| SweepStep::Close(reason.to_owned());
        let abort = |reason: &str| SweepStep::Abort(reason.to_owned());
        for (run_age, job_age, job, expected) in [
            (0, None, JobState::None, SweepStep::Start),
            (119, None, JobState::None, SweepStep::Start),
            (120, None, JobState::None, close("no Job was created in time")),
            (900, None, JobState::Running, SweepStep::Keep),
            (1, Some(1), JobState::None, SweepStep::Keep),
            (4, Some(4), JobState::None, SweepStep::Keep),
            (40, Some(5), JobState::None, close("the Job was deleted")),
            (40, Some(30), JobState::Running, SweepStep::Keep),
            (3700, Some(3700), JobState::Suspended(3599), SweepStep::Keep),
            (
                3700,
                None,
                JobState::Suspended(3600),
                abort("no queue admitted the Job in time"),
            ),
            (359, Some(359), failing(59), SweepStep::Keep),
            (
                360,
                None,
                failing(60),
                abort("the failed Job's pod did not end: DeadlineExceeded too long"),
            ),
            (
                1,
                Some(1),
                ended(),
                close("the Job ended: DeadlineExceeded too long"),
            ),
            (
                900,
                None,
                ended(),
                close("the Job ended: DeadlineExceeded too long"),
            ),
        ] {
            assert_eq!(
                step(run_age, job_age, &job),
                expected,
                "{run_age} {job_age:?} {job:?}"
            );
        }
    }
}
