//! What a walk through an account's pages has seen: each item is reported once, and no more of them than asked for.

use std::collections::HashSet;

use clipmeter_proto::v1::Observation;

/// Pages of one list that are read at most. The largest lists asked for end far below; this stops a platform that answers
/// with ever new cursors.
pub(crate) const MAX_PAGES: usize = 500;

/// A walk in progress.
#[derive(Debug)]
pub(crate) struct Walk {
    seen: HashSet<String>,
    left: usize,
}

impl Walk {
    /// A walk that ends after `max_items`; 0 asks for all there are.
    pub(crate) fn new(max_items: u32) -> Self {
        let left = usize::try_from(max_items)
            .ok()
            .filter(|items| *items > 0)
            .unwrap_or(usize::MAX);
        Self {
            seen: HashSet::new(),
            left,
        }
    }

    /// The items of a page that were not seen before, as far as the limit allows.
    pub(crate) fn take_new(&mut self, items: Vec<Observation>) -> Vec<Observation> {
        let mut new = Vec::new();
        for item in items {
            if self.left == 0 {
                break;
            }
            if !item.external_id.is_empty() && self.seen.insert(item.external_id.clone()) {
                self.left -= 1;
                new.push(item);
            }
        }
        new
    }

    /// Whether the limit is reached.
    pub(crate) fn is_full(&self) -> bool {
        self.left == 0
    }

    /// Items seen.
    pub(crate) fn count(&self) -> usize {
        self.seen.len()
    }

    /// Whether these are exactly the items seen so far: a list that starts over instead of going on.
    pub(crate) fn is_repetition(&self, items: &[Observation]) -> bool {
        let ids: HashSet<&str> = items.iter().map(|item| item.external_id.as_str()).collect();
        !ids.is_empty() && ids.len() == self.seen.len() && ids.iter().all(|id| self.seen.contains(*id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(ids: &[&str]) -> Vec<Observation> {
        let item = |id: &&str| Observation {
            external_id: (*id).to_owned(),
            ..Observation::default()
        };
        ids.iter().map(item).collect()
    }

    #[test]
    fn an_item_is_reported_once_and_the_limit_counts_new_ones_only() {
        let mut walk = Walk::new(3);
        assert_eq!(walk.take_new(items(&["1", "1", "2"])).len(), 2);
        assert_eq!(walk.take_new(items(&["2", "3", "4"])), items(&["3"]));
        assert!(walk.is_full());
        assert_eq!(Walk::new(0).take_new(items(&["1", "", "2"])).len(), 2);
    }

    #[test]
    fn only_the_very_same_items_are_a_repetition() {
        let mut walk = Walk::new(0);
        assert!(!walk.is_repetition(&items(&[])));
        walk.take_new(items(&["1", "2"]));
        assert!(walk.is_repetition(&items(&["2", "1"])));
        assert!(!walk.is_repetition(&items(&["1"])));
        assert!(!walk.is_repetition(&items(&["1", "3"])));
    }
}
