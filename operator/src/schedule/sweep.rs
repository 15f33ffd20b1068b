//! What becomes of an open run.

use crate::jobs::JobState;

/// An open run that is younger and has no Job gets one: whoever opened it, the dashboard or an operator that ended before it came to
/// that. An older one was given up by whoever opened it.
pub(super) const TAKEN_UP_FOR_SECONDS: i64 = 120;
/// A Job that was made and is not seen yet is waited for. Watches are behind by milliseconds; one that is behind by more is no
/// proof of anything, so the API server is asked before the run is closed.
const WATCH_LAG_SECONDS: i64 = 5;

/// A Job that a queue has not admitted by then is given up, as what it would read is held as long: an hour is the usual interval.
const ADMITTED_WITHIN_SECONDS: i64 = 3600;

/// What to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SweepStep {
    /// It has its Job, or will be seen to have it.
    Leave,
    /// It needs one.
    Start,
    /// It has one in the namespace of an earlier chart, and needs another one in its place.
    Move,
    /// It is over, and why.
    Close(String),
    /// Its Job is to be deleted, and the run to be closed for this reason.
    GiveUp(String),
}

/// `opened` and `made` are seconds ago: since the run is open, and since this operator made its Job, if it did.
pub(super) fn step(opened: i64, made: Option<i64>, job: &JobState) -> SweepStep {
    match (job, made) {
        (JobState::Running, _) => SweepStep::Leave,
        (JobState::Suspended(since), _) if *since < ADMITTED_WITHIN_SECONDS => SweepStep::Leave,
        (JobState::Suspended(_), _) => {
            SweepStep::GiveUp("its Job was admitted by no queue in time".to_owned())
        }
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
    fn every_open_run_gets_its_job_or_its_end() {
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
                SweepStep::GiveUp("its Job was admitted by no queue in time".to_owned()),
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
