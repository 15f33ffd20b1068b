//! Walks that break off, again and again, and go on where they did.

use std::collections::BTreeSet;

use clipmeter_proto::v1::{AccountTarget, Observation, Platform, WalkMark};
use proptest::collection::vec;
use proptest::prelude::*;

use super::Walk;

/// Two hours between items, in TikTok's ids.
const APART: u64 = 7200 << 32;

/// A list, and what the API has stored of it.
#[derive(Debug, Default)]
struct Account {
    listed: BTreeSet<u64>,
    pinned: Vec<u64>,
    page_size: usize,
    stored: BTreeSet<u64>,
    mark: Option<WalkMark>,
    requests: usize,
}

impl Account {
    /// Posts so many items.
    fn post(&mut self, count: usize) {
        let newest = self.listed.last().copied().unwrap_or(1000 * APART);
        self.listed.extend((1..=count as u64).map(|n| newest + n * APART));
    }

    /// A page, what is sent for the next, and what was sent for this one.
    fn page(&self, cursor: Option<u64>) -> (Vec<Observation>, Option<u64>) {
        let below = self.listed.range(..cursor.unwrap_or(u64::MAX)).rev();
        let in_order: Vec<u64> = below.copied().take(self.page_size).collect();
        let lowest = in_order.last().copied().unwrap_or_default();
        let next = self.listed.range(..lowest).next().map(|_| lowest);
        let observation = |id: &u64, pinned| Observation {
            external_id: id.to_string(),
            pinned,
            ..Observation::default()
        };
        let pinned = self.pinned.iter().filter(|_| cursor.is_none());
        let page = pinned.map(|id| observation(id, true));
        let in_order = in_order.iter().map(|id| observation(id, false));
        (page.chain(in_order).collect(), next)
    }

    fn target(&self, max_items: u32) -> AccountTarget {
        AccountTarget {
            known_ids: self.stored.iter().rev().copied().collect(),
            known_count: u32::try_from(self.stored.len()).unwrap(),
            max_items,
            resume: self.mark.clone(),
            ..AccountTarget::default()
        }
    }

    /// A walk that breaks off after so many pages, as the scrapers' loops go. What it came to, if it did not.
    fn walk(&mut self, max_items: u32, breaks_after: usize) -> Option<Walk> {
        let mut walk = Walk::new(Platform::Tiktok, &self.target(max_items));
        walk.counted(i64::try_from(self.listed.len()).ok());
        walk.begin("item_list");
        let mut cursor = None;
        for _ in 0..breaks_after {
            self.requests += 1;
            let (page, next) = self.page(cursor);
            let taken = walk.take(page);
            self.stored
                .extend(taken.iter().map(|item| item.external_id.parse::<u64>().unwrap()));
            if next.is_none() {
                walk.end();
            }
            let next = next.filter(|_| walk.goes_on());
            let mark = next.and_then(|next| walk.mark(&next.to_string(), None));
            self.mark = mark.or(self.mark.take());
            if next.is_none() {
                return Some(walk);
            }
            cursor = walk.leap(|mark| mark.cursor.parse().ok()).or(next);
            if walk.is_full() {
                return Some(walk);
            }
        }
        None
    }

    fn pages(&self, items: usize) -> usize {
        items.div_ceil(self.page_size)
    }
}

proptest! {
    #[test]
    fn however_often_it_breaks_off_all_is_read_and_what_was_read_is_not_asked_for_again(
        items in 1..150_usize,
        pinned in vec(0..150_usize, 0..3),
        page_size in 4..16_usize,
        attempts in vec((0..12_usize, 0..9_usize), 0..12),
    ) {
        let mut account = Account { page_size, ..Account::default() };
        account.post(items);
        let ids: Vec<u64> = account.listed.iter().copied().collect();
        account.pinned = pinned.into_iter().map(|at| ids[at % ids.len()]).collect();
        let mut wasted = 2;
        let mut newer = 0;
        let mut done = None;
        for (breaks_after, new) in attempts.iter().copied() {
            done = account.walk(0, breaks_after);
            if done.is_some() {
                break;
            }
            account.post(new);
            newer += new;
            wasted += 2 + account.pages(newer);
        }
        let walk = match done {
            Some(walk) => walk,
            None => account.walk(0, usize::MAX).unwrap(),
        };
        prop_assert_eq!(&account.stored, &account.listed);
        prop_assert!(walk.report().reached_end);
        prop_assert_eq!(walk.report().gap, Some(0));
        prop_assert_eq!(walk.missing(), Ok(vec![]));
        let once = account.pages(account.listed.len());
        prop_assert!(account.requests <= once + wasted, "{} requests for {once} pages", account.requests);
    }

    #[test]
    fn as_many_items_are_read_as_without_a_break(
        items in 20..150_usize,
        max_items in 10..100_u32,
        breaks in vec(1..6_usize, 1..5),
    ) {
        let mut account = Account { page_size: 10, ..Account::default() };
        account.post(items);
        let mut broken = 0;
        let walk = breaks.into_iter().find_map(|after| {
            let done = account.walk(max_items, after);
            broken += usize::from(done.is_none());
            done
        });
        let walk = match walk {
            Some(walk) => walk,
            None => account.walk(max_items, usize::MAX).unwrap(),
        };
        prop_assert_eq!(account.stored.len(), items.min(max_items as usize));
        prop_assert_eq!(walk.report().capped, items > max_items as usize);
        prop_assert!(broken > 0 || account.mark.is_some() || items <= 10 || max_items <= 10);
    }
}

#[test]
fn what_is_due_is_read_before_it_goes_on() {
    let mut account = Account {
        page_size: 10,
        ..Account::default()
    };
    account.post(100);
    assert!(account.walk(0, 6).is_none());
    let ids: Vec<u64> = account.listed.iter().rev().copied().collect();
    let mark = account.mark.clone().unwrap();
    assert_eq!(
        (mark.covered_from_id, mark.covered_to_id, mark.listed),
        (ids[0], ids[59], 60)
    );
    let leap = |read_to_id, pages: usize| {
        let target = AccountTarget {
            read_to_id,
            may_fill_gap: true,
            ..account.target(0)
        };
        let mut walk = Walk::new(Platform::Tiktok, &target);
        walk.counted(Some(100));
        walk.begin("item_list");
        let mut cursor = None;
        for _ in 0..pages {
            let (page, next) = account.page(cursor);
            walk.take(page);
            cursor = next;
        }
        (walk.goes_on(), walk.leap(Some).is_some())
    };
    assert_eq!(leap(u64::MAX, 1), (true, true));
    assert_eq!(leap(ids[25], 1), (true, false));
    assert_eq!(leap(ids[25], 3), (true, true));
    assert_eq!(leap(ids[70], 7), (true, false), "it has come further by itself");
}

#[test]
fn a_mark_of_another_list_is_of_no_use_and_an_empty_place_leads_back() {
    let mut account = Account {
        page_size: 10,
        ..Account::default()
    };
    account.post(50);
    assert!(account.walk(0, 3).is_none());
    let mut walk = Walk::new(Platform::Tiktok, &account.target(40));
    walk.counted(Some(50));
    walk.begin("other");
    walk.take(account.page(None).0);
    assert_eq!(walk.leap(Some), None);
    assert!(walk.mark("1", None).is_some(), "it goes on by itself");
    walk.begin("item_list");
    walk.take(account.page(None).0);
    assert_eq!(walk.mark("1", None), None, "the earlier one had come further");
    assert!(walk.leap(Some).is_some());
    assert!(walk.missing().unwrap().is_empty());
    walk.leap_back();
    let mut cursor = account.page(None).1;
    while let Some(next) = cursor.filter(|_| walk.goes_on()) {
        let (page, next) = account.page(Some(next));
        walk.take(page);
        cursor = next;
    }
    assert!(walk.report().capped);
    assert_eq!(walk.count(), 40);
}
