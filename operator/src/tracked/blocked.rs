//! Tracks units that wait for a platform, and decides which changes justify writing a status.

use std::collections::HashMap;

use clipmeter_scheduler::UnitKey;

use super::kind::TrackedResource;
use super::state::{TrackedState, Waiting};
use super::tracker::Tracker;
use crate::object_key::ObjectKey;
use crate::schedule::BlockedUnit;

/// Seconds for which the status of a wait without a request remains after the wait: the next attempt changes the status anyway,
/// so that one write covers both.
const LEFT_SECONDS: i64 = 300;

#[derive(Debug, PartialEq, Eq)]
enum WaitChange {
    None,
    /// The status must be updated.
    Changed,
    /// The status must be updated, and an event with this message must be published.
    Notify(String),
}

impl<K: TrackedResource> Tracker<K> {
    /// Sets the blocked units, replacing the previous ones. Returns the objects whose requests wait for a new reason, with the
    /// message.
    pub(crate) fn set_blocked(
        &self,
        blocked: &HashMap<UnitKey, BlockedUnit>,
        now: i64,
    ) -> Vec<(ObjectKey, String)> {
        let mut notified = Vec::new();
        let mut changed = Vec::new();
        let mut states = self.states();
        for (key, state) in states.iter_mut() {
            let of_unit = state.unit.and_then(|unit| blocked.get(&unit));
            match update(state, of_unit, now) {
                WaitChange::None => {}
                WaitChange::Changed => changed.push(key.clone()),
                WaitChange::Notify(message) => {
                    notified.push((key.clone(), message));
                    changed.push(key.clone());
                }
            }
        }
        drop(states);
        for key in &changed {
            self.status_cache.touch(key);
        }
        notified
    }
}

fn update(state: &mut TrackedState, blocked: Option<&BlockedUnit>, now: i64) -> WaitChange {
    let Some(BlockedUnit { wait, requested }) = blocked else {
        return leave(state, now);
    };
    let was = state.waits();
    let is_same = was.is_some_and(|was| was.wait.is_like(wait) && was.requested == *requested);
    if is_same {
        if let Some(was) = &mut state.waiting {
            was.over = None;
        }
        return WaitChange::None;
    }
    let was_notified = was.is_some_and(|was| was.requested && was.wait.reason == wait.reason);
    state.waiting = Some(Waiting {
        wait: wait.clone(),
        requested: *requested,
        since: now,
        over: None,
    });
    if *requested && !was_notified {
        WaitChange::Notify(wait.message.clone())
    } else {
        WaitChange::Changed
    }
}

/// Handles the end of a wait.
fn leave(state: &mut TrackedState, now: i64) -> WaitChange {
    let was_attempted = state.waits().is_none();
    let Some(waiting) = &mut state.waiting else {
        return WaitChange::None;
    };
    let over = *waiting.over.get_or_insert(now);
    if was_attempted {
        state.waiting = None;
        return WaitChange::None;
    }
    if waiting.requested || now - over > LEFT_SECONDS {
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
    use crate::wait::Wait;

    fn blocked(until: i64, requested: bool) -> BlockedUnit {
        let wait = Wait {
            reason: Reason::AddressCooldown,
            until: Some(until),
            message: format!("until {until}"),
        };
        BlockedUnit { wait, requested }
    }

    fn attempted(at: i64) -> Box<Progress> {
        Box::new(Progress {
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
        assert!(state.waits().is_some());
        assert_eq!(
            update(&mut state, None, 3701),
            WaitChange::None,
            "its attempt comes next"
        );
        state.progress = Some(attempted(3710));
        assert_eq!(
            state.waits(),
            None,
            "the status that tells of the attempt has it no more"
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
            "no attempt comes"
        );
        assert_eq!(state.waiting, None);
    }
}
