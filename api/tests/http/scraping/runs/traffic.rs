//! Tests of request statistics.

use std::time::Duration;

use clipmeter_proto::v1::{Outcome, RequestStats, UnitReport};
use serde_json::json;

use super::waiting;
use crate::support::{ADMIN_PASSWORD, World, run};

fn stats(endpoint: &str, outcome: Outcome, session_id: i64, requests: u32) -> RequestStats {
    RequestStats {
        endpoint: endpoint.to_owned(),
        outcome: outcome.into(),
        session_id,
        requests,
        bytes: u64::from(requests) * 100,
    }
}

#[test]
fn traffic_is_grouped_by_endpoint_outcome_and_session_class() {
    run(async {
        let world = World::new().await;
        let nothing = world.get(&world.admin, "/api/scraping/traffic").await.ok();
        assert_eq!(
            nothing,
            json!({
                "from": "2026-11-20T10:00:00Z",
                "rows": [],
                "per_account_per_day": {"instagram": null, "tiktok": null},
            })
        );
        let run = waiting(&world, "instagram", &["natgeo", "nasa"]).await;
        let mut scraper = world.take(run).await.unwrap();
        let anonymous = UnitReport {
            request_stats: vec![stats("web_profile_info", Outcome::Ok, 0, 5)],
            ..UnitReport::default()
        };
        scraper.end_account_with("natgeo", Outcome::Ok, anonymous).await;
        let session = UnitReport {
            request_stats: vec![
                stats("graphql_timeline", Outcome::Ok, 7, 10),
                stats("graphql_timeline", Outcome::Ok, 8, 1),
                stats("web_profile_info", Outcome::RateLimited, 0, 1),
                stats("web_profile_info", Outcome::Ok, 0, 1),
            ],
            ..UnitReport::default()
        };
        scraper.end_account_with("nasa", Outcome::Ok, session).await;
        let row = |endpoint: &str, status: &str, class: &str, requests: i64| {
            json!({
                "platform": "instagram",
                "endpoint": endpoint,
                "status": status,
                "session_class": class,
                "requests": requests,
                "bytes": requests * 100,
            })
        };
        let all = json!([
            row("graphql_timeline", "ok", "session", 11),
            row("web_profile_info", "ok", "anonymous", 6),
            row("web_profile_info", "rate_limited", "anonymous", 1),
        ]);
        let day = world.get(&world.admin, "/api/scraping/traffic").await.ok();
        assert_eq!(
            day,
            json!({
                "from": "2026-11-20T10:00:00Z",
                "rows": all,
                "per_account_per_day": {"instagram": 9.0, "tiktok": null},
            })
        );
        // An hour later the same hour still counts, and two hours later it does not.
        for (minutes, hours, expected) in [(61, 1, &all), (59, 1, &json!([])), (0, 168, &all)] {
            world.clock.advance(Duration::from_mins(minutes));
            let admin = world.sign_in("admin", ADMIN_PASSWORD).await;
            let path = format!("/api/scraping/traffic?hours={hours}");
            assert_eq!(world.get(&admin, &path).await.ok()["rows"], *expected, "{hours}");
        }
        for hours in ["0", "169", "-1", "x"] {
            let path = format!("/api/scraping/traffic?hours={hours}");
            world
                .get(&world.admin, &path)
                .await
                .refused(422, "invalid_request");
        }
    });
}
