//! Decides the next step of an open run.

use crate::jobs::JobState;

/// Age in seconds up to which an open run without a Job gets one: the dashboard opened it, or an operator that ended before
/// creating the Job. An older run was abandoned.
pub(super) const TAKEN_UP_FOR_SECONDS: i64 = 120;
/// Seconds to wait for a created Job to appear in the watch, which lags by milliseconds. A longer lag proves nothing, so the API
/// server is queried before the run is closed.
const WATCH_LAG_SECONDS: i64 = 5;

/// A Job that no queue has admitted by then is deleted, because its units are blocked for as long: the usual interval is an hour.
const ADMITTED_WITHIN_SECONDS: i64 = 3600;

/// The next step of an open run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SweepStep {
    /// Nothing: the run has its Job, or it will appear in the watch.
    Leave,
    /// Create the Job.
    Start,
    /// Replace the Job in the namespace of an earlier chart.
    Move,
    /// Close the run, for this reason.
    Close(String),
    /// Delete the Job and close the run, for this reason.
    GiveUp(String),
}

/// Decides the next step. `opened` and `made` are ages in seconds: of the run, and of the Job if this operator created it.
pub(super) fn step(opened: i64, made: Option<i64>, job: &JobState) -> SweepStep {
    match (job, made) {
        (JobState::Running, _) => SweepStep::Leave,
        (JobState::Suspended(since), _) if *since < ADMITTED_WITHIN_SECONDS => SweepStep::Leave,
        (JobState::Suspended(_), _) => SweepStep::GiveUp("no queue admitted its Job in time".to_owned()),
        (JobState::Ended(how), _) => SweepStep::Close(format!("its Job ended: {}", how.trim())),
        (JobState::None, Some(made)) if made < WATCH_LAG_SECONDS => SweepStep::Leave,
        (JobState::None, Some(_)) => SweepStep::Close("its Job was deleted".to_owned()),
        (JobState::None, None) if opened < TAKEN_UP_FOR_SECONDS => SweepStep::Start,
        (JobState::None, None) => SweepStep::Close("no Job was started for it in time".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sweep_starts_job_or_closes_each_open_run() {
        let ended = || JobState::Ended("DeadlineExceeded too long".to_owned());
        let close = |why: &str| SweepStep::Close(why.to_owned());
        for (opened, made, job, expected) in [
            (0, None, JobState::None, SweepStep::Start),
            (119, None, JobState::None, SweepStep::Start),
            (
                120,
                None,
                JobState::None,
                close("no Job was started for it in time"),
            ),
            (900, None, JobState::Running, SweepStep::Leave),
            (1, Some(1), JobState::None, SweepStep::Leave),
            (4, Some(4), JobState::None, SweepStep::Leave),
            (40, Some(5), JobState::None, close("its Job was deleted")),
            (40, Some(30), JobState::Running, SweepStep::Leave),
            (3700, Some(3700), JobState::Suspended(3599), SweepStep::Leave),
            (
                3700,
                None,
                JobState::Suspended(3600),
                SweepStep::GiveUp("no queue admitted its Job in time".to_owned()),
            ),
            (
                1,
                Some(1),
                ended(),
                close("its Job ended: DeadlineExceeded too long"),
            ),
            (
                900,
                None,
                ended(),
                close("its Job ended: DeadlineExceeded too long"),
            ),
        ] {
            assert_eq!(step(opened, made, &job), expected, "{opened} {made:?} {job:?}");
        }
    }
}
