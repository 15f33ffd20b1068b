//! What is read of an account with known items, and how the result is reported.

use clipmeter_proto::v1::unit::Target;
use clipmeter_proto::v1::{AccountTarget, MissingSource, PlatformConfig, Unit, UnitReport};

use serde_json::json;

use super::{LIST, SEC_UID, WEEK, item, list, numbers, page, setup, user_page, user_status, video_page};
use crate::fake_platform::StubResponse;
use crate::setup::{NOW, Setup, account};

/// Ids contain the second of their creation above bit 32; these items are a week apart, newest first.
fn id(nth: u64) -> u64 {
    (1_750_000_000 - nth * 7 * 24 * 3600) << 32
}

fn videos(nths: &[u64]) -> Vec<serde_json::Value> {
    let video = |nth: &u64| {
        let mut video = item(0, "someone", NOW - WEEK * i64::try_from(*nth).unwrap() - 60);
        video["id"] = id(*nth).to_string().into();
        video
    };
    nths.iter().map(video).collect()
}

/// An account whose items up to this one are known and not due.
fn known(nths: std::ops::Range<u64>, change: impl FnOnce(&mut AccountTarget)) -> Unit {
    let mut unit = account(1, "someone");
    if let Some(Target::Account(target)) = &mut unit.target {
        target.known_ids = nths.map(id).collect();
        target.known_count = u32::try_from(target.known_ids.len()).unwrap();
        target.read_to_id = u64::MAX;
        target.max_items = 0;
        change(target);
    }
    unit
}

fn unit(setup: &Setup) -> UnitReport {
    setup.recorded().units().remove(0)
}

#[tokio::test]
async fn crawl_ends_at_known_items_that_are_not_due() {
    let setup = setup(vec![known(1..9, |_| {})]).await;
    setup
        .platform
        .on("/@someone", [user_page("77", "someone", SEC_UID, 9)]);
    let pages = [videos(&[0, 1, 2]), videos(&[3, 4, 5]), videos(&[6, 7, 8])];
    setup.platform.on(LIST, pages.map(|page| list(&page, true)));
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"]);
    assert_eq!(setup.platform.received_at(LIST).len(), 2);
    let crawl = unit(&setup).crawl.unwrap();
    assert_eq!(
        (crawl.endpoint.as_str(), crawl.covered_to_id),
        ("item_list", id(5))
    );
    assert_eq!((crawl.reached_end, crawl.listed, crawl.gap), (false, 6, None));
    assert!(unit(&setup).missing.is_empty());
}

#[tokio::test]
async fn crawl_resumes_after_last_stored_page() {
    let page = user_page("77", "someone", SEC_UID, 9);
    let first = setup(vec![known(0..0, |target| target.read_to_id = 0)]).await;
    first.platform.on("/@someone", [page.clone()]);
    let not_found = StubResponse::status(404, "");
    let pages = [
        list(&videos(&[1, 2]), true),
        list(&videos(&[3, 4]), true),
        not_found,
    ];
    first.platform.on(LIST, pages);
    first.run().await.unwrap();
    let checkpoint = first.recorded().pages().pop().unwrap().checkpoint.unwrap();
    let cursor = (NOW - WEEK * 4 - 60) * 1000;
    assert_eq!(
        (checkpoint.endpoint.as_str(), checkpoint.cursor.as_str()),
        ("item_list", cursor.to_string().as_str())
    );
    assert_eq!(
        (
            checkpoint.covered_from_id,
            checkpoint.covered_to_id,
            checkpoint.listed
        ),
        (id(1), id(4), 4)
    );

    let next = setup(vec![known(1..5, |target| {
        target.read_to_id = 0;
        target.resume = Some(checkpoint);
    })])
    .await;
    next.platform.on("/@someone", [page]);
    let pages = [list(&videos(&[0, 1]), true), list(&videos(&[5, 6]), false)];
    next.platform.on(LIST, pages);
    next.run().await.unwrap();
    assert_eq!(next.outcomes(), ["ok"]);
    assert_eq!(
        numbers(&next),
        [0, 1, 5, 6].map(|nth| id(nth) - 7_000_000_000_000_000_000)
    );
    let received = next.platform.received_at(LIST);
    assert_eq!(received[1].query("cursor"), Some(cursor.to_string()));
    let end = unit(&next);
    assert!(end.missing.is_empty(), "{:?}", end.missing);
    assert!(end.crawl.unwrap().reached_end);
}

#[tokio::test]
async fn crawl_reports_missing_items_from_list_and_lookups() {
    let unit_of = |target: &mut AccountTarget| {
        target.read_to_id = 0;
        target.lookup_ids = vec![id(20), id(21)];
    };
    let shown = json!({"statusCode": 0, "statusMsg": "", "itemInfo": {"itemStruct": videos(&[21])[0]}});
    let setup = setup(vec![known(0..6, unit_of)]).await;
    setup
        .platform
        .on("/@someone", [user_page("77", "someone", SEC_UID, 5)])
        .on(LIST, [list(&videos(&[0, 1, 2, 4, 5]), false)])
        .on(&format!("/@_/video/{}", id(20)), [video_page(10204)])
        .on(
            &format!("/@_/video/{}", id(21)),
            [page(&json!({"webapp.video-detail": shown}))],
        )
        .on("/embed/", [StubResponse::status(404, "")])
        .on(
            "/oembed",
            [StubResponse::status(400, r#"{"code":400,"message":"gone"}"#)],
        );
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"]);
    let missing: Vec<_> = unit(&setup)
        .missing
        .iter()
        .map(|missing| (missing.id, missing.source()))
        .collect();
    assert_eq!(
        missing,
        [(id(3), MissingSource::List), (id(20), MissingSource::Item)]
    );
    assert!(unit(&setup).crawl.unwrap().reached_end);
    assert_eq!(
        setup.recorded().observations().len(),
        6,
        "with the one that was looked at"
    );
}

#[tokio::test]
async fn account_whose_videos_are_all_gone_reports_them_missing() {
    let unit_of = |target: &mut AccountTarget| target.lookup_ids = vec![id(1)];
    let setup = setup(vec![known(1..4, unit_of)]).await;
    setup
        .platform
        .on("/@someone", [user_page("77", "someone", SEC_UID, 0)])
        .on("/@_/video/", [video_page(10204)])
        .on("/embed/", [StubResponse::status(404, "")])
        .on(
            "/oembed",
            [StubResponse::status(400, r#"{"code":400,"message":"gone"}"#)],
        );
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok_no_videos"]);
    let missing: Vec<_> = unit(&setup)
        .missing
        .iter()
        .map(|missing| (missing.id, missing.source()))
        .collect();
    let (list, item) = (MissingSource::List, MissingSource::Item);
    assert_eq!(
        missing,
        [(id(1), list), (id(2), list), (id(3), list), (id(1), item)]
    );
    let crawl = unit(&setup).crawl.unwrap();
    assert_eq!((crawl.reached_end, crawl.gap), (true, Some(0)));
    assert!(setup.platform.received_at(LIST).is_empty());
}

#[tokio::test]
async fn list_far_short_of_item_count_is_ambiguous_empty() {
    let setup = setup(vec![known(0..20, |target| target.read_to_id = 0)]).await;
    setup
        .platform
        .on("/@someone", [user_page("77", "someone", SEC_UID, 20)])
        .on(LIST, [list(&videos(&[0, 1, 2, 3, 4]), false)]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ambiguous_empty"]);
    assert!(unit(&setup).missing.is_empty());
    assert_eq!(setup.recorded().observations().len(), 5, "its items are kept");
}

#[tokio::test]
async fn empty_list_of_account_with_videos_is_ambiguous_empty() {
    let setup = setup(vec![account(1, "someone")]).await;
    setup
        .platform
        .on("/@someone", [user_page("77", "someone", SEC_UID, 5)])
        .on(LIST, [list(&[], false)]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ambiguous_empty"]);
}

#[tokio::test]
async fn interrupted_list_is_continued_by_embed() {
    let setup = setup(vec![account(1, "dylanlemay")]).await;
    setup
        .platform
        .on("/@dylanlemay", [user_page("77", "dylanlemay", SEC_UID, 30)])
        .on(
            LIST,
            [
                list(&[item(1, "dylanlemay", NOW - 5)], true),
                StubResponse::status(403, ""),
            ],
        )
        .on(
            "/embed/@dylanlemay",
            [StubResponse::recorded("tiktok/embed_user.html")],
        );
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"]);
    assert_eq!(setup.recorded().observations().len(), 1 + 10);
    let crawl = unit(&setup).crawl.unwrap();
    assert_eq!(
        (crawl.endpoint.as_str(), crawl.reached_end),
        ("embed_user", false)
    );
    assert!(unit(&setup).detail.contains("blocked"));
}

#[tokio::test]
async fn address_with_refused_lists_stops_despite_working_embed() {
    let setup = setup((1..=8).map(|id| account(id, "dylanlemay")).collect()).await;
    setup.recorded().batch.platform_config = Some(PlatformConfig {
        revision: 1,
        document: r#"{"tiktok":{"rate_limits":{"at_once":1}}}"#.to_owned(),
    });
    setup
        .platform
        .on("/@dylanlemay", [user_page("77", "dylanlemay", SEC_UID, 30)])
        .on(LIST, [StubResponse::status(403, "")])
        .on(
            "/embed/@dylanlemay",
            [StubResponse::recorded("tiktok/embed_user.html")],
        );
    setup.run().await.unwrap();
    let outcomes = setup.outcomes();
    assert_eq!(outcomes[..3], ["ok"; 3]);
    assert_eq!(outcomes[3..], ["blocked"; 5]);
    assert_eq!(setup.platform.received_at(LIST).len(), 3);
}

#[tokio::test]
async fn lookups_stop_after_rate_limit_or_server_error() {
    for (status, requests) in [(429, 1), (503, 3)] {
        let unit_of = |target: &mut AccountTarget| {
            target.last_item_count = Some(6);
            target.lookup_ids = (20..25).map(id).collect();
        };
        let setup = setup(vec![known(0..6, unit_of)]).await;
        setup
            .platform
            .on("/@someone", [user_page("77", "someone", SEC_UID, 6)])
            .on("/", [StubResponse::status(status, "")]);
        setup.run().await.unwrap();
        assert_eq!(setup.outcomes(), ["ok"]);
        assert_eq!(setup.platform.received().len(), 1 + requests, "after {status}");
    }
}

#[tokio::test]
async fn account_without_changes_needs_one_request() {
    let setup = setup(vec![known(0..6, |target| target.last_item_count = Some(6))]).await;
    setup
        .platform
        .on("/@someone", [user_page("77", "someone", SEC_UID, 6)]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"]);
    assert_eq!(setup.platform.received().len(), 1);
    assert_eq!(unit(&setup).crawl, None);
}

#[tokio::test]
async fn cooldown_requested_by_platform_is_respected() {
    let units = ["one", "two", "three", "four", "five", "six", "seven", "eight"];
    let setup = setup(
        units
            .iter()
            .zip(1..)
            .map(|(name, id)| account(id, name))
            .collect(),
    )
    .await;
    setup
        .platform
        .on("/", [StubResponse::status(429, "").with("retry-after", "90")]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["rate_limited"; 8]);
    assert!(
        setup.platform.received().len() <= 4,
        "only those under way already"
    );
    assert!(
        setup
            .recorded()
            .units()
            .iter()
            .any(|unit| unit.detail.contains("a cooldown of another 90 s"))
    );
    assert!(numbers(&setup).is_empty());
}

#[tokio::test]
async fn short_cooldown_requested_by_platform_does_not_fail_later_units() {
    let mut units = vec![account(1, "limited")];
    units.extend((2..=8).map(|id| account(id, &format!("user{id}"))));
    let setup = setup(units).await;
    let limited = StubResponse::status(429, "").with("retry-after", "30");
    setup.platform.on("/@limited", [limited]);
    setup.platform.on("/@", [user_status(10221)]);
    setup.run().await.unwrap();
    let outcomes = setup.outcomes();
    assert_eq!(outcomes[0], "rate_limited");
    assert_eq!(outcomes[1..], ["not_found"; 7]);
}
