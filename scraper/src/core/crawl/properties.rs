//! Crawls of random lists: accounts with new, known and removed items, pinned with and without a flag, on pages in any internal
//! order.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use clipmeter_proto::v1::{AccountTarget, Observation};
use proptest::prelude::*;

use super::tests::HOUR;
use super::{Crawl, NOTHING_DUE};

/// Two hours between items, in TikTok's IDs.
const APART: u64 = 7200 << 32;

/// An account with some known items.
#[derive(Debug, Clone)]
struct Account {
    /// Items by age: the larger the index, the newer.
    items: Vec<ListedState>,
    /// Indexes of items listed first, and whether the response flags them as pinned.
    pinned: Vec<(usize, bool)>,
    page_size: usize,
    /// Determines the order within pages.
    rotation: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ListedState {
    New,
    Known,
    /// Known, but removed.
    Deleted,
}

impl Account {
    fn id(index: usize) -> u64 {
        (7_000_000_000_000_000_000 / APART + index as u64) * APART
    }

    fn ids(&self, states: &[ListedState]) -> BTreeSet<u64> {
        let has_state = |(_, state): &(usize, &ListedState)| states.contains(state);
        let items = self.items.iter().enumerate().filter(has_state);
        items.map(|(index, _)| Self::id(index)).collect()
    }

    fn listed(&self) -> BTreeSet<u64> {
        self.ids(&[ListedState::New, ListedState::Known])
    }

    fn target(&self) -> AccountTarget {
        let known = self.ids(&[ListedState::Known, ListedState::Deleted]);
        AccountTarget {
            known_count: u32::try_from(known.len()).unwrap(),
            known_ids: known.into_iter().rev().collect(),
            read_to_id: NOTHING_DUE,
            ..AccountTarget::default()
        }
    }

    /// Returns the list: pinned items, then all others, newest first, rotated within each page. Pinned items are repeated at their
    /// regular position, as on TikTok.
    fn pages(&self) -> Vec<Vec<Observation>> {
        let listed = self.listed();
        let pinned: BTreeMap<u64, bool> = self
            .pinned
            .iter()
            .map(|(index, is_marked)| (Self::id(index % self.items.len()), *is_marked))
            .filter(|(id, _)| listed.contains(id))
            .collect();
        let observation = |id: u64, pinned: bool| Observation {
            external_id: id.to_string(),
            pinned,
            ..Observation::default()
        };
        let mut rest: Vec<Observation> = listed.iter().rev().map(|id| observation(*id, false)).collect();
        let mut pages: Vec<Vec<Observation>> = rest
            .chunks_mut(self.page_size)
            .map(|page| {
                let middle = self.rotation % page.len();
                page.rotate_left(middle);
                page.to_vec()
            })
            .collect();
        // If a page is not longer than the pinned items, it has no regular items to compare them with.
        if let Some(first) = pages.first_mut().filter(|page| page.len() > 3) {
            let tops = pinned.iter().map(|(id, is_marked)| observation(*id, *is_marked));
            *first = tops.chain(std::mem::take(first)).collect();
        }
        pages
    }

    /// Crawls until the crawl is done or the list breaks off, and returns the reported items.
    fn crawl_until(&self, breaks_after: usize, crawl: &mut Crawl) -> Vec<u64> {
        crawl.begin("first");
        let mut reported = Vec::new();
        for page in self.pages().into_iter().take(breaks_after) {
            let taken = crawl.take(page);
            reported.extend(taken.iter().map(|item| item.external_id.parse::<u64>().unwrap()));
            if !crawl.continues() {
                break;
            }
        }
        reported
    }

    /// Crawls, and returns the number of pages and the reported items.
    fn crawl(&self, crawl: &mut Crawl) -> (usize, Vec<u64>) {
        let pages = self.pages();
        crawl.counted(i64::try_from(self.listed().len()).ok());
        crawl.begin("item_list");
        let mut reported = Vec::new();
        for (index, page) in pages.iter().enumerate() {
            let taken = crawl.take(page.clone());
            reported.extend(taken.iter().map(|item| item.external_id.parse::<u64>().unwrap()));
            if index + 1 == pages.len() {
                crawl.end();
            }
            if !crawl.continues() {
                return (index + 1, reported);
            }
        }
        if pages.is_empty() {
            crawl.end();
        }
        (pages.len(), reported)
    }
}

fn account() -> impl Strategy<Value = Account> {
    let state = prop_oneof![2 => Just(ListedState::New), 12 => Just(ListedState::Known), 1 => Just(ListedState::Deleted)];
    (
        prop::collection::vec(state, 1..120),
        prop::collection::vec((0..120_usize, any::<bool>()), 0..4),
        1..16_usize,
        0..16_usize,
    )
        .prop_map(|(items, pinned, page_size, rotation)| Account {
            items,
            pinned,
            page_size,
            rotation,
        })
}

/// Returns a crawl with the API's target, its number of pages, and the reported items.
fn crawled(account: &Account, target: &AccountTarget) -> (Crawl, usize, Vec<u64>) {
    let mut crawl = Crawl::new(HOUR, target);
    let (pages, reported) = account.crawl(&mut crawl);
    (crawl, pages, reported)
}

proptest! {
    #[test]
    fn crawl_finds_every_item_newer_than_newest_known(account in account()) {
        let (_, _, reported) = crawled(&account, &account.target());
        let newest_known = account.ids(&[ListedState::Known]).last().copied().unwrap_or_default();
        for id in account.ids(&[ListedState::New]).into_iter().filter(|id| *id > newest_known) {
            prop_assert!(reported.contains(&id), "{id}");
        }
    }

    #[test]
    fn crawl_reads_second_list_independently_of_interrupted_first(account in account(), breaks_after in 0..10_usize, page_size in 1..16_usize) {
        let next = Account { page_size, ..account.clone() };
        let mut crawl = Crawl::new(HOUR, &account.target());
        let mut reported = account.crawl_until(breaks_after, &mut crawl);
        let (pages, rest) = next.crawl(&mut crawl);
        reported.extend(rest);
        let (alone, pages_alone, reported_alone) = crawled(&next, &next.target());
        prop_assert_eq!(reported.iter().collect::<HashSet<_>>().len(), reported.len());
        prop_assert!(pages >= pages_alone, "{} pages instead of {}", pages, pages_alone);
        prop_assert!(reported_alone.iter().all(|id| reported.contains(id)));
        prop_assert!(crawl.summary().covered_to_id <= alone.summary().covered_to_id);
    }

    #[test]
    fn crawl_reports_each_item_once_including_all_due_items(account in account(), due in 0..130_usize, max in 0..40_u32) {
        let mut target = account.target();
        target.read_to_id = if due < 120 { Account::id(due) } else { 0 };
        let (_, _, reported) = crawled(&account, &target);
        prop_assert_eq!(reported.iter().collect::<HashSet<_>>().len(), reported.len());
        for id in account.listed().into_iter().filter(|id| *id >= target.read_to_id) {
            prop_assert!(reported.contains(&id), "{id}");
        }
        target.max_items = max;
        let (crawl, _, reported) = crawled(&account, &target);
        prop_assert!(max == 0 || reported.len() <= max as usize);
        let covered = crawl.summary().covered_to_id;
        for id in account.listed().into_iter().filter(|id| *id >= covered) {
            prop_assert!(reported.contains(&id), "{id} is not below {covered}");
        }
    }

    #[test]
    fn crawl_fills_gap_when_item_count_shows_one(mut account in account()) {
        account.items.iter_mut().filter(|state| **state == ListedState::Deleted).for_each(|state| *state = ListedState::Known);
        let target = AccountTarget { may_fill_gap: true, ..account.target() };
        let (crawl, _, reported) = crawled(&account, &target);
        for id in account.ids(&[ListedState::New]) {
            prop_assert!(reported.contains(&id), "{id}");
        }
        prop_assert!(crawl.summary().gap.is_none_or(|gap| gap == 0));
    }

    #[test]
    fn crawl_without_new_items_reads_only_due_pages(mut account in account(), due in 0..120_usize) {
        account.items.iter_mut().for_each(|state| *state = ListedState::Known);
        let mut target = account.target();
        target.read_to_id = Account::id(due);
        let (_, pages, _) = crawled(&account, &target);
        let expected = account.listed().into_iter().filter(|id| *id >= target.read_to_id).count();
        // One more if the first page's order makes its oldest items look pinned.
        prop_assert!(pages <= expected / account.page_size + 2, "{pages} pages of {} for {expected}", account.page_size);
    }

    #[test]
    fn crawl_reports_exactly_the_covered_deleted_items_as_missing(account in account(), due in 0..120_usize, max in 0..60_u32) {
        let target = AccountTarget { read_to_id: Account::id(due), max_items: max, ..account.target() };
        let (crawl, _, _) = crawled(&account, &target);
        let deleted = account.ids(&[ListedState::Deleted]);
        let Ok(missing) = crawl.missing() else { return Ok(()) };
        prop_assert!(missing.iter().all(|id| deleted.contains(id)));
        let covered = crawl.summary().covered_to_id;
        for id in deleted.into_iter().filter(|id| *id > covered.saturating_add(APART / 2)) {
            prop_assert!(missing.contains(&id), "{id}");
        }
    }
}
