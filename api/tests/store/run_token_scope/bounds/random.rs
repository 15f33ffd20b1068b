//! Tests with random pages and bytes.

use clipmeter_fixtures::database::{profile, seen};
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{Observation, Profile, ReportRequest};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use tonic::Code;

use super::world;
use crate::grpc::with;
use crate::run_token_scope::collected;
use crate::stats::counters::assert_recount;

/// Observations and profiles with values within, at and beyond the bounds.
fn anything() -> impl Strategy<Value = (Profile, Vec<Observation>)> {
    let id = prop_oneof![4 => "[0-9]{1,4}", 1 => "[0-9]{18,21}", 1 => "\\PC{0,3}"];
    let name = prop_oneof![4 => "[a-z]{2,9}", 1 => "\\PC{0,70}", 1 => Just("a\0b".to_owned())];
    let link = prop_oneof![
        6 => Just(String::new()),
        4 => "https://www\\.tiktok\\.com/@[a-z]{2,9}/video/[0-9]{1,9}",
        1 => "\\PC{0,60}",
    ];
    let caption = prop_oneof![4 => "\\PC{0,40}", 1 => "[ä\0]{2190,2210}"];
    let number = prop_oneof![4 => 0_i64..9_000, 1 => any::<i64>()];
    let observation = (
        (id.clone(), "[A-Za-z0-9_-]{0,11}", link, name.clone(), caption),
        (
            proptest::option::of(number.clone()),
            proptest::option::of(number.clone()),
            proptest::option::of(number),
        ),
        (
            prop_oneof![8 => 0_u32..32, 1 => any::<u32>()],
            prop_oneof![8 => 0_i32..4, 1 => any::<i32>()],
        ),
    )
        .prop_map(
            |((external_id, shortcode, url, author, caption), (posted_at, views, likes), (rounded, kind))| {
                Observation {
                    external_id,
                    shortcode,
                    url,
                    author_username: author,
                    caption,
                    posted_at,
                    views,
                    likes,
                    rounded,
                    media_kind: kind,
                    ..Observation::default()
                }
            },
        );
    let profile = (
        prop_oneof![3 => Just("17".to_owned()), 1 => id],
        name,
        "\\PC{0,300}",
    )
        .prop_map(|(platform_id, username, display_name)| Profile {
            platform_id,
            username,
            display_name,
            ..Profile::default()
        });
    (profile, proptest::collection::vec(observation, 0..4))
}

#[tokio::test]
async fn random_pages_are_stored_within_bounds_or_refused_entirely() {
    let (world, mut attacker) = world().await;
    let seed = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), seed);
    let strategy = anything();
    let (mut stored, mut refused) = (0, 0);
    for _ in 0..200 {
        let (profile, observations) = strategy.new_tree(&mut runner).unwrap().current();
        let before = collected(&world).await;
        match attacker.page(Some(profile), observations.clone()).await {
            Ok(_) => stored += 1,
            Err(status) => {
                assert_eq!(
                    status.code(),
                    Code::InvalidArgument,
                    "{status:?} {observations:?}"
                );
                assert_eq!(collected(&world).await, before, "{observations:?}");
                refused += 1;
            }
        }
    }
    assert!(stored > 20 && refused > 20, "{stored} {refused}");
    let bad = "SELECT count(*) FROM posts WHERE external_id !~ '^[0-9]{1,20}$' OR length(caption) > 2200
               OR url !~ '^https://www\\.instagram\\.com/(p|reel)/[A-Za-z0-9_-]{0,11}/$' OR shortcode !~ '^[A-Za-z0-9_-]{1,11}$'
               OR posted_at > to_timestamp(1700000040) + interval '1 day' OR posted_at < '2010-10-01T00:00:00Z'
               OR views NOT BETWEEN 0 AND 1000000000000000 OR likes NOT BETWEEN 0 AND 1000000000000000";
    assert_eq!(world.one::<i64>(bad).await, 0);
    let bad = "SELECT count(*) FROM platform_accounts WHERE platform_id !~ '^[0-9]{1,20}$' OR username !~ '^[a-z0-9._-]{1,64}$'
               OR length(display_name) > 200";
    assert_eq!(world.one::<i64>(bad).await, 0);
    assert_recount(&world).await;
}

#[tokio::test]
async fn random_bytes_in_message_do_not_stop_server() {
    use prost::Message as _;
    let (world, mut attacker) = world().await;
    let seed = TestRng::from_seed(RngAlgorithm::ChaCha, &[9; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), seed);
    let bytes = proptest::collection::vec(any::<u8>(), 0..60);
    let mut sent = 0;
    // Valid messages with some changed bytes, so that some can still be decoded.
    while sent < 150 {
        let sound = attacker.request(Body::Page(
            attacker.page_of(Some(profile("17", "own")), vec![seen("1001", 6, 1)]),
        ));
        let mut sound = sound.encode_to_vec();
        let noise = bytes.new_tree(&mut runner).unwrap().current();
        let start = 90 % sound.len();
        for (place, byte) in noise.iter().enumerate() {
            let at = (start + place * 7) % sound.len();
            sound[at] ^= byte;
        }
        let Ok(corrupted) = ReportRequest::decode(sound.as_slice()) else {
            continue;
        };
        let stream = tokio_stream::iter([corrupted]);
        let result = attacker.ingest.report(with(&attacker.token, stream)).await;
        if let Ok(responses) = result {
            let _ = responses.into_inner().message().await;
        }
        sent += 1;
    }
    assert_recount(&world).await;
    attacker.page(None, vec![seen("1001", 7, 1)]).await.unwrap();
}
