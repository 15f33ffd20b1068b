//! Computes which batches start now, and when to plan again.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::{
    due::next_due,
    groups::{self, GroupLoad, Groups},
    limits::Limits,
    queue::{Queue, Ready},
    slots::Slots,
    unit::{Batch, Lane, Trigger, Unit},
};

/// The batches to start and when to plan again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Batches to start as one run each, in this order.
    pub batches: Vec<Batch>,
    /// The next time at which a new batch becomes due without any other event, given that all of `batches` are running;
    /// later than `now`. `None`: only the end of a run, a request or a change of the units can produce a batch.
    pub next_wake: Option<i64>,
}

/// Forms the batches to start at `now`. `loads` counts the units of `running` and of runs that other processes opened; a
/// group without an entry has none. Units in a running batch are skipped; a duplicate key counts once. O(n log n) in the
/// number of units.
#[must_use]
pub fn plan(now: i64, units: &[Unit], loads: &[GroupLoad], running: &[Batch], limits: &Limits) -> Plan {
    let in_runs = groups::keys(running);
    let mut groups = Groups::new(loads);
    let mut slots = Slots::new(limits, running);
    let mut due = BTreeMap::new();
    let mut upcoming = BTreeMap::new();
    let mut seen = HashSet::with_capacity(units.len());
    for unit in units {
        if in_runs.contains(&unit.key) || !seen.insert(unit.key) {
            continue;
        }
        let at = next_due(unit, now);
        let lane = Lane::from(unit);
        let queue: &mut Queue = if unit.requested {
            due.entry((Trigger::Request, lane)).or_default()
        } else if at <= now {
            due.entry((Trigger::Schedule, lane)).or_default()
        } else {
            upcoming.entry(lane).or_default()
        };
        queue.push(unit.group, at, unit.key);
    }
    due.values_mut().for_each(Queue::sort);

    let mut batches = Vec::new();
    for trigger in [Trigger::Request, Trigger::Schedule] {
        while let Some(lane) = next_lane(now, trigger, &due, &slots, limits) {
            let Some(queue) = due.get_mut(&(trigger, lane)) else {
                break;
            };
            let units = queue.take(size(trigger, limits), &mut groups);
            slots.take(lane, trigger);
            batches.push(Batch {
                platform: lane.platform,
                pool: lane.pool,
                trigger,
                units,
            });
        }
    }
    let lanes: BTreeSet<Lane> = due
        .keys()
        .map(|(_, lane)| *lane)
        .chain(upcoming.keys().copied())
        .collect();
    let next_wake = lanes
        .into_iter()
        .filter(|lane| slots.admit(*lane, Trigger::Schedule))
        .filter_map(|lane| {
            let waiting = [due.get(&(Trigger::Schedule, lane)), upcoming.get(&lane)];
            next_batch_at(waiting.into_iter().flatten().flat_map(Queue::due_times), limits)
        })
        .min();
    Plan { batches, next_wake }
}

/// Returns the lane whose next batch starts: of those allowed to start one, the lane with the fewest runs, then with the
/// oldest unit.
fn next_lane(
    now: i64,
    trigger: Trigger,
    due: &BTreeMap<(Trigger, Lane), Queue>,
    slots: &Slots<'_>,
    limits: &Limits,
) -> Option<Lane> {
    due.iter()
        .filter(|((of, lane), _)| *of == trigger && slots.admit(*lane, trigger))
        .filter_map(|((_, lane), queue)| Some((*lane, queue.ready()?)))
        .filter(|(_, ready)| trigger == Trigger::Request || is_ripe(now, *ready, limits))
        .min_by_key(|(lane, ready)| (slots.on_lane(*lane), ready.oldest_due, *lane))
        .map(|(lane, _)| lane)
}

/// Returns whether a scheduled batch is full or has waited long enough.
fn is_ripe(now: i64, ready: Ready, limits: &Limits) -> bool {
    ready.units >= size(Trigger::Schedule, limits) || ripens_at(ready.oldest_due, limits) <= now
}

/// Returns when the batch with this oldest unit starts even if it is not full.
fn ripens_at(oldest_due: i64, limits: &Limits) -> i64 {
    oldest_due.saturating_add(i64::from(limits.window_seconds))
}

/// Returns when the next batch of units due at these times starts: when its oldest has waited long enough, or when it is
/// full.
fn next_batch_at(due: impl Iterator<Item = i64>, limits: &Limits) -> Option<i64> {
    let mut due: Vec<i64> = due.collect();
    let oldest = *due.iter().min()?;
    let last = size(Trigger::Schedule, limits) - 1;
    let full = (last < due.len()).then(|| *due.select_nth_unstable(last).1);
    Some(full.unwrap_or(i64::MAX).min(ripens_at(oldest, limits)))
}

fn size(trigger: Trigger, limits: &Limits) -> usize {
    let size = match trigger {
        Trigger::Request => limits.request_units,
        Trigger::Schedule => limits.batch_units,
    };
    size.max(1)
}
