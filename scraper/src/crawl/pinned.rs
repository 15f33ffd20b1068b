//! Detection of pinned items on a page.

use std::collections::HashSet;

use clipmeter_proto::v1::Observation;

/// Most items that an account can pin, on both platforms.
const MOST_PINNED: usize = 3;

/// Returns the pinned items of a page. Not every response flags them: an item at the top of the first page that is older than
/// the following items is there because it is pinned.
pub(super) fn pinned(items: &[Observation], is_first_page: bool) -> HashSet<u64> {
    let ids: Vec<Option<u64>> = items.iter().map(super::id).collect();
    let mut pinned: HashSet<u64> = items
        .iter()
        .filter(|item| item.pinned)
        .filter_map(super::id)
        .collect();
    if is_first_page {
        let is_older = |at: usize| ids[at] < ids[at + 1..].iter().copied().max().flatten();
        let tops = (0..ids.len().min(MOST_PINNED)).filter(|at| is_older(*at));
        pinned.extend(tops.filter_map(|at| ids[at]));
    }
    pinned
}
