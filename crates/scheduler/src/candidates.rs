//! Selects the units that a control plane plans with, so that it need not know all of them.

use std::collections::{BTreeMap, HashMap, HashSet};

use clipmeter_domain::platforms::PerPlatform;
use clipmeter_proto::v1::Platform;

use crate::{
    due::next_due,
    groups::{self, GroupLoad, group_loads},
    unit::{Batch, Lane, Unit, UnitKey},
};

/// Which units to select.
#[derive(Clone, Copy, Debug)]
pub struct Selection<'a> {
    /// Seconds since 1970-01-01T00:00:00Z.
    pub now: i64,
    /// Also selects units that become due within this many seconds.
    pub within_seconds: u32,
    /// Selected whether they are due or not.
    pub requested: &'a HashSet<UnitKey>,
    /// The most units of a platform, not counting requested ones. The first units of all groups and scraper pools come
    /// before the second ones, and so on; each group's longest due come first.
    pub limit_per_platform: usize,
}

/// The units to plan with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidates {
    /// Indexes of the selected units, ascending.
    pub units: Vec<usize>,
    /// The loads of their groups.
    pub groups: Vec<GroupLoad>,
    /// Units that are due, selected or not.
    pub due: PerPlatform<usize>,
}

/// Selects from all units those that may be in the next batches. Units in a running batch are not selected.
#[must_use]
pub fn candidates(units: &[Unit], running: &[Batch], selection: &Selection<'_>) -> Candidates {
    let horizon = selection.now.saturating_add(i64::from(selection.within_seconds));
    let in_runs = groups::keys(running);
    let mut due = PerPlatform::default();
    let mut selected = Vec::new();
    // Ranks each pool separately, so that one that cannot run now does not hide the group's other units.
    let mut waiting: BTreeMap<(Lane, i64), Vec<(i64, usize)>> = BTreeMap::new();
    for (index, unit) in units.iter().enumerate() {
        if in_runs.contains(&unit.key) {
            continue;
        }
        let at = next_due(unit, selection.now);
        if at <= selection.now
            && let Some(due) = due.get_mut(unit.key.platform)
        {
            *due += 1;
        }
        if selection.requested.contains(&unit.key) {
            selected.push(index);
        } else if at <= horizon {
            waiting
                .entry((Lane::from(unit), unit.group))
                .or_default()
                .push((at, index));
        }
    }
    let mut ranked: HashMap<Platform, Vec<(usize, i64, usize)>> = HashMap::new();
    for ((lane, _), mut of_group) in waiting {
        of_group.sort_unstable();
        let of_group = of_group
            .into_iter()
            .enumerate()
            .map(|(rank, (at, index))| (rank, at, index));
        ranked.entry(lane.platform).or_default().extend(of_group);
    }
    for mut of_platform in ranked.into_values() {
        of_platform.sort_unstable();
        of_platform.truncate(selection.limit_per_platform);
        selected.extend(of_platform.into_iter().map(|(_, _, index)| index));
    }
    selected.sort_unstable();
    let listed: HashSet<i64> = selected.iter().map(|index| units[*index].group).collect();
    let mut groups = group_loads(units, running);
    groups.retain(|load| listed.contains(&load.group));
    Candidates {
        units: selected,
        groups,
        due,
    }
}
