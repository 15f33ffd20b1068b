//! Units in flight per group, for fair sharing.

use std::collections::{BTreeMap, HashSet};

use crate::{
    due::AT_ONCE,
    unit::{Batch, Unit, UnitKey},
};

/// A group's part of the running work, which decides its place in the next batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupLoad {
    /// The group that the units are charged to.
    pub group: i64,
    /// Units in open runs.
    pub in_flight: usize,
    /// When anything was last read for the group; [`AT_ONCE`] if nothing was.
    pub last_served: i64,
}

/// Returns the load of every group that tracks any of the units, in the order of their IDs.
#[must_use]
pub fn group_loads(units: &[Unit], running: &[Batch]) -> Vec<GroupLoad> {
    let in_runs = keys(running);
    let mut loads = BTreeMap::new();
    for unit in units {
        let load = loads.entry(unit.group).or_insert_with(|| idle(unit.group));
        load.last_served = load.last_served.max(unit.last_attempt.unwrap_or(AT_ONCE));
        load.in_flight += usize::from(in_runs.contains(&unit.key));
    }
    loads.into_values().collect()
}

/// Returns the units of all batches.
pub(crate) fn keys(batches: &[Batch]) -> HashSet<UnitKey> {
    batches
        .iter()
        .flat_map(|batch| batch.units.iter().copied())
        .collect()
}

fn idle(group: i64) -> GroupLoad {
    GroupLoad {
        group,
        in_flight: 0,
        last_served: AT_ONCE,
    }
}

/// The loads while batches are planned.
#[derive(Debug)]
pub(crate) struct Groups(BTreeMap<i64, GroupLoad>);

impl Groups {
    pub(crate) fn new(loads: &[GroupLoad]) -> Self {
        Self(loads.iter().map(|load| (load.group, *load)).collect())
    }

    /// Returns the group's load: none if it was not passed.
    pub(crate) fn of(&self, group: i64) -> GroupLoad {
        self.0.get(&group).copied().unwrap_or_else(|| idle(group))
    }

    /// Counts a planned batch with this many units of each group.
    pub(crate) fn charge(&mut self, taken: &BTreeMap<i64, usize>) {
        for (group, units) in taken {
            self.0.entry(*group).or_insert_with(|| idle(*group)).in_flight += units;
        }
    }
}
