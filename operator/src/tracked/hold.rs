//! Keeps what waits for a platform, and decides which of that is worth a write of a status.

use std::collections::HashMap;

use clipmeter_scheduler::UnitKey;

use super::fact::{Fact, Waiting};
use super::kind::Kind;
use super::tracker::Tracker;
use crate::key::Key;
use crate::schedule::Held;

/// What nobody asked for stays as it is for so long after the wait: the attempt that comes then changes the status anyway, and one write
/// is enough for both.
const LEFT_SECONDS: i64 = 300;

/// What is new.
#[derive(Debug, PartialEq, Eq)]
enum News {
    None,
    /// The status is to be looked at.
    Changed,
    /// So it is, and whoever asked is to be told this.
    Told(String),
}

impl<K: Kind> Tracker<K> {
    /// These wait from now on, and no others. Returns those whose requests wait for a new reason, with the message.
    pub(crate) fn hold(&self, held: &HashMap<UnitKey, Held>, now: i64) -> Vec<(Key, String)> {
        let mut told = Vec::new();
        let mut changed = Vec::new();
        let mut facts = self.facts();
        for (key, fact) in facts.iter_mut() {
            let of_unit = fact.unit.and_then(|unit| held.get(&unit));
            match update(fact, of_unit, now) {
                News::None => {}
                News::Changed => changed.push(key.clone()),
                News::Told(message) => {
                    told.push((key.clone(), message));
                    changed.push(key.clone());
                }
            }
        }
        drop(facts);
        for key in &changed {
            self.ledger.touch(key);
        }
        told
    }
}

fn update(fact: &mut Fact, held: Option<&Held>, now: i64) -> News {
    let Some(Held { wait, asked }) = held else {
        return leave(fact, now);
    };
    let was = fact.waits();
    let is_same = was.is_some_and(|was| was.wait.is_like(wait) && was.asked == *asked);
    if is_same {
        if let Some(was) = &mut fact.waiting {
            was.over = None;
        }
        return News::None;
    }
    let is_told = was.is_some_and(|was| was.asked && was.wait.reason == wait.reason);
    fact.waiting = Some(Waiting {
        wait: wait.clone(),
        asked: *asked,
        since: now,
        over: None,
    });
    if *asked && !is_told {
        News::Told(wait.message.clone())
    } else {
        News::Changed
    }
}

/// It waits no more.
fn leave(fact: &mut Fact, now: i64) -> News {
    let was_attempted = fact.waits().is_none();
    let Some(waiting) = &mut fact.waiting else {
        return News::None;
    };
    let over = *waiting.over.get_or_insert(now);
    if was_attempted {
        fact.waiting = None;
        return News::None;
    }
    if waiting.asked || now - over > LEFT_SECONDS {
        fact.waiting = None;
        return News::Changed;
    }
    News::None
}

#[cfg(test)]
mod tests {
    use clipmeter_crds::Reason;
    use clipmeter_proto::v1::Progress;

    use super::*;
    use crate::wait::Wait;

    fn held(until: i64, asked: bool) -> Held {
        let wait = Wait {
            reason: Reason::AddressCooldown,
            until: Some(until),
            message: format!("until {until}"),
        };
        Held { wait, asked }
    }

    fn attempted(at: i64) -> Box<Progress> {
        Box::new(Progress {
            last_attempt_at: Some(at),
            ..Progress::default()
        })
    }

    #[test]
    fn who_asked_is_told_once_and_an_end_that_moves_a_little_is_no_news() {
        let told = |until: i64| News::Told(format!("until {until}"));
        let mut fact = Fact::default();
        for (held, now, expected) in [
            (None, 100, News::None),
            (Some(held(3700, true)), 100, told(3700)),
            (Some(held(3750, true)), 101, News::None),
            (Some(held(3900, true)), 102, News::Changed),
            (None, 103, News::Changed),
            (Some(held(3900, true)), 104, told(3900)),
        ] {
            assert_eq!(update(&mut fact, held.as_ref(), now), expected, "{now}");
        }
    }

    #[test]
    fn what_nobody_asked_for_is_written_once_before_and_once_after_its_attempt() {
        let mut fact = Fact {
            progress: Some(attempted(50)),
            ..Fact::default()
        };
        assert_eq!(update(&mut fact, Some(&held(3700, false)), 100), News::Changed);
        assert!(fact.waits().is_some());
        assert_eq!(
            update(&mut fact, None, 3701),
            News::None,
            "its attempt comes next"
        );
        fact.progress = Some(attempted(3710));
        assert_eq!(
            fact.waits(),
            None,
            "the status that tells of the attempt has it no more"
        );
        assert_eq!(update(&mut fact, None, 3711), News::None);
        assert_eq!(fact.waiting, None);

        assert_eq!(update(&mut fact, Some(&held(9000, false)), 5000), News::Changed);
        assert_eq!(update(&mut fact, None, 5010), News::None);
        assert_eq!(update(&mut fact, None, 5311), News::Changed, "no attempt comes");
        assert_eq!(fact.waiting, None);
    }
}
