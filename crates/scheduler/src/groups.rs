//! Units and runs in flight per group, for fair sharing.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::{
    due::AT_ONCE,
    unit::{Batch, Unit, UnitKey},
};

/// A group's share of the running work, which decides its place in the next batch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    /// Units being read or planned now.
    pub(crate) in_flight: usize,
    /// Runs that read any of them.
    pub(crate) runs: usize,
    /// When anything was last read for the group.
    pub(crate) last_served: i64,
}

/// The share of every group that tracks anything.
#[derive(Debug)]
pub(crate) struct Groups {
    shares: BTreeMap<i64, Share>,
    runs_per_group: usize,
}

impl Groups {
    /// Counts the work in flight. `running_in` gives the index of the batch that contains a unit.
    pub(crate) fn survey(
        units: &[Unit],
        running_in: &HashMap<UnitKey, usize>,
        runs_per_group: usize,
    ) -> Self {
        let mut shares = BTreeMap::new();
        let mut counted = BTreeSet::new();
        for unit in units {
            let share = shares.entry(unit.group).or_insert(Share {
                in_flight: 0,
                runs: 0,
                last_served: AT_ONCE,
            });
            share.last_served = share.last_served.max(unit.last_attempt.unwrap_or(AT_ONCE));
            if let Some(batch) = running_in.get(&unit.key) {
                share.in_flight += 1;
                share.runs += usize::from(counted.insert((unit.group, *batch)));
            }
        }
        Self {
            shares,
            runs_per_group,
        }
    }

    /// Returns the group's share, unless it has reached its cap on runs.
    pub(crate) fn eligible(&self, group: i64) -> Option<&Share> {
        self.shares
            .get(&group)
            .filter(|share| share.runs < self.runs_per_group)
    }

    /// Counts a planned batch with this many units of each group.
    pub(crate) fn charge(&mut self, taken: &BTreeMap<i64, usize>) {
        for (group, units) in taken {
            if let Some(share) = self.shares.get_mut(group) {
                share.in_flight += units;
                share.runs += 1;
            }
        }
    }
}

/// Returns the index of the running batch that contains each unit.
pub(crate) fn index(running: &[Batch]) -> HashMap<UnitKey, usize> {
    running
        .iter()
        .enumerate()
        .flat_map(|(number, batch)| batch.units.iter().map(move |key| (*key, number)))
        .collect()
}
