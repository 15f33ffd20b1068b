//! Tests of the scraping capacity.

use std::time::Duration;

use clipmeter_fixtures::database::World;
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{
    AddressReport, Outcome, Platform, PlatformRuns, ReservePermitsRequest, ScrapingCapacity, WaitReason,
};
use clipmeter_runtime::Clock as _;

use super::{report_session, take, work};

#[tokio::test]
async fn capacity_is_capped_by_permits_and_zero_during_cooldown() {
    let (world, accounts) = World::with_pool(3, 2).await;
    let capacity = async || world.api.runs().capacity().await.unwrap();
    let free = ScrapingCapacity {
        sessions: 3,
        usable_sessions: 3,
        required_sessions: 1,
        ..ScrapingCapacity::default()
    };
    assert_eq!(capacity().await, free);

    let mut run = work(&world, Platform::Instagram, &accounts).await;
    let session = take(&run, 0, &[]).await.unwrap().session_id;
    let request = ReservePermitsRequest {
        endpoint: "home".to_owned(),
        session_id: session,
        permits: 1,
        ..ReservePermitsRequest::default()
    };
    let runs = world.api.runs();
    runs.reserve_permits(run.run, run.token, &request).await.unwrap();
    assert_eq!(capacity().await.runs, instagram(3));
    report_session(&mut run, session, Outcome::SessionDead).await;
    let one_less = ScrapingCapacity {
        runs: instagram(2),
        usable_sessions: 2,
        ..free
    };
    assert_eq!(capacity().await, one_less);

    let refusal = AddressReport {
        outcome: Outcome::Captcha.into(),
        ..AddressReport::default()
    };
    run.send(Body::Address(refusal)).await.unwrap();
    let stopped = capacity().await;
    assert_eq!(stopped.runs, instagram(0));
    let until = world.clock.now() + Duration::from_hours(1);
    let wait = &stopped.waits[0];
    assert_eq!(
        (stopped.waits.len(), wait.platform(), wait.reason(), wait.until),
        (
            1,
            Platform::Instagram,
            WaitReason::AddressCooldown,
            Some(until.timestamp())
        )
    );
    assert!(
        wait.message
            .starts_with("Instagram refuses requests from this address. Next attempt at "),
        "{}",
        wait.message
    );
    // A run may start a minute before the cooldown ends, and waits for its permit: that of the probe. By then, the suspect session is
    // tried again.
    world.clock.advance(Duration::from_mins(59));
    let soon = capacity().await;
    assert_eq!((soon.runs, soon.waits), (instagram(1), Vec::new()));
    assert_eq!(soon.usable_sessions, 3);
    // Only the cooldown kept the address from being used for more than an hour.
    world.clock.advance(Duration::from_mins(2));
    assert_eq!(capacity().await.runs, instagram(1));
    // The address is no longer in use.
    world.clock.advance(Duration::from_hours(2));
    assert!(capacity().await.runs.is_empty());
}

/// The only platform with an address in use.
fn instagram(runs: u32) -> Vec<PlatformRuns> {
    let platform = Platform::Instagram.into();
    vec![PlatformRuns { platform, runs }]
}
