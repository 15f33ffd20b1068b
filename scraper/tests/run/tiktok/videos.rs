//! Single videos and the links to them.

use clipmeter_proto::v1::Unit;

use super::{ID, setup, video_page};
use crate::fake_platform::StubResponse;
use crate::setup::video;

#[tokio::test]
async fn video_is_read_from_page_or_embed() {
    let units = vec![
        video(1, ID, ""),
        video(2, "7526770564367748361", ""),
        video(3, "7526770564367748362", ""),
        video(4, "12", ""),
    ];
    let setup = setup(units).await;
    setup.platform.on(
        &format!("/@_/video/{ID}"),
        [StubResponse::recorded("tiktok/video_page_dangthuhaf_2025.html")],
    );
    setup.platform.on("/@_/video/", [video_page(10204)]);
    let embed = String::from_utf8(StubResponse::recorded("tiktok/embed_video.html").body()).unwrap();
    setup.platform.on(
        "/embed/v2/7526770564367748361",
        [StubResponse::ok(embed.replace(ID, "7526770564367748361"))],
    );
    setup.platform.on(
        "/oembed",
        [StubResponse::status(
            400,
            StubResponse::recorded("tiktok/err_oembed_gone.json").body(),
        )],
    );
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok", "ok", "not_found", "not_found"]);
    let mut seen: Vec<_> = setup
        .recorded()
        .observations()
        .into_iter()
        .map(|item| (item.external_id, item.likes))
        .collect();
    seen.sort();
    assert_eq!(
        seen,
        [
            (ID.to_owned(), Some(844_400)),
            ("7526770564367748361".to_owned(), Some(844_400))
        ]
    );
    assert!(
        setup
            .recorded()
            .units()
            .iter()
            .any(|unit| unit.detail.contains("embed"))
    );
}

#[tokio::test]
async fn video_page_is_followed_once_to_address_of_same_video() {
    let address = |id: &str| format!("https://www.tiktok.com/@someone/video/{id}?lang=en");
    for (target, pages, is_followed) in [(address(ID), 1, true), (address("7526770564367748361"), 0, false)] {
        let setup = setup(vec![video(1, ID, "")]).await;
        setup
            .platform
            .on("/@_/video/", [StubResponse::redirect(&target)])
            .on(
                "/@someone/video/",
                [StubResponse::recorded("tiktok/video_page_dangthuhaf_2025.html")],
            )
            .on("/embed/", [StubResponse::recorded("tiktok/embed_video.html")]);
        setup.run().await.unwrap();
        assert_eq!(setup.outcomes(), ["ok"]);
        assert_eq!(setup.platform.received_at("/@_/video/").len(), 1);
        assert_eq!(setup.platform.received_at("/@someone/video/").len(), pages);
        let is_from_page = setup.platform.received_at("/embed/").is_empty();
        assert_eq!(is_from_page, is_followed, "{target}");
    }
}

#[tokio::test]
async fn video_page_that_redirects_to_itself_is_replaced_by_embed() {
    let setup = setup(vec![video(1, ID, "")]).await;
    let itself = format!("https://www.tiktok.com/@_/video/{ID}");
    setup
        .platform
        .on("/@_/video/", [StubResponse::redirect(&itself)])
        .on("/embed/", [StubResponse::recorded("tiktok/embed_video.html")]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"]);
    assert_eq!(setup.platform.received_at("/@_/video/").len(), 2);
}

#[tokio::test]
async fn short_link_is_resolved_by_redirects_within_platform() {
    let links = ["ZMgood", "ZMgone", "ZMevil", "ZMfar"];
    let mut units: Vec<Unit> = links
        .iter()
        .zip(1..)
        .map(|(link, id)| video(id, "", &format!("https://vm.tiktok.com/{link}/")))
        .collect();
    units.push(video(5, "", "http://127.0.0.1:1/@u/video/7526770564367748360"));
    let setup = setup(units).await;
    let to = |target: &str| [StubResponse::redirect(target)];
    setup
        .platform
        .on("/ZMgood", to("https://www.tiktok.com/t/ZTnext/"));
    setup.platform.on(
        "/t/ZTnext",
        to(&format!("https://www.tiktok.com/@someone/video/{ID}?_r=1")),
    );
    setup.platform.on("/ZMgone", to("https://www.tiktok.com/?_r=1"));
    setup
        .platform
        .on("/ZMevil", to("https://evil.example/@u/video/7526770564367748360"));
    setup.platform.on("/ZMfar", to("https://vm.tiktok.com/ZMfar/"));
    setup.platform.on(
        "/@_/video/",
        [StubResponse::recorded("tiktok/video_page_dangthuhaf_2025.html")],
    );
    setup.run().await.unwrap();
    assert_eq!(
        setup.outcomes(),
        [
            "ok",
            "not_found",
            "unexpected_page",
            "unexpected_page",
            "unexpected_page"
        ]
    );
    let resolved: Vec<_> = setup
        .recorded()
        .units()
        .into_iter()
        .filter(|unit| !unit.resolved_video_id.is_empty())
        .collect();
    assert_eq!(resolved.len(), 1);
    assert_eq!(
        (resolved[0].unit_id, resolved[0].resolved_video_id.as_str()),
        (1, ID)
    );
    assert_eq!(setup.platform.received_at("/ZMfar").len(), 3);
    assert_eq!(
        setup.platform.received_at("/ZMgood")[0].header("user-agent"),
        "facebookexternalhit/1.1"
    );
}
