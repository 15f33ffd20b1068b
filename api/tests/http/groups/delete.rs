//! Tests of deleting client groups, with and without a scrape in progress.

use clipmeter_db::ingest::report::Report;
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{
    FetchBatchResponse, Observation, Outcome, PageReport, Platform, Precision, RunTrigger, UnitKey,
    UnitReport,
};
use serde_json::json;
use uuid::Uuid;

use crate::support::{World, run};

#[test]
fn group_deletion_deletes_only_unshared_data() {
    run(async {
        let world = World::new().await;
        world.track(&world.member_a, "instagram", "mine").await;
        world.track(&world.member_a, "instagram", "shared").await;
        world.track(&world.member_b, "instagram", "shared").await;
        for (name, id) in [("mine", "1"), ("shared", "2")] {
            let item = world
                .add_item("instagram", name, id, None, [Some(10), Some(1), Some(1), None])
                .await;
            sqlx::query(
                "INSERT INTO post_metrics (post_id, observed_at) VALUES ($1, '2026-11-21T10:00:00Z')",
            )
            .bind(item)
            .execute(&world.owner)
            .await
            .unwrap();
        }
        let path = format!("/api/groups/{}", world.group_a);
        let deleted = world.delete(&world.admin, &path).await.ok();
        assert_eq!(deleted, json!({"message": "Group deleted successfully"}));
        world.delete(&world.admin, &path).await.refused(404, "not_found");
        world
            .get(&world.member_a, "/api/auth/me")
            .await
            .refused(401, "unauthenticated");
        world.purge_deleted().await;
        for (query, left) in [
            ("SELECT count(*) FROM users WHERE username = 'ann'", 0),
            ("SELECT count(*) FROM platform_accounts", 1),
            ("SELECT count(*) FROM tracked_accounts", 1),
            ("SELECT count(*) FROM posts", 1),
            ("SELECT count(*) FROM post_metrics", 1),
            ("SELECT count(*) FROM account_counters", 1),
            ("SELECT sum(n)::bigint FROM post_days", 1),
            (
                "SELECT count(*) FROM audit_log WHERE action = 'group.delete' AND details->>'name' = 'Group A'",
                1,
            ),
        ] {
            assert_eq!(world.count(query).await, left, "{query}");
        }
        let table = world
            .get(&world.member_b, "/api/dashboard/all-instagram-posts")
            .await;
        assert_eq!(table.ok()["total"], 1);
    });
}

/// A scraper at work on everything that is tracked on TikTok.
struct Scraper<'w> {
    world: &'w World,
    run: Uuid,
    batch: FetchBatchResponse,
}

impl<'w> Scraper<'w> {
    async fn start(world: &'w World) -> Self {
        let accounts: Vec<i64> = sqlx::query_scalar("SELECT DISTINCT account_id FROM tracked_accounts")
            .fetch_all(&world.owner)
            .await
            .unwrap();
        let keys: Vec<_> = accounts
            .into_iter()
            .map(|id| UnitKey {
                platform: Platform::Tiktok.into(),
                id: Some(Id::AccountId(id)),
            })
            .collect();
        let run = Uuid::new_v4();
        let runs = world.api.runs();
        runs.open_run(run, Platform::Tiktok, &keys, RunTrigger::Schedule)
            .await
            .unwrap();
        let batch = runs.fetch_batch(run, None, "").await.unwrap();
        Self { world, run, batch }
    }

    async fn report(&self, sequence: u64, body: Body) {
        let report = Report {
            run: self.run,
            lease_token: self.batch.lease_token.parse().unwrap(),
            sequence,
            body,
        };
        self.world.api.runs().store(&report).await.unwrap();
    }

    /// Reports a page of items for each unit, and then the unit's end.
    async fn finish(&self) {
        let observed_at = "2026-11-21T10:00:00Z"
            .parse::<chrono::DateTime<chrono::Utc>>()
            .unwrap()
            .timestamp();
        let mut sequence = 0;
        for unit in &self.batch.units {
            let item = |n: i64| Observation {
                external_id: format!("{}-{n}", unit.unit_id),
                views: Some(100),
                likes: Some(n),
                precision: Precision::Exact.into(),
                ..Observation::default()
            };
            let page = PageReport {
                unit_id: unit.unit_id,
                observed_at,
                observations: (0..5).map(item).collect(),
                ..PageReport::default()
            };
            let end = UnitReport {
                unit_id: unit.unit_id,
                outcome: Outcome::Ok.into(),
                observed_at,
                ..UnitReport::default()
            };
            for body in [Body::Page(page.clone()), Body::Page(page), Body::Unit(end)] {
                sequence += 1;
                self.report(sequence, body).await;
            }
        }
        let token = self.batch.lease_token.parse().unwrap();
        self.world.api.runs().complete_run(self.run, token).await.unwrap();
    }
}

#[test]
fn group_deletion_discards_results_of_running_scrape() {
    run(async {
        let world = World::new().await;
        world.track(&world.member_a, "tiktok", "mine").await;
        world.track(&world.member_a, "tiktok", "shared").await;
        world.track(&world.member_b, "tiktok", "shared").await;
        let scraper = Scraper::start(&world).await;
        assert_eq!(scraper.batch.units.len(), 2);
        world
            .delete(&world.admin, &format!("/api/groups/{}", world.group_a))
            .await
            .ok();
        // The other group adds the deleted account in the meantime: it waits for its own scrape.
        let again = world.track(&world.member_b, "tiktok", "mine").await;
        scraper.finish().await;
        assert_eq!(world.count("SELECT count(*) FROM posts").await, 5);
        let videos = world
            .get(&world.member_b, &format!("/api/tiktok/accounts/{again}/videos"))
            .await;
        assert_eq!(videos.ok()["total"], 0);
        assert_eq!(
            world
                .count("SELECT count(*) FROM run_units WHERE account_id IS NULL")
                .await,
            1
        );
        assert_eq!(
            world.count("SELECT count(*) FROM run_units WHERE assigned").await,
            0
        );
        assert_eq!(
            world
                .count("SELECT count(*) FROM runs WHERE end_reason = 'completed'")
                .await,
            1
        );
    });
}

/// Deletes during a report, which locks its unit first.
async fn delete_during(world: &World, path: &str, store: &'static str) {
    let mut report = world.owner.begin().await.unwrap();
    sqlx::query("SELECT FROM run_units FOR UPDATE")
        .execute(&mut *report)
        .await
        .unwrap();
    let store = async {
        let waiting = "SELECT count(*) FROM pg_stat_activity
                       WHERE datname = current_database() AND wait_event_type = 'Lock'";
        while world.count(waiting).await == 0 {}
        sqlx::query(store).execute(&mut *report).await.unwrap();
        report.commit().await.unwrap();
    };
    let (deleted, ()) = futures::future::join(world.delete(&world.admin, path), store).await;
    deleted.ok();
}

#[test]
fn group_deletion_during_a_report_leaves_no_items() {
    run(async {
        let world = World::new().await;
        world.track(&world.member_a, "tiktok", "mine").await;
        let scraper = Scraper::start(&world).await;
        let path = format!("/api/groups/{}", world.group_a);
        let store = "INSERT INTO posts (platform, external_id, account_id, first_seen_at, updated_at)
                     SELECT 'tiktok', '1', account_id, now(), now() FROM run_units";
        delete_during(&world, &path, store).await;
        world.purge_deleted().await;
        assert_eq!(world.count("SELECT count(*) FROM posts").await, 0);
        scraper.finish().await;
        assert_eq!(world.count("SELECT count(*) FROM posts").await, 0);
    });
}

#[test]
fn video_and_user_deletion_succeed_during_a_report() {
    run(async {
        for deletes_user in [false, true] {
            let world = World::new().await;
            let urls = json!({"urls": ["https://www.tiktok.com/@u/video/7526770564367748360"]});
            world
                .post(&world.member_a, "/api/tiktok/videos/add", urls)
                .await
                .ok();
            let video = world.count("SELECT id FROM tracked_videos").await;
            let key = UnitKey {
                platform: Platform::Tiktok.into(),
                id: Some(Id::VideoId(video)),
            };
            let runs = world.api.runs();
            runs.open_run(Uuid::new_v4(), Platform::Tiktok, &[key], RunTrigger::Schedule)
                .await
                .unwrap();
            let path = if deletes_user {
                let ann = world.count("SELECT id FROM users WHERE username = 'ann'").await;
                format!("/api/admin/users/{ann}")
            } else {
                format!("/api/tiktok/videos/{video}")
            };
            delete_during(&world, &path, "UPDATE tracked_videos SET last_outcome = 'ok'").await;
            assert_eq!(world.count("SELECT count(*) FROM tracked_videos").await, 0);
        }
    });
}

#[test]
fn group_deletion_does_not_wait_for_ended_runs() {
    run(async {
        let world = World::new().await;
        world.track(&world.member_a, "tiktok", "mine").await;
        world.track(&world.member_b, "tiktok", "mine").await;
        Scraper::start(&world).await.finish().await;
        let mut other = world.owner.begin().await.unwrap();
        sqlx::query("SELECT FROM run_units FOR UPDATE")
            .execute(&mut *other)
            .await
            .unwrap();
        let path = format!("/api/groups/{}", world.group_a);
        world.delete(&world.admin, &path).await.ok();
    });
}

#[test]
fn group_deletion_continues_after_caller_disconnects() {
    run(async {
        let world = World::new().await;
        world.track(&world.member_a, "tiktok", "mine").await;
        let mut other = world.owner.begin().await.unwrap();
        sqlx::query("SELECT FROM tracked_accounts FOR UPDATE")
            .execute(&mut *other)
            .await
            .unwrap();
        let path = format!("/api/groups/{}", world.group_a);
        let waiting = async {
            let waiting = "SELECT count(*) FROM pg_stat_activity
                           WHERE datname = current_database() AND wait_event_type = 'Lock'";
            while world.count(waiting).await == 0 {}
        };
        // The caller hangs up.
        tokio::select! {
            response = world.delete(&world.admin, &path) => panic!("{response:?}"),
            () = waiting => {}
        }
        other.rollback().await.unwrap();
        let deleted = async { while world.count("SELECT count(*) FROM groups").await == 2 {} };
        tokio::time::timeout(std::time::Duration::from_mins(1), deleted)
            .await
            .unwrap();
    });
}

#[test]
fn group_deletion_succeeds_while_its_scrapes_report() {
    run(async {
        let world = World::new().await;
        for n in 0..8 {
            world.track(&world.member_a, "tiktok", &format!("user{n}")).await;
        }
        let scraper = Scraper::start(&world).await;
        let path = format!("/api/groups/{}", world.group_a);
        let (deleted, ()) = futures::future::join(world.delete(&world.admin, &path), scraper.finish()).await;
        deleted.ok();
        world.purge_deleted().await;
        for query in [
            "SELECT count(*) FROM posts",
            "SELECT count(*) FROM platform_accounts",
            "SELECT count(*) FROM tracked_accounts",
            "SELECT coalesce(sum(n), 0)::bigint FROM post_days",
        ] {
            assert_eq!(world.count(query).await, 0, "{query}");
        }
        assert_eq!(
            world
                .count("SELECT count(*) FROM runs WHERE end_reason = 'completed'")
                .await,
            1
        );
    });
}
