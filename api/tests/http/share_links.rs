//! Tests of links that show a group's dashboard.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::{ADMIN_PASSWORD, World, run};

const DAY_SECONDS: u64 = 24 * 60 * 60;

async fn listed(world: &World, token: &str, query: &str) -> Vec<Value> {
    let list = world.get(token, &format!("/api/share-links{query}")).await.ok();
    list["links"].as_array().unwrap().clone()
}

fn ids(links: &[Value]) -> Vec<i64> {
    links.iter().map(|link| link["id"].as_i64().unwrap()).collect()
}

#[test]
fn share_link_is_listed_without_token_and_counts_its_use_hourly() {
    run(async {
        let world = World::new().await;
        let gus = world.group_admin("gus", world.group_a).await;
        let body = json!({"group_id": world.group_a, "name": " Ann at Example Ltd ", "expires_in_days": 90});
        let made = world.post(&gus, "/api/share-links", body).await;
        assert_eq!(
            (made.status.as_u16(), made.header("cache-control")),
            (201, "no-store")
        );
        let made = made.ok();
        let expected = json!({
            "id": made["link"]["id"], "group_id": world.group_a, "group_name": "Group A", "name": "Ann at Example Ltd",
            "created_by": "gus", "created_at": "2026-11-21T10:00:00Z", "expires_at": "2027-02-19T10:00:00Z",
            "last_used_at": null,
        });
        assert_eq!(made["link"], expected);
        assert_eq!(listed(&world, &gus, "").await, [expected]);

        let viewer = made["token"].as_str().unwrap();
        let me = world.get(viewer, "/api/auth/me").await.ok();
        assert_eq!(
            (
                &me["user"]["role"],
                &me["user"]["full_name"],
                &me["user"]["group_name"]
            ),
            (&json!("viewer"), &json!("Ann at Example Ltd"), &json!("Group A"))
        );
        for (minutes, path, used) in [
            (59, "auth/me", "2026-11-21T10:00:00Z"),
            (1, "dashboard/all-content", "2026-11-21T11:00:00Z"),
            (10, "dashboard/stats", "2026-11-21T11:00:00Z"),
        ] {
            world.clock.advance(Duration::from_mins(minutes));
            world.get(viewer, &format!("/api/{path}")).await.ok();
            assert_eq!(listed(&world, &gus, "").await[0]["last_used_at"], used);
        }
    });
}

#[test]
fn viewer_reads_own_group_and_changes_nothing() {
    run(async {
        let world = World::new().await;
        let own = world.track(&world.member_a, "tiktok", "khaby.lame").await;
        let other = world.track(&world.member_b, "tiktok", "nasa").await;
        let numbers = [Some(1000), Some(100), Some(10), Some(1)];
        let mine = world.add_item("tiktok", "khaby.lame", "1", None, numbers).await;
        let theirs = world.add_item("tiktok", "nasa", "2", None, numbers).await;
        let (_, viewer) = world.share_link(&world.admin, world.group_a).await;

        // Although the settings let members see the content of all groups.
        let videos = "/api/dashboard/all-tiktok-videos";
        assert_eq!(world.get(&world.member_a, videos).await.ok()["total"], 2);
        for path in [videos, &format!("{videos}?group_id={}", world.group_a)] {
            assert_eq!(world.get(&viewer, path).await.ok()["total"], 1);
        }
        let stats = world.get(&viewer, "/api/dashboard/stats").await.ok();
        let members = world.get(&world.member_a, "/api/dashboard/stats").await.ok();
        assert_eq!(stats, members);
        world
            .get(&viewer, &format!("/api/tiktok/accounts/{own}"))
            .await
            .ok();
        world
            .get(&viewer, &format!("/api/tiktok/videos/{mine}/history"))
            .await
            .ok();
        for path in [
            format!("/api/tiktok/accounts/{other}"),
            format!("/api/tiktok/videos/{theirs}/history"),
            format!("/api/dashboard/stats?group_id={}", world.group_b),
        ] {
            world.get(&viewer, &path).await.refused(404, "not_found");
        }

        for path in ["/api/views", "/api/dashboard/attention", "/api/share-links"] {
            world.get(&viewer, path).await.refused(403, "access_denied");
        }
        world
            .poke(&viewer, "/api/dashboard/scrape-all")
            .await
            .refused(403, "access_denied");
        world
            .poke(&viewer, "/api/auth/logout-everywhere")
            .await
            .refused(403, "access_denied");
        // Repeated denials of one minute are one entry.
        world
            .get(&viewer, "/api/views")
            .await
            .refused(403, "access_denied");
        let denials =
            "SELECT count(*) FROM audit_log WHERE action = 'access.denied' AND username LIKE 'share link %'";
        assert_eq!(world.count(denials).await, 5);
    });
}

#[test]
fn asvs_7_4_1_share_link_is_refused_once_invalid() {
    run(async {
        let world = World::new().await;
        let stats = "/api/dashboard/stats";
        let (deleted, token) = world.share_link(&world.admin, world.group_a).await;
        world.get(&token, stats).await.ok();
        let path = format!("/api/share-links/{deleted}");
        world.delete(&world.admin, &path).await.ok();
        world.get(&token, stats).await.refused(401, "unauthenticated");
        world.delete(&world.admin, &path).await.refused(404, "not_found");

        let (_, expiring) = world.share_link(&world.admin, world.group_a).await;
        let body = json!({"group_id": world.group_a, "name": "Forever"});
        let forever = world.post(&world.admin, "/api/share-links", body).await.ok();
        assert_eq!(forever["link"]["expires_at"], Value::Null);
        world.clock.advance(Duration::from_secs(30 * DAY_SECONDS - 1));
        world.get(&expiring, stats).await.ok();
        world.clock.advance(Duration::from_secs(1));
        world.get(&expiring, stats).await.refused(401, "unauthenticated");
        let admin = world.sign_in("admin", ADMIN_PASSWORD).await;
        assert_eq!(listed(&world, &admin, "").await.len(), 2);

        let forever = forever["token"].as_str().unwrap();
        let toggle = format!("/api/groups/{}/toggle", world.group_a);
        world.get(forever, stats).await.ok();
        world.poke(&admin, &toggle).await.ok();
        world.get(forever, stats).await.refused(401, "unauthenticated");
        world.poke(&admin, &toggle).await.ok();
        world.get(forever, stats).await.ok();
        // Restoring the group does not make its links valid again.
        let group = format!("/api/groups/{}", world.group_a);
        world.delete(&admin, &group).await.ok();
        world.get(forever, stats).await.refused(401, "unauthenticated");
        let deletion = world
            .count("SELECT id FROM tombstones WHERE kind = 'group'")
            .await;
        world
            .poke(&admin, &format!("/api/admin/deletions/{deletion}/restore"))
            .await
            .ok();
        world.get(forever, stats).await.refused(401, "unauthenticated");
        assert_eq!(listed(&world, &admin, "").await, [] as [Value; 0]);
    });
}

#[test]
fn share_links_are_managed_by_admins_and_group_admins() {
    run(async {
        let world = World::new().await;
        let (a, b) = (world.group_a, world.group_b);
        let gus = world.group_admin("gus", a).await;
        let (of_a, _) = world.share_link(&world.admin, a).await;
        let (of_b, _) = world.share_link(&world.admin, b).await;
        let (own, _) = world.share_link(&gus, a).await;
        assert_eq!(ids(&listed(&world, &world.admin, "").await), [own, of_b, of_a]);
        assert_eq!(
            ids(&listed(&world, &world.admin, &format!("?group_id={b}")).await),
            [of_b]
        );
        let links = listed(&world, &gus, "").await;
        assert_eq!(ids(&links), [own, of_a]);
        // Group admins do not see admins of the platform.
        assert_eq!(
            (&links[0]["created_by"], &links[1]["created_by"]),
            (&json!("gus"), &Value::Null)
        );
        world
            .get(&gus, &format!("/api/share-links?group_id={b}"))
            .await
            .refused(404, "not_found");
        world
            .post(&gus, "/api/share-links", json!({"group_id": b, "name": "x"}))
            .await
            .refused(404, "not_found");
        world
            .delete(&gus, &format!("/api/share-links/{of_b}"))
            .await
            .refused(404, "not_found");
        world.delete(&gus, &format!("/api/share-links/{of_a}")).await.ok();
        world
            .get(&world.member_a, "/api/share-links")
            .await
            .refused(403, "access_denied");
        // The link is the group's: it remains without the user who created it.
        let user = world.count("SELECT id FROM users WHERE username = 'gus'").await;
        world
            .delete(&world.admin, &format!("/api/admin/users/{user}"))
            .await
            .ok();
        let links = listed(&world, &world.admin, &format!("?group_id={a}")).await;
        assert_eq!((ids(&links), &links[0]["created_by"]), (vec![own], &Value::Null));
        let log = "SELECT count(*) FROM audit_log WHERE action IN ('share_link.create', 'share_link.delete') AND details ? 'name'";
        assert_eq!(world.count(log).await, 4);
    });
}

#[test]
fn invalid_share_link_is_refused_with_reason() {
    run(async {
        let world = World::new().await;
        for (change, reason) in [
            (json!({"name": " "}), "name is required"),
            (
                json!({"name": "x".repeat(61)}),
                "name may have at most 60 characters",
            ),
            (
                json!({"expires_in_days": 0}),
                "expires_in_days must be 1 to 366, or omitted",
            ),
            (
                json!({"expires_in_days": 367}),
                "expires_in_days must be 1 to 366, or omitted",
            ),
        ] {
            let mut body = json!({"group_id": world.group_a, "name": "Ann"});
            for (field, value) in change.as_object().unwrap() {
                body[field] = value.clone();
            }
            let refused = world.post(&world.admin, "/api/share-links", body).await;
            refused.refused(422, "invalid_request");
            assert_eq!(refused.error(), reason);
        }
        let body = json!({"group_id": 999_999, "name": "Ann"});
        world
            .post(&world.admin, "/api/share-links", body)
            .await
            .refused(404, "not_found");
        world
            .execute(&format!(
                "INSERT INTO share_links (group_id, name, token_digest, created_at)
                 SELECT {}, 'Link', sha256(convert_to(n::text, 'UTF8')), now() FROM generate_series(1, 100) n",
                world.group_a
            ))
            .await;
        let body = json!({"group_id": world.group_a, "name": "Ann"});
        let refused = world.post(&world.admin, "/api/share-links", body).await;
        refused.refused(422, "invalid_request");
        assert_eq!(
            refused.error(),
            "The group already has 100 share links. Delete one first."
        );
    });
}
