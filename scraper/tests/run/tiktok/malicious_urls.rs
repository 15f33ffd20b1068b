//! URLs that lead to another host: it is never connected to.

use clipmeter_domain::malicious_urls;
use clipmeter_proto::v1::{Outcome, Unit};
use reqwest::header::HeaderValue;

use super::{ID, setup};
use crate::fake_platform::StubResponse;
use crate::setup::video;
use crate::trap::Trap;

fn link(unit_id: i64, name: &str) -> Unit {
    video(unit_id, "", &format!("https://vm.tiktok.com/{name}/"))
}

#[tokio::test]
async fn asvs_1_3_6_malicious_url_is_never_requested() {
    let trap = Trap::set().await;
    let addresses: Vec<String> = malicious_urls::addresses(trap.port()).collect();
    assert!(addresses.len() >= 40);
    let units = addresses
        .iter()
        .zip(1..)
        .map(|(address, id)| video(id, "", address));
    let setup = setup(units.collect()).await;
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), vec!["unexpected_page"; addresses.len()]);
    assert_eq!(setup.platform.received().len(), 0);
    trap.stayed_empty().await;
}

#[tokio::test]
async fn asvs_15_3_2_malicious_redirect_is_never_followed() {
    let trap = Trap::set().await;
    // A header cannot contain line breaks; hops with line breaks are tested where hops are checked.
    let hops: Vec<String> = malicious_urls::hops(trap.port())
        .filter(|hop| HeaderValue::from_str(hop).is_ok() && !hop.is_empty())
        .collect();
    assert!(hops.len() >= 25 + 40);
    let name = |id: usize| format!("ZMhop{id}");
    let units = (1..=hops.len()).zip(1..).map(|(id, unit)| link(unit, &name(id)));
    let setup = setup(units.collect()).await;
    for (hop, id) in hops.iter().zip(1..) {
        setup
            .platform
            .on(&format!("/{}/", name(id)), [StubResponse::redirect(hop)]);
    }
    setup.run().await.unwrap();
    for unit in setup.recorded().units() {
        let hop = &hops[usize::try_from(unit.unit_id).unwrap() - 1];
        // The platform's home page means that the video no longer exists.
        let expected = if hop == "https://vm.tiktok.com/" {
            Outcome::NotFound
        } else {
            Outcome::UnexpectedPage
        };
        assert_eq!(unit.outcome(), expected, "{hop}");
        assert!(unit.resolved_video_id.is_empty(), "{hop}");
    }
    assert_eq!(setup.platform.received().len(), hops.len(), "each link once");
    assert!(setup.recorded().pages().is_empty());
    trap.stayed_empty().await;
}

#[tokio::test]
async fn short_link_follows_at_most_three_location_redirects() {
    let trap = Trap::set().await;
    let elsewhere = format!("http://127.0.0.1:{}/", trap.port());
    let units = ["ZMthree", "ZMfour", "ZMback", "ZMrefresh", "ZMlong"];
    let units = units.iter().zip(1..).map(|(name, id)| link(id, name));
    let setup = setup(units.collect()).await;
    let to = |target: &str| [StubResponse::redirect(target)];
    let video = format!("https://www.tiktok.com/@someone/video/{ID}");
    setup
        .platform
        .on("/ZMfour/", to("https://vt.tiktok.com/ZMthree/"))
        .on("/ZMthree/", to("https://www.tiktok.com/t/ZMtwo/"))
        .on("/t/ZMtwo/", to("/t/ZMone/"))
        .on("/t/ZMone/", to(&video))
        .on("/ZMback/", to("https://vt.tiktok.com/ZMforth/"))
        .on("/ZMforth/", to("https://vm.tiktok.com/ZMback/"))
        .on(
            "/ZMrefresh/",
            [StubResponse::ok("").with("refresh", &format!("0;url={elsewhere}"))],
        )
        .on("/ZMlong/", to(&format!("{video}?{}", "x".repeat(300_000))))
        .on(
            "/@_/video/",
            [StubResponse::recorded("tiktok/video_page_dangthuhaf_2025.html")],
        );
    setup.run().await.unwrap();
    let outcomes = setup.outcomes();
    assert_eq!(
        outcomes[..4],
        ["ok", "unexpected_page", "unexpected_page", "unexpected_page"]
    );
    assert_ne!(outcomes[4], "ok");
    assert_eq!(setup.platform.received_at("/ZMback/").len(), 2);
    assert_eq!(setup.platform.received_at("/ZMforth/").len(), 1);
    assert_eq!(setup.platform.received_at("/ZMfour/").len(), 1);
    trap.stayed_empty().await;
}
