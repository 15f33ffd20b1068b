//! A database on another machine that refuses writes, or is full, is reported, and reads continue.

use clipmeter_db::DbError;
use clipmeter_db::storage::{Storage, StorageState};
use clipmeter_proto::v1::{Platform, RunTrigger};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{ADMIN_PASSWORD, World, run};

/// Applies `setting` to all later statements of the API's connections.
async fn reconnect_with(world: &World, setting: &str) {
    let database: String = world.one("SELECT current_database()").await;
    let statements = format!(
        "BEGIN READ WRITE; ALTER DATABASE {database} {setting}; COMMIT;
         SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name LIKE 'clipmeter%'"
    );
    world.execute(&statements).await;
}

async fn state(world: &World) -> Value {
    world.get(&world.admin, "/api/admin/storage").await.ok()
}

async fn add_group(world: &World, name: &str) -> crate::support::TestResponse {
    world
        .post(&world.admin, "/api/groups", json!({"name": name}))
        .await
}

#[test]
fn read_only_database_serves_reads_and_refuses_writes() {
    run(async {
        let world = World::new().await;
        world.track(&world.member_a, "tiktok", "khaby.lame").await;
        assert_eq!(
            state(&world).await,
            json!({"state": "ok", "message": null, "disk": null})
        );
        reconnect_with(&world, "SET default_transaction_read_only = on").await;

        world.get(&world.member_a, "/api/tiktok/accounts").await.ok();
        world.get(&world.admin, "/api/dashboard/stats").await.ok();
        let credentials = json!({"username": "ann", "password": ADMIN_PASSWORD});
        for response in [
            add_group(&world, "Another").await,
            world.post("", "/api/auth/login", credentials).await,
            world.poke(&world.admin, "/api/tiktok/scrape-all").await,
            // Reads of sessions are recorded, or fail.
            world.get(&world.admin, "/api/scraping/sessions").await,
        ] {
            response.refused(503, "read_only");
            assert_eq!(response.header("retry-after"), "10");
        }
        assert_eq!(state(&world).await["state"], "read_only");
        let units: Vec<_> = world
            .api
            .runs()
            .list_units()
            .await
            .unwrap()
            .into_iter()
            .filter_map(|unit| unit.key)
            .collect();
        let opened =
            world
                .api
                .runs()
                .open_run(Uuid::now_v7(), Platform::Tiktok, &units, RunTrigger::Schedule);
        assert!(matches!(opened.await, Err(DbError::Database(_))));

        reconnect_with(&world, "RESET default_transaction_read_only").await;
        add_group(&world, "Another").await.ok();
        assert_eq!(state(&world).await["state"], "ok");
    });
}

#[test]
fn database_disk_and_crash_errors_return_503() {
    run(async {
        let world = World::new().await;
        for (sqlstate, code, then) in [
            ("53100", "storage_full", "full"),
            ("53300", "unavailable", "full"),
            ("57P02", "unavailable", "full"),
            ("57P03", "unavailable", "full"),
            ("25006", "read_only", "read_only"),
        ] {
            let body = format!("BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '{sqlstate}'; END");
            for statement in [
                format!("CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $${body}$$"),
                "CREATE OR REPLACE TRIGGER refuse BEFORE INSERT ON groups EXECUTE FUNCTION refuse()"
                    .to_owned(),
            ] {
                world.execute(&statement).await;
            }
            let response = add_group(&world, "Another").await;
            response.refused(503, code);
            assert_eq!(response.header("retry-after"), "10", "{sqlstate}");
            assert_eq!(state(&world).await["state"], then, "{sqlstate}");
        }
    });
}

#[test]
fn full_disk_refuses_writes_and_runs_before_querying_database() {
    run(async {
        let storage = Storage::default();
        let world = World::configured(|config| config.storage = storage.clone()).await;
        world.track(&world.member_a, "tiktok", "khaby.lame").await;
        let disk = clipmeter_db::storage::DiskReport {
            state: StorageState::Full,
            message: "The disk at /mnt is full".to_owned(),
            folder: "/mnt/data".into(),
            disk: "/mnt".into(),
            free: 20,
            total: 400,
            missing: 131,
        };
        storage.measured(disk.clone());
        let response = add_group(&world, "Another").await;
        response.refused(503, "storage_full");
        assert_eq!(response.error(), "The disk at /mnt is full");
        let refused = world
            .post(
                &world.member_a,
                "/api/tiktok/accounts",
                json!({"username": "zachking"}),
            )
            .await;
        refused.refused(503, "storage_full");
        // Callers who are not signed in do not see folder names.
        world
            .post("", "/api/groups", json!({"name": "Another"}))
            .await
            .refused(401, "unauthenticated");
        let run = Uuid::now_v7();
        let opened = world
            .api
            .runs()
            .open_run(run, Platform::Tiktok, &[], RunTrigger::Schedule)
            .await;
        assert!(matches!(opened, Err(DbError::NoRoom(_))));
        assert!(matches!(
            world.api.runs().fetch_batch(run, None, "").await,
            Err(DbError::NoRoom(_))
        ));

        world.get(&world.admin, "/api/scraping/sessions").await.ok();
        world.sign_in("ann", ADMIN_PASSWORD).await;
        assert_eq!(
            state(&world).await,
            json!({
                "state": "full", "message": "The disk at /mnt is full",
                "disk": {
                    "disk": "/mnt", "folder": "/mnt/data", "free_bytes": 20, "total_bytes": 400, "missing_bytes": 131,
                },
            })
        );
        refuse_audit(&world).await;
        let login = json!({"username": "ann", "password": ADMIN_PASSWORD});
        for (token, names_the_disk) in [("", false), ("forged", false), (world.admin.as_str(), true)] {
            let response = world.post(token, "/api/auth/login", login.clone()).await;
            response.refused(503, "storage_full");
            assert_eq!(response.error().contains("/mnt"), names_the_disk, "{token}");
        }
        world.execute("DROP TRIGGER refuse ON audit_log").await;
        storage.measured(clipmeter_db::storage::DiskReport {
            state: StorageState::Ok,
            message: String::new(),
            ..disk
        });
        add_group(&world, "Another").await.ok();
    });
}

/// Makes the server fail to write the audit log with a full disk.
async fn refuse_audit(world: &World) {
    for statement in [
        "CREATE FUNCTION refuse_audit() RETURNS trigger LANGUAGE plpgsql
         AS $$BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '53100'; END$$",
        "CREATE TRIGGER refuse BEFORE INSERT ON audit_log EXECUTE FUNCTION refuse_audit()",
    ] {
        world.execute(statement).await;
    }
}
