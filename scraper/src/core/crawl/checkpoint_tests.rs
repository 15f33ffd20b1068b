//! Crawls that break off repeatedly and are resumed.

use std::collections::BTreeSet;

use clipmeter_proto::v1::{AccountTarget, CrawlCheckpoint, Observation};
use proptest::collection::vec;
use proptest::prelude::*;

use super::Crawl;
use super::tests::HOUR;

/// Two hours between items, in TikTok's IDs.
const APART: u64 = 7200 << 32;

/// A list and the data that the API has stored for it.
#[derive(Debug, Default)]
struct Account {
    listed: BTreeSet<u64>,
    pinned: Vec<u64>,
    page_size: usize,
    stored: BTreeSet<u64>,
    checkpoint: Option<CrawlCheckpoint>,
    requests: usize,
}

impl Account {
    /// Posts this many items.
    fn post(&mut self, count: usize) {
        let newest = self.listed.last().copied().unwrap_or(1000 * APART);
        self.listed.extend((1..=count as u64).map(|n| newest + n * APART));
    }

    /// Returns a page, the cursor of the next one, and the cursor of this one.
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
            resume: self.checkpoint.clone(),
            ..AccountTarget::default()
        }
    }

    /// Crawls up to `breaks_after` pages, like the scrapers' loops. Returns the crawl if it did not break
    /// off.
    fn crawl(&mut self, max_items: u32, breaks_after: usize) -> Option<Crawl> {
        let mut crawl = Crawl::new(HOUR, &self.target(max_items));
        crawl.counted(i64::try_from(self.listed.len()).ok());
        crawl.begin("item_list");
        let mut cursor = None;
        for _ in 0..breaks_after {
            self.requests += 1;
            let (page, next) = self.page(cursor);
            let taken = crawl.take(page);
            self.stored
                .extend(taken.iter().map(|item| item.external_id.parse::<u64>().unwrap()));
            if next.is_none() {
                crawl.end();
            }
            let next = next.filter(|_| crawl.continues());
            let checkpoint = next.and_then(|next| crawl.checkpoint(&next.to_string(), None));
            self.checkpoint = checkpoint.or(self.checkpoint.take());
            if next.is_none() {
                return Some(crawl);
            }
            cursor = crawl
                .jump_to_checkpoint(|checkpoint| checkpoint.cursor.parse().ok())
                .or(next);
            if crawl.is_full() {
                return Some(crawl);
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
    fn crawl_resumed_repeatedly_reads_all_with_few_extra_requests(
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
            done = account.crawl(0, breaks_after);
            if done.is_some() {
                break;
            }
            account.post(new);
            newer += new;
            wasted += 2 + account.pages(newer);
        }
        let crawl = match done {
            Some(crawl) => crawl,
            None => account.crawl(0, usize::MAX).unwrap(),
        };
        prop_assert_eq!(&account.stored, &account.listed);
        prop_assert!(crawl.summary().reached_end);
        prop_assert_eq!(crawl.summary().gap, Some(0));
        prop_assert_eq!(crawl.missing(), Ok(vec![]));
        let once = account.pages(account.listed.len());
        prop_assert!(account.requests <= once + wasted, "{} requests for {once} pages", account.requests);
    }

    #[test]
    fn crawl_with_item_limit_reads_same_number_despite_interruptions(
        items in 20..150_usize,
        max_items in 10..100_u32,
        breaks in vec(1..6_usize, 1..5),
    ) {
        let mut account = Account { page_size: 10, ..Account::default() };
        account.post(items);
        let mut broken = 0;
        let crawl = breaks.into_iter().find_map(|after| {
            let done = account.crawl(max_items, after);
            broken += usize::from(done.is_none());
            done
        });
        let crawl = match crawl {
            Some(crawl) => crawl,
            None => account.crawl(max_items, usize::MAX).unwrap(),
        };
        prop_assert_eq!(account.stored.len(), items.min(max_items as usize));
        prop_assert_eq!(crawl.summary().capped, items > max_items as usize);
        prop_assert!(broken > 0 || account.checkpoint.is_some() || items <= 10 || max_items <= 10);
    }
}

#[test]
fn crawl_reads_due_items_before_jumping_to_checkpoint() {
    let mut account = Account {
        page_size: 10,
        ..Account::default()
    };
    account.post(100);
    assert!(account.crawl(0, 6).is_none());
    let ids: Vec<u64> = account.listed.iter().rev().copied().collect();
    let checkpoint = account.checkpoint.clone().unwrap();
    assert_eq!(
        (
            checkpoint.covered_from_id,
            checkpoint.covered_to_id,
            checkpoint.listed
        ),
        (ids[0], ids[59], 60)
    );
    let jump_to_checkpoint = |read_to_id, pages: usize| {
        let target = AccountTarget {
            read_to_id,
            may_fill_gap: true,
            ..account.target(0)
        };
        let mut crawl = Crawl::new(HOUR, &target);
        crawl.counted(Some(100));
        crawl.begin("item_list");
        let mut cursor = None;
        for _ in 0..pages {
            let (page, next) = account.page(cursor);
            crawl.take(page);
            cursor = next;
        }
        (crawl.continues(), crawl.jump_to_checkpoint(Some).is_some())
    };
    assert_eq!(jump_to_checkpoint(u64::MAX, 1), (true, true));
    assert_eq!(jump_to_checkpoint(ids[25], 1), (true, false));
    assert_eq!(jump_to_checkpoint(ids[25], 3), (true, true));
    assert_eq!(
        jump_to_checkpoint(ids[70], 7),
        (true, false),
        "it has come further by itself"
    );
}

#[test]
fn crawl_ignores_checkpoint_of_other_endpoint_and_undoes_jump() {
    let mut account = Account {
        page_size: 10,
        ..Account::default()
    };
    account.post(50);
    assert!(account.crawl(0, 3).is_none());
    let mut crawl = Crawl::new(HOUR, &account.target(40));
    crawl.counted(Some(50));
    crawl.begin("other");
    crawl.take(account.page(None).0);
    assert_eq!(crawl.jump_to_checkpoint(Some), None);
    assert!(
        crawl.checkpoint("1", None).is_some(),
        "the other list has its own checkpoint"
    );
    crawl.begin("item_list");
    crawl.take(account.page(None).0);
    assert_eq!(
        crawl.checkpoint("1", None),
        None,
        "the earlier one had come further"
    );
    assert!(crawl.jump_to_checkpoint(Some).is_some());
    assert!(crawl.missing().unwrap().is_empty());
    crawl.cancel_jump();
    let mut cursor = account.page(None).1;
    while let Some(next) = cursor.filter(|_| crawl.continues()) {
        let (page, next) = account.page(Some(next));
        crawl.take(page);
        cursor = next;
    }
    assert!(crawl.summary().capped);
    assert_eq!(crawl.count(), 40);
}
