//! Tests of proxies.

use serde_json::{Value, json};

use crate::support::{World, run};

const PATH: &str = "/api/scraping/proxies";
const POOL: &str = "/api/scraping/pool";

async fn add(world: &World, name: &str, serves: Value) -> Value {
    let url = "socks5://ann:s3cretword@proxy.example:1080";
    let body = json!({"name": name, "url": url, "serves": serves});
    world.post(&world.admin, PATH, body).await.ok()
}

#[test]
fn proxy_is_added_assigned_and_deleted_without_showing_password() {
    run(async {
        let world = World::new().await;
        let added = add(&world, " Frankfurt ", json!("instagram")).await;
        let id = added["proxies"][0]["id"].as_i64().unwrap();
        let shown = json!({"proxies": [{"id": id, "name": "Frankfurt", "address": "socks5://proxy.example:1080",
            "serves": "instagram", "sessions": 0, "blocked_until": null, "blocked_for": null}]});
        assert_eq!(added, shown);
        assert_eq!(world.get(&world.admin, PATH).await.ok(), shown);

        let sessions = json!({"sessions": ["1:token"]});
        world
            .post(&world.admin, "/api/scraping/sessions", sessions)
            .await
            .ok();
        let session = world.count("SELECT id FROM sessions").await;
        let path = format!("{POOL}/{session}");
        for (body, proxy) in [
            (json!({"proxy_id": id}), json!(id)),
            (json!({}), json!(id)),
            (json!({"proxy_id": null}), Value::Null),
            (json!({"proxy_id": id}), json!(id)),
        ] {
            let changed = world.patch(&world.admin, &path, body).await.ok();
            assert_eq!(changed["proxy_id"], proxy);
        }
        for (key, reason) in [("gone", json!("proxy_lost")), ("", Value::Null)] {
            sqlx::query(
                "UPDATE proxies p SET key_id = coalesce(nullif($1, ''), (SELECT key_id FROM sessions))",
            )
            .bind(key)
            .execute(&world.owner)
            .await
            .unwrap();
            let pool = world.get(&world.admin, POOL).await.ok();
            assert_eq!(pool["sessions"][0]["reason"], reason);
            assert_eq!(pool["summary"]["usable"], i32::from(key.is_empty()), "{pool}");
        }
        let listed = world.get(&world.admin, PATH).await.ok();
        assert_eq!(listed["proxies"][0]["sessions"], 1);
        world
            .patch(&world.admin, &path, json!({"proxy_id": id + 1}))
            .await
            .refused(422, "invalid_request");
        world
            .patch(&world.admin, &format!("{POOL}/0"), json!({"proxy_id": id}))
            .await
            .refused(404, "not_found");

        let deleted = world.delete(&world.admin, &format!("{PATH}/{id}")).await.ok();
        assert_eq!(deleted, json!({"proxies": []}));
        world
            .delete(&world.admin, &format!("{PATH}/{id}"))
            .await
            .refused(404, "not_found");
        let pool = world.get(&world.admin, POOL).await.ok();
        assert_eq!(pool["sessions"][0]["proxy_id"], Value::Null);
        for (action, entries) in [("proxy.add", 1), ("sessions.update", 3), ("proxy.delete", 1)] {
            let log = format!("/api/admin/audit-log?action={action}");
            let log = world.get(&world.admin, &log).await.ok();
            assert_eq!(log["total"], entries, "{action}");
            assert!(!log.to_string().contains("s3cretword"), "{log}");
        }
    });
}

#[test]
fn proxy_names_and_platforms_are_unique_without_exposing_passwords() {
    run(async {
        let world = World::new().await;
        add(&world, "one", json!("tiktok")).await;
        for (name, serves) in [("one", Value::Null), ("two", json!("tiktok"))] {
            let body = json!({"name": name, "url": "http://proxy.example:80", "serves": serves});
            world
                .post(&world.admin, PATH, body)
                .await
                .refused(409, "proxy_exists");
        }
        for body in [
            json!({"name": "two", "url": "http://ann:s3cretword@proxy.example"}),
            json!({"name": "two", "url": "ftp://ann:s3cretword@proxy.example:21"}),
            json!({"name": "", "url": "http://ann:s3cretword@proxy.example:80"}),
            json!({"name": "x".repeat(61), "url": "http://ann:s3cretword@proxy.example:80"}),
            json!({"name": "two", "url": "http://ann:s3cretword@proxy.example:80", "serves": "all"}),
        ] {
            let response = world.post(&world.admin, PATH, body).await;
            assert!(!response.text.contains("s3cretword"), "{response:?}");
            response.refused(422, "invalid_request");
        }
        assert_eq!(world.count("SELECT count(*) FROM proxies").await, 1);
    });
}

#[test]
fn proxy_at_local_or_metadata_address_requires_option() {
    run(async {
        let hosts = [
            "127.0.0.1",
            "127.8.8.8",
            "0.0.0.0",
            "169.254.169.254",
            "100.100.100.200",
            "[::1]",
            "[::ffff:127.0.0.1]",
            "[::ffff:169.254.169.254]",
            "[fe80::1]",
            "localhost",
            "LocalHost",
            "proxy.localhost",
            "metadata.google.internal",
        ];
        // Notations that some programs interpret as 127.0.0.1.
        let unclear = [
            "2130706433",
            "0x7f000001",
            "0177.0.0.1",
            "127.1",
            "127.0.0.0x1",
            "localhost.",
        ];
        let world = World::new().await;
        for host in hosts.into_iter().chain(unclear) {
            let body = json!({"name": host, "url": format!("http://ann:s3cretword@{host}:8080")});
            let response = world.post(&world.admin, PATH, body).await;
            response.refused(422, "invalid_request");
            assert!(!response.text.contains("s3cretword"), "{response:?}");
            let says_how = response.error().contains("--allow-local-proxies");
            assert_eq!(says_how, hosts.contains(&host), "{host}: {response:?}");
        }
        // Addresses in the operator's network are allowed.
        let private = json!({"name": "private", "url": "http://10.0.0.7:8080"});
        world.post(&world.admin, PATH, private).await.ok();
        assert_eq!(world.count("SELECT count(*) FROM proxies").await, 1);

        let world = World::configured(|config| config.local_proxies = true).await;
        for host in hosts {
            let body = json!({"name": host, "url": format!("http://{host}:8080")});
            world.post(&world.admin, PATH, body).await.ok();
        }
    });
}
