//! Tests of links, captions and dates.

use clipmeter_fixtures::database::{START, World, seen};
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{Observation, Outcome, Platform};
use sqlx::Row as _;

use super::{Attacker, assert_refused, collected};

const DAY: i64 = 86_400;

async fn attacker(world: &World, platform: Platform) -> Attacker {
    let group = world.group("a").await;
    let account = world.track(group, platform, "own").await;
    Attacker::of(world, platform, &[Id::AccountId(account)]).await
}

#[tokio::test]
async fn link_or_shortcode_invalid_for_platform_is_refused() {
    for platform in [Platform::Instagram, Platform::Tiktok] {
        let world = World::new().await;
        let mut attacker = attacker(&world, platform).await;
        let before = collected(&world).await;
        for url in [
            "javascript:alert(1)",
            "data:text/html,x",
            "http://www.instagram.com/p/B/",
            "https://evil.example/",
            "https://www.instagram.com@evil.example/",
            "https://www.instagram.com/p/\"><script>",
            "https://www.tiktok.com/@a/video/1 onerror=",
        ] {
            let bad = Observation {
                url: url.to_owned(),
                ..seen("1002", 1, 1)
            };
            let result = attacker.page(None, vec![seen("1001", 1, 1), bad]).await;
            assert_refused(result, "page.observations[1].url");
        }
        for shortcode in ["../../x", "a/b", "a b", "é", "<b>", &"x".repeat(40)] {
            let bad = Observation {
                shortcode: shortcode.to_owned(),
                ..seen("1001", 1, 1)
            };
            let result = attacker.page(None, vec![bad]).await;
            assert_refused(result, "page.observations[0].shortcode");
        }
        assert_eq!(collected(&world).await, before);
    }
}

#[tokio::test]
async fn links_are_derived_from_ids_and_not_from_reports() {
    for (platform, url, author, expected) in [
        (Platform::Instagram, "", "", "B https://www.instagram.com/p/B/"),
        (
            Platform::Instagram,
            "https://www.instagram.com/reel/Zzzz/",
            "",
            "B https://www.instagram.com/reel/B/",
        ),
        (
            Platform::Tiktok,
            "https://www.tiktok.com/@other/video/9",
            "Own",
            "- https://www.tiktok.com/@own/video/1",
        ),
        (Platform::Tiktok, "", "", "- https://www.tiktok.com/@_/video/1"),
    ] {
        let world = World::new().await;
        let mut attacker = attacker(&world, platform).await;
        let one = Observation {
            url: url.to_owned(),
            shortcode: "Zzzz".to_owned(),
            author_username: author.to_owned(),
            ..seen("1", 1, 1)
        };
        attacker.page(None, vec![one]).await.unwrap();
        let stored = "SELECT coalesce(shortcode, '-') || ' ' || url FROM posts";
        assert_eq!(world.one::<String>(stored).await, expected);
    }
}

#[tokio::test]
async fn caption_is_truncated_at_platform_limit_and_flagged() {
    for (platform, most) in [(Platform::Instagram, 2_200), (Platform::Tiktok, 4_000)] {
        let world = World::new().await;
        let mut attacker = attacker(&world, platform).await;
        let captioned = |id: &str, caption: String| Observation {
            caption,
            ..seen(id, 1, 1)
        };
        attacker
            .page(
                None,
                vec![
                    captioned("1", "ä".repeat(1_500_000)),
                    captioned("2", "ä".repeat(most)),
                    captioned("3", "ä".repeat(most + 1)),
                ],
            )
            .await
            .unwrap();
        let rows = sqlx::query("SELECT length(caption), caption_cut FROM posts ORDER BY external_id")
            .fetch_all(&world.owner)
            .await
            .unwrap();
        let rows: Vec<(i32, bool)> = rows.iter().map(|row| (row.get(0), row.get(1))).collect();
        let most = i32::try_from(most).unwrap();
        assert_eq!(rows, [(most, true), (most, false), (most, true)]);
        // A page without captions keeps both; a shorter caption is no longer marked as truncated.
        attacker
            .page(None, vec![seen("1", 2, 1), captioned("3", "short".to_owned())])
            .await
            .unwrap();
        let cut = "SELECT string_agg(caption_cut::text, ' ' ORDER BY external_id) FROM posts";
        assert_eq!(world.one::<String>(cut).await, "true false false");
    }
}

#[tokio::test]
async fn post_date_that_is_impossible_is_unknown() {
    let world = World::new().await;
    let mut attacker = attacker(&world, Platform::Tiktok).await;
    let dated = |id: usize, posted_at: i64| Observation {
        posted_at: Some(posted_at),
        ..seen(&id.to_string(), 1, 1)
    };
    let cases = [
        (4_102_444_800, false),
        (START + DAY + 1, false),
        (START + DAY, true),
        (START, true),
        (1_285_891_200, true),
        (1_285_891_199, false),
        (0, false),
        (-8_000_000_000_000, false),
        (i64::MAX, false),
    ];
    let page = cases.iter().enumerate();
    let page = page.map(|(n, (at, _))| dated(n, *at)).collect();
    attacker.page(None, page).await.unwrap();
    let rows = sqlx::query("SELECT extract(epoch FROM posted_at)::bigint FROM posts ORDER BY external_id")
        .fetch_all(&world.owner)
        .await
        .unwrap();
    for (row, (at, is_retained)) in rows.iter().zip(cases) {
        assert_eq!(row.get::<Option<i64>, _>(0), is_retained.then_some(at), "{at}");
    }
    // A known date stays known.
    attacker.page(None, vec![dated(3, 4_102_444_800)]).await.unwrap();
    let known = "SELECT extract(epoch FROM posted_at)::bigint FROM posts WHERE external_id = '3'";
    assert_eq!(world.one::<i64>(known).await, START);
    attacker.end(attacker.end_of(Outcome::Ok)).await.unwrap();
    let quiet = "SELECT extract(epoch FROM quiet_since)::bigint FROM platform_accounts";
    assert_eq!(world.one::<i64>(quiet).await, START);
}

#[tokio::test]
async fn observation_time_in_future_is_clamped_old_refused() {
    let world = World::new().await;
    let mut attacker = attacker(&world, Platform::Tiktok).await;
    let mut page = attacker.page_of(None, vec![seen("1", 1, 1)]);
    page.observed_at = START + 400 * DAY;
    attacker
        .send(clipmeter_proto::v1::report_request::Body::Page(page.clone()))
        .await
        .unwrap();
    let stored = "SELECT extract(epoch FROM updated_at)::bigint FROM posts";
    assert_eq!(world.one::<i64>(stored).await, START);
    for at in [START - 32 * DAY, 0, -1, i64::MIN, i64::MAX] {
        page.observed_at = at;
        let refused = attacker
            .send(clipmeter_proto::v1::report_request::Body::Page(page.clone()))
            .await;
        assert_refused(refused, "page.observed_at");
    }
    assert_eq!(world.one::<i64>(stored).await, START);
    assert_eq!(world.count("SELECT count(*) FROM post_metrics").await, 1);
}
