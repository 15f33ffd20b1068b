use clipmeter_proto::v1::{AccountTarget, Observation, Outcome};

use super::{Crawl, NOTHING_DUE};

/// An hour in the units of item IDs.
pub(super) const HOUR: u64 = 3600 << 32;

/// Two hours, in TikTok's IDs.
const HOURS: u64 = 7200 << 32;

fn items(ids: &[u64]) -> Vec<Observation> {
    let item = |id: &u64| Observation {
        external_id: id.to_string(),
        ..Observation::default()
    };
    ids.iter().map(item).collect()
}

fn plain(max_items: u32) -> Crawl {
    let target = AccountTarget {
        max_items,
        ..AccountTarget::default()
    };
    Crawl::new(HOUR, &target)
}

#[test]
fn crawl_takes_items_once_and_limits_only_new_ones() {
    let mut crawl = plain(3);
    assert_eq!(crawl.take(items(&[1, 1, 2])).len(), 2);
    assert_eq!(crawl.take(items(&[2, 3, 4])), items(&[3]));
    assert!(crawl.is_full() && crawl.summary().capped && !crawl.continues());
    let mut mixed = items(&[1, 2]);
    mixed[0].external_id.clear();
    assert_eq!(plain(0).take(mixed).len(), 1);
}

#[test]
fn crawl_without_known_items_reads_whole_list() {
    let mut crawl = plain(0);
    for page in [[9, 8], [7, 6], [5, 4]] {
        crawl.take(items(&page));
        assert!(crawl.continues());
    }
}

#[test]
fn crawl_continues_past_items_already_shown_by_other_list() {
    let ids: Vec<u64> = (1..=40).rev().map(|n| n * HOURS).collect();
    let target = AccountTarget {
        known_ids: ids[30..].to_vec(),
        known_count: 10,
        read_to_id: NOTHING_DUE,
        ..AccountTarget::default()
    };
    let mut crawl = Crawl::new(HOUR, &target);
    crawl.counted(Some(40));
    crawl.begin("one");
    assert!(crawl.has_shown_nothing());
    assert_eq!(crawl.take(items(&ids[..12])).len(), 12);
    crawl.begin("other");
    assert!(crawl.has_shown_nothing());
    assert_eq!(crawl.take(items(&ids[..12])), []);
    assert!(crawl.continues() && !crawl.has_shown_nothing());
    assert_eq!(crawl.take(items(&ids[12..36])).len(), 24);
    assert!(crawl.continues());
    crawl.take(items(&ids[36..]));
    assert!(!crawl.continues());
}

#[test]
fn crawl_page_is_repetition_only_with_same_items() {
    let mut crawl = plain(0);
    assert!(!crawl.is_repetition(&items(&[])));
    crawl.take(items(&[1, 2]));
    assert!(crawl.is_repetition(&items(&[2, 1])));
    assert!(!crawl.is_repetition(&items(&[1])));
    assert!(!crawl.is_repetition(&items(&[1, 3])));
    crawl.take(items(&[3]));
    assert!(!crawl.is_repetition(&items(&[1, 2])));
    assert!(crawl.has_seen_all(&items(&[1, 2])) && !crawl.has_seen_all(&items(&[1, 4])));
}

#[test]
fn crawl_reports_nothing_missing_if_list_lacks_many_items() {
    let ids: Vec<u64> = (1..=30).rev().map(|n| n * HOURS).collect();
    let target = AccountTarget {
        known_ids: ids.clone(),
        known_count: 30,
        ..AccountTarget::default()
    };
    for (shown, count, missed) in [
        (20, 30, None),
        (20, 20, Some(10)),
        (26, 30, Some(4)),
        (0, 30, None),
    ] {
        let mut crawl = Crawl::new(HOUR, &target);
        crawl.counted(Some(count));
        crawl.begin("item_list");
        crawl.take(items(&ids[..shown]));
        crawl.end();
        let missing = crawl.missing().ok().map(|missing| missing.len());
        assert_eq!(missing, missed, "{shown} of {count}");
    }
}

#[test]
fn crawl_recognizes_pinned_items_after_empty_page() {
    let mut crawl = plain(0);
    crawl.begin("item_list");
    crawl.take(items(&[]));
    crawl.take(items(&[HOURS, 9 * HOURS, 8 * HOURS]));
    assert_eq!(crawl.summary().covered_to_id, 8 * HOURS);
}

#[test]
fn crawl_of_account_without_items_reports_all_known_ones_missing() {
    let ids: Vec<u64> = (1..=30).rev().map(|n| n * HOURS).collect();
    let target = AccountTarget {
        known_ids: ids.clone(),
        known_count: 30,
        ..AccountTarget::default()
    };
    let result = Crawl::new(HOUR, &target).empty_result("user_page");
    let missing: Vec<u64> = result.missing.iter().map(|missing| missing.id).collect();
    assert_eq!((result.outcome, missing), (Outcome::OkNoVideos, ids));
    let crawl = result.crawl.unwrap();
    assert_eq!(
        (crawl.endpoint.as_str(), crawl.reached_end, crawl.gap),
        ("user_page", true, Some(0))
    );
}

#[test]
fn crawl_is_skipped_only_without_new_or_due_items() {
    let target = AccountTarget {
        known_ids: vec![5, 4],
        known_count: 2,
        read_to_id: NOTHING_DUE,
        last_item_count: Some(2),
        ..AccountTarget::default()
    };
    let needed = |target: &AccountTarget, count, shown: &[u64]| {
        let mut crawl = Crawl::new(HOUR, target);
        crawl.counted(count);
        crawl.is_needed(&items(shown))
    };
    assert!(!needed(&target, Some(2), &[5]));
    assert!(needed(&target, Some(2), &[6]));
    assert!(needed(&target, Some(3), &[]));
    assert!(needed(&target, None, &[]));
    let due = AccountTarget {
        read_to_id: 4,
        ..target.clone()
    };
    assert!(needed(&due, Some(2), &[]));
}

#[test]
fn crawl_summary_covers_only_last_list() {
    let mut crawl = plain(0);
    crawl.begin("item_list");
    crawl.take(items(&[9, 8]));
    crawl.begin("embed_user");
    assert_eq!(crawl.take(items(&[9, 8, 7])).len(), 1);
    let summary = crawl.summary();
    assert_eq!(
        (summary.endpoint.as_str(), summary.covered_to_id, summary.listed),
        ("embed_user", 7, 3)
    );
    assert_eq!(
        (summary.reached_end, summary.gap, summary.capped),
        (false, None, false)
    );
}

#[test]
fn resumed_crawl_of_new_items_continues_past_reported_ones() {
    let ids: Vec<u64> = (1..=60).rev().map(|n| n * HOURS).collect();
    let target = AccountTarget {
        known_ids: ids[36..].to_vec(),
        known_count: 24,
        read_to_id: NOTHING_DUE,
        ..AccountTarget::default()
    };
    let mut crawl = Crawl::new(HOUR, &target);
    crawl.counted(Some(60));
    crawl.begin("one");
    crawl.take(items(&ids[..12]));
    assert!(crawl.checkpoint("c", None).is_some());
    let mut crawl = crawl.resumed();
    crawl.begin("one");
    crawl.take(items(&ids[..12]));
    assert!(crawl.continues());
}
