//! Identification of an account.

use super::{LIST, SEC_UID, item, list, setup, user_page, user_status};
use crate::fake_platform::StubResponse;
use crate::setup::{NOW, account, known_account, video};

#[tokio::test]
async fn renamed_account_is_followed_and_recycled_handle_is_not() {
    let setup = setup(vec![
        known_account(1, "oldname", "77", SEC_UID),
        known_account(2, "taken", "78", "MS4wLjABAAAAtwo"),
    ])
    .await;
    setup.platform.on("/@oldname", [user_status(10221)]);
    setup
        .platform
        .on("/@newname", [user_page("77", "newname", SEC_UID, 1)]);
    setup
        .platform
        .on("/@taken", [user_page("79", "taken", "MS4wLjABAAAAthree", 1)]);
    setup
        .platform
        .on_marked(LIST, SEC_UID, [list(&[item(1, "newname", NOW - 5)], false)])
        .on(LIST, [list(&[], false)]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok", "identity_changed"]);
    let recorded = setup.recorded();
    assert!(recorded.pages().iter().all(|page| page.unit_id == 1));
    for unit in recorded.units() {
        let name = unit.profile.map(|profile| profile.username);
        assert_eq!(name.as_deref(), (unit.unit_id == 1).then_some("newname"));
    }
}

#[tokio::test]
async fn account_rename_check_by_list_decides_outcome() {
    let refused = || vec![StubResponse::status(403, "")];
    let odd = || vec![StubResponse::recorded("tiktok/err_item_list_status.json")];
    let under_another_device = || {
        let found = list(&[item(1, "newname", NOW - 5)], false);
        vec![StubResponse::ok(""), found]
    };
    for (page, responses, outcome) in [
        (
            user_page("79", "name", "MS4wLjABAAAAthree", 1),
            refused(),
            "blocked",
        ),
        (
            user_page("79", "name", "MS4wLjABAAAAthree", 1),
            odd(),
            "unknown_error",
        ),
        (
            user_page("79", "name", "MS4wLjABAAAAthree", 1),
            under_another_device(),
            "ok",
        ),
        (user_status(10221), refused(), "blocked"),
        (user_status(10221), odd(), "not_found"),
        (user_status(10221), under_another_device(), "ok"),
    ] {
        let setup = setup(vec![known_account(1, "name", "77", SEC_UID)]).await;
        setup
            .platform
            .on("/@name", [page])
            .on("/@newname", [user_page("77", "newname", SEC_UID, 1)])
            .on(LIST, responses);
        setup.run().await.unwrap();
        assert_eq!(setup.outcomes(), [outcome], "{:?}", setup.recorded().units());
    }
}

#[tokio::test]
async fn accounts_without_content_report_specific_outcome() {
    let units = ["gone", "example_private", "empty", "shell"];
    let setup = setup(
        units
            .iter()
            .zip(1..)
            .map(|(name, id)| account(id, name))
            .collect(),
    )
    .await;
    setup.platform.on("/@gone", [user_status(10221)]);
    setup.platform.on(
        "/@example_private",
        [StubResponse::recorded("tiktok/err_user_private.html")],
    );
    setup
        .platform
        .on("/@empty", [user_page("77", "empty", SEC_UID, 0)]);
    setup.platform.on(
        "/@shell",
        [StubResponse::recorded("tiktok/err_shell_downgrade.html")],
    );
    setup.run().await.unwrap();
    assert_eq!(
        setup.outcomes(),
        ["not_found", "private", "ok_no_videos", "blocked"]
    );
    assert!(setup.platform.received_at(LIST).is_empty());
    assert!(setup.recorded().pages().is_empty());
}

#[tokio::test]
async fn waf_challenge_is_solved_once_per_page_then_blocked() {
    let setup = setup(vec![account(1, "someone"), account(2, "other")]).await;
    let challenge = || StubResponse::recorded("tiktok/err_waf_challenge.html");
    setup
        .platform
        .on("/@someone", [challenge(), user_page("77", "someone", SEC_UID, 0)]);
    setup.platform.on("/@other", [challenge()]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok_no_videos", "blocked"]);
    let received = setup.platform.received_at("/@someone");
    assert_eq!(received.len(), 2);
    assert!(!received[0].header("cookie").contains("_wafchallengeid"));
    assert!(received[1].header("cookie").contains("_wafchallengeid="));
    assert_eq!(setup.platform.received_at("/@other").len(), 2);
}

#[tokio::test]
async fn page_requests_send_random_headers_and_received_cookies() {
    let setup = setup(vec![account(1, "someone")]).await;
    let cookie = user_page("77", "someone", SEC_UID, 5).with("set-cookie", "ttwid=abc; Path=/");
    setup.platform.on("/@someone", [cookie]);
    setup
        .platform
        .on(LIST, [list(&[item(1, "someone", NOW - 5)], false)]);
    setup.run().await.unwrap();
    let received = setup.platform.received();
    let is_random = |name: &str| name.len() >= 8 && !name.contains(['a', 'e', 'i', 'o', 'u', '-']);
    assert!(
        (2..=8).contains(
            &received[0]
                .headers
                .keys()
                .filter(|name| is_random(name.as_str()))
                .count()
        )
    );
    assert_eq!(received[1].header("cookie"), "ttwid=abc");
}

#[tokio::test]
async fn rate_limited_address_stops_requests_of_run() {
    let units = (1..=12)
        .map(|id| video(id, &format!("75267705643677483{id:02}"), ""))
        .collect();
    let setup = setup(units).await;
    setup
        .platform
        .on("/", [StubResponse::status(429, "").with("retry-after", "60")]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["rate_limited"; 12]);
    // Four requests are in progress when the third refusal is noticed.
    assert!(
        setup.platform.received().len() <= 6,
        "{} requests",
        setup.platform.received().len()
    );
}
