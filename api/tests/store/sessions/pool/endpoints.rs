//! Tests of the endpoint history.

use std::collections::BTreeSet;
use std::time::Duration;

use clipmeter_fixtures::database::World;
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{EndpointCooldown, EndpointReport, Outcome, Platform};
use clipmeter_runtime::Clock as _;

use super::{lease_run, take, work};

#[tokio::test]
async fn endpoint_cooldowns_for_changed_schema_end_with_new_config() {
    let (world, accounts) = World::with_pool(1, 1).await;
    let mut run = work(&world, Platform::Instagram, &accounts).await;
    let session_id = take(&run, 0, &[]).await.unwrap().session_id;
    for (session_id, endpoint, outcome) in [
        (0, "web_profile_info", Outcome::SchemaChanged),
        (session_id, "graphql_timeline", Outcome::SchemaChanged),
        (session_id, "feed_user", Outcome::EndpointRetired),
        (session_id, "feed_user", Outcome::SchemaChanged),
        (session_id, "graphql_clips", Outcome::SchemaChanged),
        (session_id, "graphql_clips", Outcome::EndpointRetired),
    ] {
        let report = EndpointReport {
            session_id,
            endpoint: endpoint.to_owned(),
            outcome: outcome.into(),
            ..EndpointReport::default()
        };
        run.send(Body::Endpoint(report)).await.unwrap();
    }
    assert_eq!(take(&run, 0, &[]).await.unwrap().cooldowns.len(), 3);
    world
        .execute(
            "INSERT INTO platform_config_revisions (revision, layer, document, made_at) VALUES (1, 'discovered', '{}', now())",
        )
        .await;
    let cooldowns = take(&run, 0, &[]).await.unwrap().cooldowns;
    let cooldowns: Vec<&str> = cooldowns
        .iter()
        .map(|cooldown| cooldown.endpoint.as_str())
        .collect();
    assert_eq!(
        cooldowns,
        ["feed_user", "graphql_clips"],
        "the endpoint is retired regardless of other reports"
    );
}

#[tokio::test]
async fn endpoint_cooldowns_apply_to_session_or_anonymous_address() {
    let (world, accounts) = World::with_pool(2, 2).await;
    let mut run = work(&world, Platform::Instagram, &accounts[..1]).await;
    let second = work(&world, Platform::Instagram, &accounts[1..]).await;
    let own = take(&run, 0, &[]).await.unwrap();
    assert!(own.cooldowns.is_empty() && own.works.is_empty());
    let report = |session_id, endpoint: &str, outcome: Outcome| {
        Body::Endpoint(EndpointReport {
            session_id,
            endpoint: endpoint.to_owned(),
            need: "posts".to_owned(),
            outcome: outcome.into(),
            ..EndpointReport::default()
        })
    };
    for (session, endpoint, outcome) in [
        (own.session_id, "graphql_timeline", Outcome::EndpointRetired),
        (own.session_id, "feed_user", Outcome::Ok),
        (0, "web_profile_info", Outcome::LoginRequired),
        (0, "graphql_clips", Outcome::SchemaChanged),
    ] {
        run.send(report(session, endpoint, outcome)).await.unwrap();
    }
    let cooldowns = |cooldowns: &[EndpointCooldown]| -> BTreeSet<String> {
        cooldowns
            .iter()
            .map(|cooldown| cooldown.endpoint.clone())
            .collect()
    };
    let set = |codes: &[&str]| {
        codes
            .iter()
            .map(|code| (*code).to_owned())
            .collect::<BTreeSet<_>>()
    };
    let own = take(&run, 0, &[]).await.unwrap();
    assert_eq!(cooldowns(&own.cooldowns), set(&["graphql_timeline"]));
    assert_eq!(
        (own.works[0].need.as_str(), own.works[0].endpoint.as_str()),
        ("posts", "feed_user")
    );
    let other = take(&second, 0, &[own.session_id]).await.unwrap();
    assert!(other.cooldowns.is_empty());
    assert!(other.works.is_empty());
    let run = lease_run(&world, run.run, Some(run.token)).await.unwrap();
    let address = run.batch.address.clone().unwrap();
    assert_eq!((address.key.as_str(), address.proxy.as_str()), ("direct", ""));
    assert_eq!(
        cooldowns(&address.cooldowns),
        set(&["web_profile_info", "graphql_clips"])
    );

    world.clock.advance(Duration::from_hours(2));
    let mut run = lease_run(&world, run.run, None).await.unwrap();
    let own = take(&run, 0, &[]).await.unwrap();
    assert_eq!(cooldowns(&own.cooldowns), set(&["graphql_timeline"]));
    run.send(report(own.session_id, "graphql_timeline", Outcome::Ok))
        .await
        .unwrap();
    let own = take(&run, 0, &[]).await.unwrap();
    assert!(own.cooldowns.is_empty(), "it works again");
    assert_eq!(own.works[0].endpoint, "graphql_timeline");
    world.clock.advance(Duration::from_hours(24));
    let run = lease_run(&world, run.run, None).await.unwrap();
    assert!(take(&run, 0, &[]).await.unwrap().works.is_empty());
}

#[tokio::test]
async fn endpoint_cools_down_after_two_consecutive_schema_changes() {
    let (world, accounts) = World::with_pool(1, 1).await;
    let mut run = work(&world, Platform::Instagram, &accounts).await;
    let session_id = take(&run, 0, &[]).await.unwrap().session_id;
    let report = |outcome: Outcome| {
        Body::Endpoint(EndpointReport {
            session_id,
            endpoint: "graphql_clips".to_owned(),
            need: "plays".to_owned(),
            outcome: outcome.into(),
            ..EndpointReport::default()
        })
    };
    for (outcome, cooldowns) in [
        (Outcome::Ok, 0),
        (Outcome::SchemaChanged, 0),
        (Outcome::Ok, 0),
        (Outcome::SchemaChanged, 0),
        (Outcome::SchemaChanged, 1),
    ] {
        run.send(report(outcome)).await.unwrap();
        let session = take(&run, 0, &[]).await.unwrap();
        assert_eq!(session.cooldowns.len(), cooldowns, "{outcome:?}");
    }
}

/// Stores a config revision, a minute later.
async fn change_config(world: &World) {
    world.clock.advance(Duration::from_mins(1));
    let now = world.clock.now().to_rfc3339();
    let revision = format!(
        "INSERT INTO platform_config_revisions (revision, layer, document, made_at) VALUES (1, 'discovered', '{{}}', '{now}')"
    );
    world.execute(&revision).await;
}

#[tokio::test]
async fn working_endpoints_of_older_config_revision_are_dropped() {
    let (world, accounts) = World::with_pool(1, 1).await;
    let mut run = work(&world, Platform::Instagram, &accounts).await;
    let session_id = take(&run, 0, &[]).await.unwrap().session_id;
    let worked = |need: &str, endpoint: &str| {
        Body::Endpoint(EndpointReport {
            session_id,
            endpoint: endpoint.to_owned(),
            need: need.to_owned(),
            outcome: Outcome::Ok.into(),
            ..EndpointReport::default()
        })
    };
    run.send(worked("posts", "feed_user")).await.unwrap();
    let works = take(&run, 0, &[]).await.unwrap().works;
    assert_eq!((works.len(), works[0].endpoint.as_str()), (1, "feed_user"));

    change_config(&world).await;
    run.send(worked("posts", "feed_user")).await.unwrap();
    assert!(
        take(&run, 0, &[]).await.unwrap().works.is_empty(),
        "the run used the previous order"
    );
    run.complete().await.unwrap();

    world.clock.advance(Duration::from_hours(24));
    let mut run = work(&world, Platform::Instagram, &accounts).await;
    take(&run, 0, &[]).await.unwrap();
    run.send(worked("posts", "graphql_timeline")).await.unwrap();
    let works = take(&run, 0, &[]).await.unwrap().works;
    assert_eq!(works[0].endpoint, "graphql_timeline");
}

#[tokio::test]
async fn endpoint_cooldowns_for_changed_schema_require_run_with_newest_config() {
    let (world, accounts) = World::with_pool(1, 1).await;
    let mut run = work(&world, Platform::Instagram, &accounts).await;
    let session_id = take(&run, 0, &[]).await.unwrap().session_id;
    let failed = |endpoint: &str, outcome: Outcome| {
        Body::Endpoint(EndpointReport {
            session_id,
            endpoint: endpoint.to_owned(),
            need: "plays".to_owned(),
            outcome: outcome.into(),
            ..EndpointReport::default()
        })
    };
    change_config(&world).await;
    for (outcome, cooldowns) in [
        (Outcome::SchemaChanged, 0),
        (Outcome::SchemaChanged, 0),
        (Outcome::EndpointRetired, 1),
    ] {
        run.send(failed("graphql_clips", outcome)).await.unwrap();
        let session = take(&run, 0, &[]).await.unwrap();
        assert_eq!(session.cooldowns.len(), cooldowns, "{outcome:?}");
    }
    run.complete().await.unwrap();

    let mut run = work(&world, Platform::Instagram, &accounts).await;
    take(&run, 0, &[]).await.unwrap();
    run.send(failed("graphql_timeline", Outcome::SchemaChanged))
        .await
        .unwrap();
    let cooldowns = take(&run, 0, &[]).await.unwrap().cooldowns;
    let cooldowns: Vec<&str> = cooldowns
        .iter()
        .map(|cooldown| cooldown.endpoint.as_str())
        .collect();
    assert_eq!(cooldowns, ["graphql_clips", "graphql_timeline"]);
}
