//! Changing, switching and deleting client groups.

use clipmeter_api::store::Report;
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
fn a_group_is_changed_field_by_field() {
    run(async {
        let world = World::new().await;
        let path = format!("/api/groups/{}", world.group_a);
        let changed = world
            .patch(
                &world.admin,
                &path,
                json!({"name": " Acme ", "description": "Shoes", "max_tiktok_accounts": 0}),
            )
            .await
            .ok();
        assert_eq!(
            [
                &changed["name"],
                &changed["description"],
                &changed["max_tiktok_accounts"]
            ],
            [&json!("Acme"), &json!("Shoes"), &json!(0)]
        );
        assert_eq!(changed["max_instagram_accounts"], 10);
        world
            .post(
                &world.member_a,
                "/api/tiktok/accounts",
                json!({"username": "nasa"}),
            )
            .await
            .refused(409, "account_limit_reached");
        // Its own name in other letters is free for it, another group's is not.
        let renamed = world
            .patch(&world.admin, &path, json!({"name": "ACME"}))
            .await
            .ok();
        assert_eq!(
            (&renamed["name"], &renamed["description"]),
            (&json!("ACME"), &json!("Shoes"))
        );
        world
            .patch(&world.admin, &path, json!({"name": "group b"}))
            .await
            .refused(409, "group_exists");
        let entries = "SELECT count(*) FROM audit_log WHERE action = 'group.update' AND group_id IS NOT NULL";
        assert_eq!(world.count(entries).await, 2);
    });
}

#[test]
fn bad_changes_are_refused() {
    run(async {
        let world = World::new().await;
        let path = format!("/api/groups/{}", world.group_a);
        for body in [
            json!({"name": " "}),
            json!({"name": "x".repeat(101)}),
            json!({"description": "x".repeat(1001)}),
            json!({"max_instagram_accounts": -1}),
            json!({"max_tiktok_accounts": 100_001}),
            json!({"members_manage_accounts": "no"}),
            json!({"is_active": false}),
            json!({"id": 7}),
        ] {
            world
                .patch(&world.admin, &path, body)
                .await
                .refused(422, "invalid_request");
        }
        for (token, path) in [(&world.member_a, path.as_str()), (&world.member_b, path.as_str())] {
            world
                .patch(token, path, json!({"name": "Mine"}))
                .await
                .refused(403, "access_denied");
            world.delete(token, path).await.refused(403, "access_denied");
            world
                .poke(token, &format!("{path}/toggle"))
                .await
                .refused(403, "access_denied");
        }
        world
            .patch(&world.admin, "/api/groups/999", json!({}))
            .await
            .refused(404, "not_found");
        world
            .delete(&world.admin, "/api/groups/999")
            .await
            .refused(404, "not_found");
        world
            .poke(&world.admin, "/api/groups/999/toggle")
            .await
            .refused(404, "not_found");
        let unchanged = "SELECT count(*) FROM groups WHERE name IN ('Group A', 'Group B') AND is_active";
        assert_eq!(world.count(unchanged).await, 2);
    });
}

#[test]
fn an_inactive_group_is_signed_out_and_not_scraped() {
    run(async {
        let world = World::new().await;
        world.track(&world.member_a, "tiktok", "khaby.lame").await;
        let path = format!("/api/groups/{}/toggle", world.group_a);
        let off = world.poke(&world.admin, &path).await.ok();
        assert_eq!(off["message"], "Group status updated");
        assert_eq!(
            (&off["group"]["is_active"], &off["group"]["tiktok_count"]),
            (&json!(false), &json!(1))
        );
        world
            .get(&world.member_a, "/api/auth/me")
            .await
            .refused(401, "unauthenticated");
        world.get(&world.member_b, "/api/auth/me").await.ok();
        assert!(world.api.runs().list_units().await.unwrap().is_empty());
        let on = world.poke(&world.admin, &path).await.ok();
        assert_eq!(on["group"]["is_active"], true);
        world.get(&world.member_a, "/api/auth/me").await.ok();
        assert_eq!(world.api.runs().list_units().await.unwrap().len(), 1);
        let entries = "SELECT count(*) FROM audit_log WHERE action = 'group.toggle'";
        assert_eq!(world.count(entries).await, 2);
    });
}

#[test]
fn members_manage_accounts_until_the_group_reserves_it_to_its_admins() {
    run(async {
        let world = World::new().await;
        world.add_member("amy", world.group_a).await;
        sqlx::query("UPDATE users SET is_group_admin = true WHERE username = 'amy'")
            .execute(&world.owner)
            .await
            .unwrap();
        let amy = world.sign_in("amy", crate::support::ADMIN_PASSWORD).await;
        let id = world.track(&world.member_a, "instagram", "natgeo").await;
        let group = format!("/api/groups/{}", world.group_a);
        let off = json!({"members_manage_accounts": false});
        world.patch(&world.admin, &group, off).await.ok();

        let (member, account) = (&world.member_a, format!("/api/instagram/accounts/{id}"));
        let refused = world
            .post(member, "/api/instagram/accounts", json!({"username": "nasa"}))
            .await;
        refused.refused(403, "access_denied");
        assert_eq!(
            refused.error(),
            "Only the admins of your group may add, scrape and delete accounts"
        );
        world.delete(member, &account).await.refused(403, "access_denied");
        for path in [
            format!("{account}/refresh"),
            "/api/dashboard/scrape-all".to_owned(),
        ] {
            world.poke(member, &path).await.refused(403, "access_denied");
        }
        world.get(member, "/api/instagram/accounts").await.ok();
        assert_eq!(world.count("SELECT count(*) FROM tracked_accounts").await, 1);

        for (token, name) in [(&amy, "nasa"), (&world.admin, "esa")] {
            let body = json!({"username": name, "group_id": world.group_a});
            world.post(token, "/api/instagram/accounts", body).await.ok();
        }
        world.delete(&amy, &account).await.ok();
        let on = json!({"members_manage_accounts": true});
        world.patch(&world.admin, &group, on).await.ok();
        world.track(member, "instagram", "natgeo").await;
    });
}

#[test]
fn deleting_a_group_deletes_what_only_it_had() {
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
        let batch = runs.fetch_batch(run, None).await.unwrap();
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

    /// Reports a page of items of every unit and then the unit's end.
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
fn a_running_scrape_of_a_deleted_group_stores_nothing_and_ends_well() {
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
        // The other group adds the deleted account in the meantime: it is a new one, and waits for its own scrape.
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
        assert_eq!(world.count("SELECT count(*) FROM run_units WHERE held").await, 0);
        assert_eq!(
            world
                .count("SELECT count(*) FROM runs WHERE ending = 'completed'")
                .await,
            1
        );
    });
}

#[test]
fn a_group_is_deleted_while_its_scrapes_report() {
    run(async {
        let world = World::new().await;
        for n in 0..8 {
            world.track(&world.member_a, "tiktok", &format!("user{n}")).await;
        }
        let scraper = Scraper::start(&world).await;
        let path = format!("/api/groups/{}", world.group_a);
        let (deleted, ()) = futures::future::join(world.delete(&world.admin, &path), scraper.finish()).await;
        deleted.ok();
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
                .count("SELECT count(*) FROM runs WHERE ending = 'completed'")
                .await,
            1
        );
    });
}
