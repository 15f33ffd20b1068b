//! Units of one platform and scraper pool that wait for a run, shared fairly between groups.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BinaryHeap, VecDeque},
};

use crate::{groups::Groups, hash, unit::UnitKey};

/// Units per group and round that are added to a batch. One at a time would scatter a group over as many runs as it has
/// units; ten is the default number of accounts of a group.
const UNITS_PER_ROUND: usize = 10;

/// When a unit was or will be due, and its key.
type WaitingUnit = (i64, UnitKey);

/// Waiting units by group, each group's oldest first.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    groups: BTreeMap<i64, VecDeque<WaitingUnit>>,
}

/// The units of a queue.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ready {
    pub(crate) units: usize,
    pub(crate) oldest_due: i64,
}

impl Queue {
    pub(crate) fn push(&mut self, group: i64, due: i64, key: UnitKey) {
        self.groups.entry(group).or_default().push_back((due, key));
    }

    /// Sorts each group's units, oldest first; ties are ordered by key, so that the order of arrival does not matter.
    pub(crate) fn sort(&mut self) {
        for waiting in self.groups.values_mut() {
            waiting.make_contiguous().sort_unstable();
        }
    }

    /// Returns the units that wait, if any.
    pub(crate) fn ready(&self) -> Option<Ready> {
        let mut waiting = self
            .groups
            .values()
            .filter_map(|waiting| Some((waiting.front()?.0, waiting.len())));
        let (oldest_due, units) = waiting.next()?;
        Some(
            waiting.fold(Ready { units, oldest_due }, |ready, (due, units)| Ready {
                units: ready.units + units,
                oldest_due: ready.oldest_due.min(due),
            }),
        )
    }

    /// Returns when each unit was or will be due.
    pub(crate) fn due_times(&self) -> impl Iterator<Item = i64> {
        self.groups
            .values()
            .flat_map(|waiting| waiting.iter().map(|(due, _)| *due))
    }

    /// Takes a batch of at most `size` units. The next round goes to the group with the fewest units in flight; ties go to
    /// the group that was served longest ago, and groups served by the same run are ordered by a hash.
    pub(crate) fn take(&mut self, size: usize, groups: &mut Groups) -> Vec<UnitKey> {
        let mut candidates: BinaryHeap<_> = self
            .groups
            .iter()
            .filter(|(_, waiting)| !waiting.is_empty())
            .map(|(group, _)| {
                let load = groups.of(*group);
                let tie_breaker = tie_breaker(*group, load.last_served);
                Reverse((load.in_flight, load.last_served, tie_breaker, *group))
            })
            .collect();
        let mut batch = Vec::new();
        let mut taken = BTreeMap::new();
        while let Some(Reverse((in_flight, last_served, tie_breaker, group))) = candidates.pop() {
            let Some(waiting) = self.groups.get_mut(&group) else {
                continue;
            };
            let units = waiting.len().min(UNITS_PER_ROUND).min(size - batch.len());
            batch.extend(waiting.drain(..units).map(|(_, key)| key));
            *taken.entry(group).or_default() += units;
            if batch.len() == size {
                break;
            }
            if !waiting.is_empty() {
                candidates.push(Reverse((in_flight + units, last_served, tie_breaker, group)));
            }
        }
        groups.charge(&taken);
        batch
    }
}

/// Orders groups that were last served at the same time. The order differs each time, so that no group wins every tie.
fn tie_breaker(group: i64, last_served: i64) -> u64 {
    hash::mix(hash::mix(group.cast_unsigned()) ^ last_served.cast_unsigned())
}
