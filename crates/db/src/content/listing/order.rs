//! The order of items from several lists that are sorted alike.

use std::cmp::Ordering;

use clipmeter_domain::metric::Metric;

use super::{GAINED, Listing};
use crate::content::{ContentItem, Number};

/// The value that sorts an item: a metric, or a time in microseconds; `None` if it is unknown. All values of a sort key are of one kind.
pub(super) type Key = Option<Number>;

fn compare(one: Number, other: Number) -> Ordering {
    match (one, other) {
        (Number::Integer(one), Number::Integer(other)) => one.cmp(&other),
        (Number::Real(one), Number::Real(other)) => one.total_cmp(&other),
        _ => Ordering::Equal,
    }
}

/// A sort key with a direction. Unknown values come last in both directions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order {
    sort: &'static str,
    descending: bool,
}

impl Order {
    pub(super) fn of(listing: &Listing) -> Self {
        Self {
            sort: listing.sort,
            descending: listing.descending,
        }
    }

    /// Returns the value that sorts the item. It never contradicts the list's own order, which may also order items with equal values.
    pub(super) fn key(self, item: &ContentItem) -> Key {
        let integer = |value: Option<i64>| value.map(Number::Integer);
        match self.sort {
            "date" => integer(item.posted_at.map(|time| time.timestamp_micros())),
            "updated" => integer(Some(item.updated_at.timestamp_micros())),
            GAINED => integer(item.gained_views),
            key => item.metric(Metric::ALL.into_iter().find(|metric| metric.sort_key() == key)?),
        }
    }

    pub(super) fn cmp(self, one: Key, other: Key) -> Ordering {
        match (one, other) {
            (Some(one), Some(other)) if self.descending => compare(other, one),
            (Some(one), Some(other)) => compare(one, other),
            (one, other) => one.is_none().cmp(&other.is_none()),
        }
    }
}

/// How many items of each list come before a position of the merged list, found by comparing few of them.
#[derive(Debug)]
pub(super) struct Split {
    order: Order,
    /// Items of each list that come before the position, as far as they are known.
    before: Vec<i64>,
    /// Items before the position whose lists are not known yet.
    left: i64,
}

impl Split {
    /// Starts at the position `skip` of this many lists.
    pub(super) fn new(order: Order, lists: usize, skip: i64) -> Self {
        Self {
            order,
            before: vec![0; lists],
            left: skip,
        }
    }

    /// Starts at the position after this many items of each list.
    pub(super) fn known(order: Order, before: Vec<i64>) -> Self {
        Self {
            order,
            before,
            left: 0,
        }
    }

    /// Returns the number of items of each list that come before the position.
    pub(super) fn before(&self) -> &[i64] {
        &self.before
    }

    /// Returns the number of further items before the position.
    pub(super) fn left(&self) -> i64 {
        self.left
    }

    /// Returns the index in each list of the item to compare next, and `None` for lists that have ended; nothing at all if at most
    /// `few` items are left, or no more than the number of lists.
    pub(super) fn probes(&self, totals: &[i64], few: i64) -> Option<Vec<Option<i64>>> {
        let open = totals
            .iter()
            .zip(&self.before)
            .filter(|(total, before)| before < total);
        let open = i64::try_from(open.count()).unwrap_or(i64::MAX);
        if open == 0 || self.left <= few.max(open) {
            return None;
        }
        let step = self.left / open;
        let index = |(total, before): (&i64, &i64)| (before < total).then_some(before + step - 1);
        Some(totals.iter().zip(&self.before).map(index).collect())
    }

    /// Moves on by the keys of the items that [`Split::probes`] returned; `None` for those past the end of their list. Of `n` open
    /// lists, the first of `n` items at the same distance `d` has at most `n · d` items before it. Returns `false` if all lists end
    /// before the position.
    pub(super) fn advance(&mut self, probes: &[Option<i64>], keys: &[Option<Key>]) -> bool {
        let found = probes.iter().zip(keys).enumerate();
        let found = found.filter_map(|(list, (probe, key))| Some((list, (*probe)?, (*key)?)));
        // The first of equal ones: lists are in the order of equal values.
        let Some((list, probe, _)) = found.min_by(|(.., one), (.., other)| self.order.cmp(*one, *other))
        else {
            return false;
        };
        if let Some(before) = self.before.get_mut(list) {
            self.left -= probe + 1 - *before;
            *before = probe + 1;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn key(value: Option<i64>) -> Key {
        value.map(Number::Integer)
    }

    /// Returns the lists' items before a position, as `Split` finds them.
    fn split(order: Order, lists: &[Vec<Option<i64>>], skip: i64, few: i64) -> (Vec<i64>, i64) {
        let totals: Vec<i64> = lists
            .iter()
            .map(|list| i64::try_from(list.len()).unwrap())
            .collect();
        let mut split = Split::new(order, lists.len(), skip);
        while let Some(probes) = split.probes(&totals, few) {
            let at = |(list, probe): (&Vec<Option<i64>>, &Option<i64>)| {
                Some(key(*list.get(usize::try_from((*probe)?).unwrap())?))
            };
            let keys: Vec<_> = lists.iter().zip(&probes).map(at).collect();
            if !split.advance(&probes, &keys) {
                break;
            }
        }
        (split.before().to_vec(), split.left())
    }

    proptest! {
        #[test]
        fn split_takes_the_first_items_of_the_merged_list(
            mut lists in prop::collection::vec(prop::collection::vec(prop::option::of(0..20_i64), 0..60), 1..4),
            skip in 0..200_i64,
            few in 0..8_i64,
            descending: bool,
        ) {
            let order = Order { sort: "views", descending };
            for list in &mut lists {
                list.sort_by(|one, other| order.cmp(key(*one), key(*other)));
            }
            let mut merged: Vec<_> = lists.iter().enumerate()
                .flat_map(|(list, values)| values.iter().map(move |value| (list, key(*value))))
                .collect();
            merged.sort_by(|(_, one), (_, other)| order.cmp(*one, *other));
            let (before, left) = split(order, &lists, skip, few);
            let known: i64 = before.iter().sum();
            prop_assert_eq!(known + left, skip);
            // The known items are the first ones of their lists, and belong before the position.
            for (list, before) in before.iter().enumerate() {
                let first = merged.iter().take(usize::try_from(skip).unwrap());
                let count = first.filter(|(of, _)| *of == list).count();
                prop_assert!(usize::try_from(*before).unwrap() <= count, "{list}: {before} of {count}");
            }
            if skip <= i64::try_from(merged.len()).unwrap() {
                prop_assert!(left <= few.max(3), "{left} are left");
            }
        }
    }
}
