use std::time::Duration;

use serde_json::json;

use super::{PATH, add};
use crate::support::{World, run};

#[test]
fn asvs_14_3_2_session_list_pages_are_plain_ordered_and_not_cached() {
    run(async {
        let world = World::new().await;
        let response = world.get(&world.admin, PATH).await;
        let empty_tag = response.headers["etag"].clone();
        assert_eq!(
            response.ok(),
            json!({"sessions": [], "total": 0, "total_pages": 0})
        );

        let names: Vec<String> = (0..60).map(|n| format!("{n}%3Atoken%3A5")).collect();
        let given: Vec<&str> = names.iter().map(String::as_str).collect();
        add(&world, &given).await;
        let first = world.get(&world.admin, PATH).await;
        assert_eq!(first.headers["cache-control"], "no-store");
        assert_ne!(first.headers["etag"], empty_tag);
        assert_eq!(
            first.json,
            json!({"sessions": given[..50], "total": 60, "total_pages": 2})
        );
        let third = world
            .get(&world.admin, &format!("{PATH}?page=3&per_page=25"))
            .await;
        assert_eq!(third.headers["etag"], first.headers["etag"]);
        assert_eq!(
            third.json,
            json!({"sessions": given[50..], "total": 60, "total_pages": 3})
        );
        let behind = world.get(&world.admin, &format!("{PATH}?page=9")).await.ok();
        assert_eq!(behind["sessions"], json!([]));
        for query in ["page=0", "per_page=101", "per_page=0", "pages=1"] {
            world
                .get(&world.admin, &format!("{PATH}?{query}"))
                .await
                .refused(422, "invalid_request");
        }
    });
}

#[test]
fn session_list_reads_are_audited_once_per_minute() {
    const READINGS: &str = "SELECT count(*) FROM audit_log WHERE action = 'sessions.read'";
    run(async {
        let world = World::new().await;
        for _ in 0..3 {
            world.get(&world.admin, PATH).await.ok();
        }
        assert_eq!(world.count(READINGS).await, 1);
        world.get(&world.admin, &format!("{PATH}?page=2")).await.ok();
        assert_eq!(world.count(READINGS).await, 2);
        world.clock.advance(Duration::from_secs(59));
        world.get(&world.admin, PATH).await.ok();
        assert_eq!(world.count(READINGS).await, 2);
        world.clock.advance(Duration::from_secs(1));
        world.get(&world.admin, PATH).await.ok();
        assert_eq!(world.count(READINGS).await, 3);
        assert_eq!(
            world
                .count("SELECT count(*) FROM audit_log WHERE username = 'admin' AND details = '{\"page\": 2, \"per_page\": 50}'")
                .await,
            1
        );
    });
}
