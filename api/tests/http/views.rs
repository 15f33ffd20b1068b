//! Tests of saved views.

use serde_json::{Value, json};

use crate::support::{ADMIN_PASSWORD, World, run};

fn view(name: &str, query: &str) -> Value {
    json!({"page": "content", "name": name, "query": query})
}

fn shared(name: &str, group: i64) -> Value {
    json!({"page": "content", "name": name, "query": "sort=views", "group_id": group})
}

async fn save(world: &World, token: &str, body: Value) -> i64 {
    world.post(token, "/api/views", body).await.ok()["id"]
        .as_i64()
        .unwrap()
}

/// The names of the listed views, and whether the caller may change them.
async fn listed(world: &World, token: &str, query: &str) -> Vec<(String, bool)> {
    let list = world.get(token, &format!("/api/views{query}")).await.ok();
    let views = list["views"].as_array().unwrap().iter();
    views
        .map(|view| {
            (
                view["name"].as_str().unwrap().to_owned(),
                view["can_change"].as_bool().unwrap(),
            )
        })
        .collect()
}

fn names(names: &[(&str, bool)]) -> Vec<(String, bool)> {
    names
        .iter()
        .map(|(name, can_change)| ((*name).to_owned(), *can_change))
        .collect()
}

#[test]
fn own_view_is_saved_changed_and_deleted_by_its_user_only() {
    run(async {
        let world = World::new().await;
        world.add_member("amy", world.group_a).await;
        let amy = world.sign_in("amy", ADMIN_PASSWORD).await;
        let query = "tab=tiktok&q=ice+cream%20%C3%A9&posted=last-week";
        let made = world
            .post(&world.member_a, "/api/views", view("  Summer ", query))
            .await;
        assert_eq!(made.status, 201);
        let made = made.ok();
        assert_eq!(
            made,
            json!({
                "id": made["id"], "page": "content", "name": "Summer", "query": query, "group_id": null,
                "group_name": null, "can_change": true, "created_at": "2026-11-21T10:00:00Z",
            })
        );
        save(&world, &world.member_a, view("all", "")).await;
        let own = names(&[("all", true), ("Summer", true)]);
        assert_eq!(listed(&world, &world.member_a, "?page=content").await, own);
        assert_eq!(listed(&world, &world.member_a, "").await, own);

        let path = format!("/api/views/{}", made["id"]);
        let change = json!({"name": "Winter", "query": "q=snow"});
        for token in [&amy, &world.member_b, &world.admin] {
            assert_eq!(listed(&world, token, "").await, []);
            world.delete(token, &path).await.refused(404, "not_found");
            world
                .put(token, &path, change.clone())
                .await
                .refused(404, "not_found");
        }
        let changed = world.put(&world.member_a, &path, change).await.ok();
        assert_eq!(
            (&changed["name"], &changed["query"]),
            (&json!("Winter"), &json!("q=snow"))
        );
        let list = world.get(&world.member_a, "/api/views").await.ok();
        assert_eq!(list["views"][1], changed);

        world.delete(&world.member_a, &path).await.ok();
        assert_eq!(listed(&world, &world.member_a, "").await, names(&[("all", true)]));
        world
            .delete(&world.member_a, &path)
            .await
            .refused(404, "not_found");
    });
}

#[test]
fn shared_view_is_seen_by_its_group_and_changed_by_admins() {
    run(async {
        let world = World::new().await;
        let (a, b) = (world.group_a, world.group_b);
        let gus = world.group_admin("gus", a).await;
        let bea = world.group_admin("bea", b).await;
        let id = save(&world, &gus, shared("Reels", a)).await;
        save(&world, &world.admin, shared("Photos", a)).await;

        let list = world.get(&world.member_a, "/api/views").await.ok();
        assert_eq!(
            (&list["views"][1]["group_id"], &list["views"][1]["group_name"]),
            (&json!(a), &json!("Group A"))
        );
        for (token, query, seen) in [
            (&world.member_a, "", &[("Photos", false), ("Reels", false)][..]),
            (&gus, "", &[("Photos", true), ("Reels", true)]),
            (&world.member_b, "", &[]),
            (&bea, "", &[]),
            // An admin sees those of a group on request.
            (&world.admin, "", &[("Photos", true)]),
            (
                &world.admin,
                &format!("?group_id={a}"),
                &[("Photos", true), ("Reels", true)],
            ),
            (&world.admin, &format!("?group_id={b}"), &[("Photos", true)]),
        ] {
            assert_eq!(listed(&world, token, query).await, names(seen), "{query}");
        }
        world
            .get(&world.member_b, &format!("/api/views?group_id={a}"))
            .await
            .refused(404, "not_found");

        let path = format!("/api/views/{id}");
        let change = json!({"name": "Best reels", "query": "sort=likes"});
        let denied = world.put(&world.member_a, &path, change.clone()).await;
        denied.refused(403, "access_denied");
        assert!(denied.error().contains("admins"), "{denied:?}");
        world
            .delete(&world.member_a, &path)
            .await
            .refused(403, "access_denied");
        world
            .put(&bea, &path, change.clone())
            .await
            .refused(404, "not_found");
        world.put(&gus, &path, change.clone()).await.ok();
        world.put(&world.admin, &path, change).await.ok();

        for (token, status, code) in [(&world.member_a, 403, "access_denied"), (&bea, 404, "not_found")] {
            world
                .post(token, "/api/views", shared("Mine", a))
                .await
                .refused(status, code);
        }
        world
            .post(&world.admin, "/api/views", shared("Mine", 999_999))
            .await
            .refused(404, "not_found");
        world.delete(&world.admin, &path).await.ok();
        assert_eq!(
            listed(&world, &world.member_a, "").await,
            names(&[("Photos", false)])
        );
    });
}

#[test]
fn view_names_are_unique_among_own_and_among_shared_views() {
    run(async {
        let world = World::new().await;
        let gus = world.group_admin("gus", world.group_a).await;
        save(&world, &gus, view("Reels", "")).await;
        let id = save(&world, &gus, view("Photos", "")).await;
        save(&world, &gus, shared("Reels", world.group_a)).await;
        save(&world, &world.member_a, view("Reels", "")).await;
        save(&world, &world.admin, shared("Reels", world.group_b)).await;

        for (token, body) in [
            (&gus, view("reels", "q=a")),
            (&gus, shared("REELS", world.group_a)),
            (&world.admin, shared("Reels", world.group_a)),
        ] {
            world
                .post(token, "/api/views", body)
                .await
                .refused(409, "view_exists");
        }
        let path = format!("/api/views/{id}");
        world
            .put(&gus, &path, json!({"name": "reels", "query": ""}))
            .await
            .refused(409, "view_exists");
        // Its own name in another case.
        world
            .put(&gus, &path, json!({"name": "PHOTOS", "query": ""}))
            .await
            .ok();
    });
}

#[test]
fn views_of_a_user_are_limited() {
    run(async {
        let world = World::new().await;
        for n in 0..49 {
            save(&world, &world.member_a, view(&format!("View {n}"), "")).await;
        }
        // Concurrent calls, of which one is the last that is allowed.
        let calls = (0..4).map(|n| {
            let body = view(&format!("Last {n}"), "");
            world.post(&world.member_a, "/api/views", body)
        });
        let mut saved = 0;
        for response in futures::future::join_all(calls).await {
            if response.status == 201 {
                saved += 1;
            } else {
                response.refused(409, "view_limit_reached");
                assert!(response.error().contains("at most 50"), "{response:?}");
            }
        }
        assert_eq!(saved, 1);
        assert_eq!(listed(&world, &world.member_a, "").await.len(), 50);
        save(&world, &world.member_b, view("View", "")).await;
    });
}

#[test]
fn invalid_views_are_refused() {
    run(async {
        let world = World::new().await;
        let id = save(&world, &world.member_a, view("View", "")).await;
        let good = view("Reels", "q=a");
        let with = |field: &str, value: Value| {
            let mut body = good.clone();
            body[field] = value;
            body
        };
        for (body, reason) in [
            (
                json!({"page": "content", "name": "Reels"}),
                "missing field `query`",
            ),
            (json!({"name": "Reels", "query": ""}), "missing field `page`"),
            (with("page", json!("dashboard")), "unknown variant"),
            (with("name", json!(" ")), "name is required"),
            (with("name", json!("x".repeat(61))), "at most 60"),
            (with("name", json!("a\nb")), "a single line"),
            (with("query", json!("?q=a")), "after the question mark"),
            (with("query", json!("q=a b")), "after the question mark"),
            (with("query", json!("q=a#b")), "after the question mark"),
            (
                with("query", json!("javascript:alert('é')")),
                "after the question mark",
            ),
            (with("query", json!("q=%zz")), "after the question mark"),
            (with("query", json!("q".repeat(2049))), "at most 2048"),
            (with("user_id", json!(1)), "user_id"),
        ] {
            let response = world.post(&world.member_a, "/api/views", body.clone()).await;
            response.refused(422, "invalid_request");
            assert!(response.error().contains(reason), "{body}: {response:?}");
        }
        for body in [json!({"name": "Reels"}), json!({"name": "", "query": ""}), good] {
            world
                .put(&world.member_a, &format!("/api/views/{id}"), body)
                .await
                .refused(422, "invalid_request");
        }
        world
            .get(&world.member_a, "/api/views?page=dashboard")
            .await
            .refused(422, "invalid_request");
        world
            .delete(&world.member_a, "/api/views/x")
            .await
            .refused(404, "not_found");
        let longest = view(&"é".repeat(60), &"q".repeat(2048));
        save(&world, &world.member_a, longest).await;
    });
}

#[test]
fn view_is_shared_and_made_private_later() {
    run(async {
        let world = World::new().await;
        let a = world.group_a;
        let gus = world.group_admin("gus", a).await;
        let id = save(&world, &gus, view("Reels", "sort=likes")).await;
        save(&world, &world.admin, shared("Photos", a)).await;
        let path = format!("/api/views/{id}");
        let change = |group: Value| json!({"name": "Reels", "query": "sort=likes", "group_id": group});

        let shared = world.put(&gus, &path, change(json!(a))).await.ok();
        assert_eq!(
            (&shared["group_id"], &shared["group_name"]),
            (&json!(a), &json!("Group A"))
        );
        let both = names(&[("Photos", false), ("Reels", false)]);
        assert_eq!(listed(&world, &world.member_a, "").await, both);
        // Omitted: still shared.
        let renamed = json!({"name": "Best reels", "query": ""});
        let renamed = world.put(&gus, &path, renamed).await.ok();
        assert_eq!(renamed["group_id"], json!(a));
        let taken = json!({"name": "Photos", "query": "", "group_id": a});
        world.put(&gus, &path, taken).await.refused(409, "view_exists");

        // Another admin takes it.
        let own = world.put(&world.admin, &path, change(Value::Null)).await.ok();
        assert_eq!(own["group_id"], Value::Null);
        assert_eq!(
            listed(&world, &world.member_a, "").await,
            names(&[("Photos", false)])
        );
        world
            .put(&gus, &path, change(json!(a)))
            .await
            .refused(404, "not_found");

        let mine = save(&world, &world.member_a, view("Mine", "")).await;
        let path = format!("/api/views/{mine}");
        world
            .put(&world.member_a, &path, change(json!(a)))
            .await
            .refused(403, "access_denied");
        world
            .put(&world.admin, &path, change(json!(a)))
            .await
            .refused(404, "not_found");
        world
            .put(&world.member_a, &path, change(json!(999_999)))
            .await
            .refused(404, "not_found");
    });
}

#[test]
fn views_are_deleted_with_their_user_or_their_group() {
    run(async {
        let world = World::new().await;
        let eve = world.add_member("eve", world.group_a).await;
        let token = world.sign_in("eve", ADMIN_PASSWORD).await;
        save(&world, &token, view("Reels", "")).await;
        let gus = world.group_admin("gus", world.group_a).await;
        save(&world, &gus, shared("Photos", world.group_a)).await;
        save(&world, &world.member_b, view("Reels", "")).await;
        save(&world, &world.admin, view("Reels", "")).await;
        save(&world, &world.admin, shared("Reels", world.group_b)).await;
        let left = "SELECT count(*) FROM saved_views";
        world
            .delete(&world.admin, &format!("/api/admin/users/{eve}"))
            .await
            .ok();
        assert_eq!(world.count(left).await, 4);
        // A shared view belongs to the group.
        let gus = world.count("SELECT id FROM users WHERE username = 'gus'").await;
        world
            .delete(&world.admin, &format!("/api/admin/users/{gus}"))
            .await
            .ok();
        assert_eq!(
            listed(&world, &world.member_a, "").await,
            names(&[("Photos", false)])
        );
        assert_eq!(world.count(left).await, 4);
        world
            .delete(&world.admin, &format!("/api/groups/{}", world.group_b))
            .await
            .ok();
        assert_eq!(world.count(left).await, 2);
        assert_eq!(listed(&world, &world.admin, "").await, names(&[("Reels", true)]));
    });
}

#[test]
fn changes_of_views_are_in_the_audit_log() {
    run(async {
        let world = World::new().await;
        let own = save(&world, &world.member_a, view("Reels", "q=secret")).await;
        let id = save(&world, &world.admin, shared("Reels", world.group_a)).await;
        let path = format!("/api/views/{id}");
        let change = json!({"name": "Best", "query": ""});
        world.put(&world.admin, &path, change).await.ok();
        let taken = json!({"name": "Mine", "query": "", "group_id": null});
        world.put(&world.admin, &path, taken).await.ok();
        world.delete(&world.admin, &path).await.ok();
        let log = world.get(&world.admin, "/api/admin/audit-log").await.ok();
        let entries: Vec<_> = log["entries"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|entry| entry["action"].as_str().unwrap().starts_with("view."))
            .map(|entry| {
                json!([
                    entry["action"],
                    entry["username"],
                    entry["group_id"],
                    entry["details"]
                ])
            })
            .collect();
        assert_eq!(
            entries,
            [
                json!(["view.delete", "admin", null, {"view_id": id, "name": "Mine"}]),
                json!([
                    "view.update",
                    "admin",
                    world.group_a,
                    {"view_id": id, "name": "Mine", "from_group": world.group_a, "to_group": null}
                ]),
                json!(["view.update", "admin", world.group_a, {"view_id": id, "name": "Best"}]),
                json!(["view.create", "admin", world.group_a, {"view_id": id, "name": "Reels"}]),
                json!(["view.create", "ann", null, {"view_id": own, "name": "Reels"}]),
            ]
        );
    });
}
