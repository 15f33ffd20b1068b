//! The crawl of the item list.

use clipmeter_proto::v1::Precision;

use super::{LIST, SEC_UID, WEEK, by, cursors, devices, item, list, numbers, setup, user_page};
use crate::fake_platform::StubResponse;
use crate::setup::{NOW, account, limited};

#[tokio::test]
async fn list_is_read_backward_over_gaps_and_repetitions() {
    let setup = setup(vec![account(1, "someone")]).await;
    setup
        .platform
        .on("/@someone", [user_page("77", "someone", SEC_UID, 5)]);
    let (first, second) = (NOW - 1000, NOW - 9000);
    let pages = [
        list(
            &[
                item(1, "someone", NOW - 90 * WEEK),
                item(9, "someone", NOW - 500),
                item(8, "someone", first),
            ],
            true,
        ),
        list(&[item(8, "someone", first), item(7, "someone", second)], true),
        list(&[], true),
        list(&[item(1, "someone", NOW - 90 * WEEK)], false),
    ];
    setup.platform.on(LIST, pages);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"]);
    assert_eq!(numbers(&setup), [1, 9, 8, 7]);
    assert_eq!(
        cursors(&setup),
        [NOW, first, second, second - WEEK].map(|seconds| seconds * 1000)
    );
    let observation = setup.recorded().observations().remove(0);
    assert_eq!(
        (observation.views, observation.shares, observation.precision()),
        (Some(12034), Some(4), Precision::Exact)
    );
    assert_eq!(
        setup.recorded().units()[0]
            .profile
            .as_ref()
            .unwrap()
            .follower_count,
        Some(1512)
    );
    let received = setup.platform.received_at(LIST).remove(0);
    assert_eq!(received.query("secUid").as_deref(), Some(SEC_UID));
    assert_eq!(received.query("aid").as_deref(), Some("1988"));
    assert!(received.query("verifyFp").unwrap().starts_with("verify_"));
    let device: u64 = received.query("device_id").unwrap().parse().unwrap();
    assert!((7_250_000_000_000_000_000..=7_325_099_899_999_994_577).contains(&device));
}

#[tokio::test]
async fn list_with_empty_body_is_retried_with_other_device() {
    let setup = setup(vec![account(1, "someone")]).await;
    setup
        .platform
        .on("/@someone", [user_page("77", "someone", SEC_UID, 5)]);
    setup.platform.on(
        LIST,
        [StubResponse::ok(""), list(&[item(1, "someone", NOW - 5)], false)],
    );
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"]);
    let devices = devices(&setup);
    assert!(devices.len() == 2 && devices[0] != devices[1], "{devices:?}");
}

#[tokio::test]
async fn list_that_is_closed_falls_back_to_embed() {
    let setup = setup(vec![account(1, "someone"), account(2, "other")]).await;
    setup
        .platform
        .on("/@someone", [user_page("77", "someone", SEC_UID, 30)]);
    setup
        .platform
        .on("/@other", [user_page("78", "other", SEC_UID, 30)]);
    setup.platform.on(LIST, [StubResponse::ok("")]);
    let embed = String::from_utf8(StubResponse::recorded("tiktok/embed_user.html").body()).unwrap();
    setup.platform.on(
        "/embed/@someone",
        [StubResponse::ok(embed.replace("dylanlemay", "someone"))],
    );
    setup
        .platform
        .on("/embed/@other", [StubResponse::status(404, "")]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok", "empty_body"]);
    assert!(
        setup
            .recorded()
            .units()
            .iter()
            .any(|unit| unit.detail.contains("empty_body"))
    );
    let observations = setup.recorded().observations();
    assert_eq!(observations.len(), 10);
    assert!(
        observations
            .iter()
            .all(|item| item.views.is_some() && item.likes.is_none())
    );
}

#[tokio::test]
async fn list_that_restarts_gets_new_devices_up_to_limit() {
    let setup = setup(vec![account(1, "someone"), account(2, "other")]).await;
    setup
        .platform
        .on("/@someone", [user_page("77", "someone", SEC_UID, 5)]);
    setup
        .platform
        .on("/@other", [user_page("78", "other", "MS4wLjABAAAAtwo", 5)]);
    let same = || list(&[item(1, "someone", NOW - 5)], true);
    setup.platform.on_marked(
        LIST,
        SEC_UID,
        [same(), same(), list(&[item(2, "someone", NOW - 50)], false)],
    );
    setup.platform.on_marked(
        LIST,
        "two",
        [list(
            &[by(item(3, "other", NOW - 5), "78", "MS4wLjABAAAAtwo")],
            true,
        )],
    );
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok", "unexpected_page"]);
    let mut numbers = numbers(&setup);
    numbers.sort_unstable();
    assert_eq!(numbers, [1, 2, 3], "the items read so far are kept");
    let received = setup.platform.received_at(LIST).len();
    assert_eq!(received, 3 + 6, "five devices after the first page");
}

#[tokio::test]
async fn list_that_restarts_after_several_pages_gets_new_device() {
    let setup = setup(vec![account(1, "someone")]).await;
    setup
        .platform
        .on("/@someone", [user_page("77", "someone", SEC_UID, 5)]);
    let video = |number: u64, age: i64| item(number, "someone", NOW - age);
    let first = || list(&[video(5, 10), video(4, 20)], true);
    let second = list(&[video(3, 30), video(2, 40)], true);
    let last = list(&[video(1, 50)], false);
    setup.platform.on(LIST, [first(), second, first(), last]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"]);
    assert_eq!(numbers(&setup), [5, 4, 3, 2, 1]);
    assert_eq!(
        cursors(&setup),
        [NOW, NOW - 20, NOW - 40, NOW - 40].map(|seconds| seconds * 1000)
    );
    let devices = devices(&setup);
    assert!(
        devices[1] == devices[2] && devices[2] != devices[3],
        "{devices:?}"
    );
}

#[tokio::test]
async fn recorded_account_yields_recorded_videos() {
    let setup = setup(vec![
        account(1, "dylanlemay"),
        limited(account(2, "dylanlemay"), 20),
    ])
    .await;
    setup.platform.on(
        "/@dylanlemay",
        [StubResponse::recorded(
            "tiktok/user_page_sigi_dylanlemay_2023.html",
        )],
    );
    let first = || StubResponse::recorded("tiktok/item_list_creator_p1.json");
    let last = || StubResponse::recorded("tiktok/item_list_creator_p2_last.json");
    // The second page begins where the first one ended.
    setup
        .platform
        .on_marked(LIST, &format!("cursor={}", NOW * 1000), [first()]);
    setup.platform.on(LIST, [last()]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok", "ok"]);
    let recorded = setup.recorded();
    let of = |unit| -> Vec<_> {
        let pages = recorded
            .pages()
            .into_iter()
            .filter(move |page| page.unit_id == unit);
        pages.flat_map(|page| page.observations).collect()
    };
    assert_eq!((of(1).len(), of(2).len()), (30, 20));
    let newest = of(1).remove(0);
    assert_eq!(
        (newest.external_id.as_str(), newest.views, newest.likes),
        ("7203022122757803307", Some(101_500), Some(15_500))
    );
}
