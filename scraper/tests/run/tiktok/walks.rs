//! What is read of an account of which much is known, and what its end says.

use clipmeter_proto::v1::unit::Target;
use clipmeter_proto::v1::{AccountTarget, Facts, MissSource, Unit, UnitReport};

use serde_json::json;

use super::{LIST, SEC_UID, WEEK, item, list, numbers, page, setup, user_page, video_page};
use crate::setup::{NOW, Setup, account};
use crate::standin::Reply;

/// Ids hold the second of their creation above 32 bits; these items are a week apart, the first the newest.
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
    setup.told().units().remove(0)
}

#[tokio::test]
async fn a_walk_ends_with_what_is_known_and_not_due() {
    let setup = setup(vec![known(1..9, |_| {})]).await;
    setup
        .platform
        .on("/@someone", [user_page("77", "someone", SEC_UID, 9)]);
    let pages = [videos(&[0, 1, 2]), videos(&[3, 4, 5]), videos(&[6, 7, 8])];
    setup.platform.on(LIST, pages.map(|page| list(&page, true)));
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"]);
    assert_eq!(setup.platform.asked_for(LIST).len(), 2);
    let walk = unit(&setup).walk.unwrap();
    assert_eq!((walk.endpoint.as_str(), walk.covered_to_id), ("item_list", id(5)));
    assert_eq!((walk.reached_end, walk.listed, walk.gap), (false, 6, None));
    assert!(unit(&setup).missing.is_empty());
}

#[tokio::test]
async fn a_walk_that_broke_off_is_continued_behind_its_last_page() {
    let page = user_page("77", "someone", SEC_UID, 9);
    let first = setup(vec![known(0..0, |target| target.read_to_id = 0)]).await;
    first.platform.on("/@someone", [page.clone()]);
    let gone = Reply::status(404, "");
    let pages = [list(&videos(&[1, 2]), true), list(&videos(&[3, 4]), true), gone];
    first.platform.on(LIST, pages);
    first.run().await.unwrap();
    let mark = first.told().pages().pop().unwrap().mark.unwrap();
    let cursor = (NOW - WEEK * 4 - 60) * 1000;
    assert_eq!(
        (mark.endpoint.as_str(), mark.cursor.as_str()),
        ("item_list", cursor.to_string().as_str())
    );
    assert_eq!(
        (mark.covered_from_id, mark.covered_to_id, mark.listed),
        (id(1), id(4), 4)
    );

    let next = setup(vec![known(1..5, |target| {
        target.read_to_id = 0;
        target.resume = Some(mark);
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
    let asked = next.platform.asked_for(LIST);
    assert_eq!(asked[1].query("cursor"), Some(cursor.to_string()));
    let end = unit(&next);
    assert!(end.missing.is_empty(), "{:?}", end.missing);
    assert!(end.walk.unwrap().reached_end);
}

#[tokio::test]
async fn what_a_list_does_not_show_in_its_place_is_missed_and_looked_at() {
    let unit_of = |target: &mut AccountTarget| {
        target.read_to_id = 0;
        target.look_at_ids = vec![id(20), id(21)];
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
        .on("/embed/", [Reply::status(404, "")])
        .on(
            "/oembed",
            [Reply::status(400, r#"{"code":400,"message":"gone"}"#)],
        );
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"]);
    let missing: Vec<_> = unit(&setup)
        .missing
        .iter()
        .map(|missing| (missing.id, missing.source()))
        .collect();
    assert_eq!(missing, [(id(3), MissSource::List), (id(20), MissSource::Item)]);
    assert!(unit(&setup).walk.unwrap().reached_end);
    assert_eq!(
        setup.told().observations().len(),
        6,
        "with the one that was looked at"
    );
}

#[tokio::test]
async fn a_list_that_lacks_what_the_account_counts_is_no_success() {
    let setup = setup(vec![known(0..20, |target| target.read_to_id = 0)]).await;
    setup
        .platform
        .on("/@someone", [user_page("77", "someone", SEC_UID, 20)])
        .on(LIST, [list(&videos(&[0, 1, 2, 3, 4]), false)]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ambiguous_empty"]);
    assert!(unit(&setup).missing.is_empty());
    assert_eq!(setup.told().observations().len(), 5, "what it shows is kept");
}

#[tokio::test]
async fn an_empty_list_of_an_account_with_videos_is_no_success() {
    let setup = setup(vec![account(1, "someone")]).await;
    setup
        .platform
        .on("/@someone", [user_page("77", "someone", SEC_UID, 5)])
        .on(LIST, [list(&[], false)]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ambiguous_empty"]);
}

#[tokio::test]
async fn a_list_that_breaks_off_is_continued_by_what_the_embed_shows() {
    let setup = setup(vec![account(1, "dylanlemay")]).await;
    setup
        .platform
        .on("/@dylanlemay", [user_page("77", "dylanlemay", SEC_UID, 30)])
        .on(
            LIST,
            [
                list(&[item(1, "dylanlemay", NOW - 5)], true),
                Reply::status(403, ""),
            ],
        )
        .on("/embed/@dylanlemay", [Reply::recorded("tiktok/embed_user.html")]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"]);
    assert_eq!(setup.told().observations().len(), 1 + 10);
    let walk = unit(&setup).walk.unwrap();
    assert_eq!((walk.endpoint.as_str(), walk.reached_end), ("embed_user", false));
    assert!(unit(&setup).detail.contains("blocked"));
}

#[tokio::test]
async fn an_address_whose_lists_are_refused_is_left_in_peace_although_the_embed_serves_it() {
    let setup = setup((1..=8).map(|id| account(id, "dylanlemay")).collect()).await;
    setup.told().batch.facts = Some(Facts {
        version: 1,
        document: r#"{"tiktok":{"pace":{"at_once":1}}}"#.to_owned(),
    });
    setup
        .platform
        .on("/@dylanlemay", [user_page("77", "dylanlemay", SEC_UID, 30)])
        .on(LIST, [Reply::status(403, "")])
        .on("/embed/@dylanlemay", [Reply::recorded("tiktok/embed_user.html")]);
    setup.run().await.unwrap();
    let outcomes = setup.outcomes();
    assert_eq!(outcomes[..3], ["ok"; 3]);
    assert_eq!(outcomes[3..], ["blocked"; 5]);
    assert_eq!(setup.platform.asked_for(LIST).len(), 3);
}

#[tokio::test]
async fn no_further_video_is_looked_at_once_the_platform_wants_quiet() {
    for (status, requests) in [(429, 1), (503, 3)] {
        let unit_of = |target: &mut AccountTarget| {
            target.last_item_count = Some(6);
            target.look_at_ids = (20..25).map(id).collect();
        };
        let setup = setup(vec![known(0..6, unit_of)]).await;
        setup
            .platform
            .on("/@someone", [user_page("77", "someone", SEC_UID, 6)])
            .on("/", [Reply::status(status, "")]);
        setup.run().await.unwrap();
        assert_eq!(setup.outcomes(), ["ok"]);
        assert_eq!(setup.platform.asked().len(), 1 + requests, "after {status}");
    }
}

#[tokio::test]
async fn a_quiet_account_costs_one_request() {
    let setup = setup(vec![known(0..6, |target| target.last_item_count = Some(6))]).await;
    setup
        .platform
        .on("/@someone", [user_page("77", "someone", SEC_UID, 6)]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"]);
    assert_eq!(setup.platform.asked().len(), 1);
    assert_eq!(unit(&setup).walk, None);
}

#[tokio::test]
async fn a_rest_that_the_platform_asks_for_is_kept() {
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
        .on("/", [Reply::status(429, "").with("retry-after", "90")]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["rate_limited"; 8]);
    assert!(setup.platform.asked().len() <= 4, "only those under way already");
    assert!(
        setup
            .told()
            .units()
            .iter()
            .any(|unit| unit.detail.contains("another 90 s of rest"))
    );
    assert!(numbers(&setup).is_empty());
}
