//! Tracks units that wait for a platform, and decides which changes justify writing a status.

use std::collections::HashMap;

use clipmeter_crds::Tracked;
use clipmeter_scheduler::UnitKey;

use super::platform_wait::Wait;
use super::tracked_state::{TrackedState, WaitingScrape};
use super::tracker::Tracker;
use crate::kubernetes::objects::ObjectKey;

/// Seconds for which a status keeps a wait that has ended, if no scrape was requested. The next attempt changes the status anyway,
/// so a single write covers both.
const REMAINS_SECONDS: i64 = 300;

/// A unit whose platform cannot be scraped.
pub(crate) struct BlockedUnit {
    pub(crate) wait: Wait,
    /// Whether a scrape was requested.
    pub(crate) requested: bool,
}

#[derive(Debug, PartialEq, Eq)]
enum WaitChange {
    None,
    /// The status must be updated.
    Changed,
    /// The status must be updated, and an event with this message must be published.
    Notify(String),
}

impl<K: Tracked> Tracker<K> {
    /// Sets the blocked units, replacing the previous ones. Returns the objects whose requests wait for a new reason, with the
    /// message.
    pub(crate) fn set_blocked(
        &self,
        blocked: &HashMap<UnitKey, BlockedUnit>,
        now: i64,
    ) -> Vec<(ObjectKey, String)> {
        let mut notified = Vec::new();
        let mut changed = Vec::new();
        let mut index = self.index();
        for (key, state) in index.states_mut() {
            let blocked_unit = state.unit.and_then(|unit| blocked.get(&unit));
            match update(state, blocked_unit, now) {
                WaitChange::None => {}
                WaitChange::Changed => changed.push(key.clone()),
                WaitChange::Notify(message) => {
                    notified.push((key.clone(), message));
                    changed.push(key.clone());
                }
            }
        }
        drop(index);
        for key in &changed {
            self.status_cache.touch(key);
        }
        notified
    }
}

fn update(state: &mut TrackedState, blocked: Option<&BlockedUnit>, now: i64) -> WaitChange {
    let Some(BlockedUnit { wait, requested }) = blocked else {
        return end_wait(state, now);
    };
    let previous = state.current_wait();
    let is_same =
        previous.is_some_and(|previous| previous.wait.is_like(wait) && previous.requested == *requested);
    let was_notified =
        previous.is_some_and(|previous| previous.requested && previous.wait.reason == wait.reason);
    if is_same {
        if let Some(waiting) = &mut state.waiting {
            waiting.over_since = None;
        }
        return WaitChange::None;
    }
    state.waiting = Some(Box::new(WaitingScrape {
        wait: wait.clone(),
        requested: *requested,
        since: now,
        over_since: None,
    }));
    if *requested && !was_notified {
        WaitChange::Notify(wait.message.clone())
    } else {
        WaitChange::Changed
    }
}

fn end_wait(state: &mut TrackedState, now: i64) -> WaitChange {
    let was_attempted = state.current_wait().is_none();
    let Some(waiting) = &mut state.waiting else {
        return WaitChange::None;
    };
    let over_since = *waiting.over_since.get_or_insert(now);
    if was_attempted {
        state.waiting = None;
        return WaitChange::None;
    }
    if waiting.requested || now - over_since > REMAINS_SECONDS {
        state.waiting = None;
        return WaitChange::Changed;
    }
    WaitChange::None
}

#[cfg(test)]
mod tests {
    use clipmeter_crds::Reason;
    use clipmeter_proto::v1::Progress;

    use super::*;
    use crate::state::tracked_state::EncodedProgress;

    fn blocked(until: i64, requested: bool) -> BlockedUnit {
        let wait = Wait {
            reason: Reason::AddressCooldown,
            until: Some(until),
            message: format!("until {until}"),
        };
        BlockedUnit { wait, requested }
    }

    fn attempted(at: i64) -> EncodedProgress {
        EncodedProgress::new(Progress {
            last_attempt_at: Some(at),
            ..Progress::default()
        })
    }

    #[test]
    fn blocked_request_is_notified_once_despite_small_shifts() {
        let notified = |until: i64| WaitChange::Notify(format!("until {until}"));
        let mut state = TrackedState::default();
        for (blocked, now, expected) in [
            (None, 100, WaitChange::None),
            (Some(blocked(3700, true)), 100, notified(3700)),
            (Some(blocked(3750, true)), 101, WaitChange::None),
            (Some(blocked(3900, true)), 102, WaitChange::Changed),
            (None, 103, WaitChange::Changed),
            (Some(blocked(3900, true)), 104, notified(3900)),
        ] {
            assert_eq!(update(&mut state, blocked.as_ref(), now), expected, "{now}");
        }
    }

    #[test]
    fn blocked_schedule_is_written_once_before_and_after_attempt() {
        let mut state = TrackedState {
            progress: Some(attempted(50)),
            ..TrackedState::default()
        };
        assert_eq!(
            update(&mut state, Some(&blocked(3700, false)), 100),
            WaitChange::Changed
        );
        assert!(state.current_wait().is_some());
        assert_eq!(
            update(&mut state, None, 3701),
            WaitChange::None,
            "the attempt follows immediately"
        );
        state.progress = Some(attempted(3710));
        assert_eq!(
            state.current_wait(),
            None,
            "the status that reports the attempt omits the wait"
        );
        assert_eq!(update(&mut state, None, 3711), WaitChange::None);
        assert_eq!(state.waiting, None);

        assert_eq!(
            update(&mut state, Some(&blocked(9000, false)), 5000),
            WaitChange::Changed
        );
        assert_eq!(update(&mut state, None, 5010), WaitChange::None);
        assert_eq!(
            update(&mut state, None, 5311),
            WaitChange::Changed,
            "no attempt follows"
        );
        assert_eq!(state.waiting, None);
    }
}
