use serde_json::json;

use super::{PATH, add, all, counts};
use crate::support::{World, run};

#[test]
fn session_add_skips_and_counts_duplicate_and_invalid_lines() {
    run(async {
        let world = World::new().await;
        let response = add(&world, &["1:first:5", " 2:second:6 ", "", "   ", "1%3Afirst%3a5"]).await;
        assert_eq!(counts(&response), [2, 1, 0, 2]);
        let response = add(&world, &["2:second:6", "two words", "3:third:7", "a;b"]).await;
        assert_eq!(counts(&response), [1, 1, 2, 3]);
        assert_eq!(
            response["message"],
            "1 session added, 1 duplicate skipped, 2 invalid lines skipped"
        );
        assert_eq!(
            all(&world).await,
            ["1%3Afirst%3A5", "2%3Asecond%3A6", "3%3Athird%3A7"]
        );
    });
}

#[test]
fn session_add_accepts_one_text_with_lines() {
    run(async {
        let world = World::new().await;
        let body = json!({"sessions": "\u{feff}1:first:5\r\n\r\n2:second:6\n1:first:5"});
        let response = world.post(&world.admin, PATH, body).await.ok();
        assert_eq!(counts(&response), [2, 1, 0, 2]);
    });
}

#[test]
fn session_add_import_and_upload_use_given_set() {
    run(async {
        let world = World::new().await;
        let form = "--XX\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n3:third:7\r\n--XX--\r\n";
        for (path, media_type, body) in [
            ("", "application/json", "{\"sessions\": [\"1:first:5\"]}"),
            ("/bulk", "text/plain", "2:second:6"),
            ("/upload", "multipart/form-data; boundary=XX", form),
        ] {
            for set in ["e+u", ""] {
                let path = format!("{PATH}{path}?session_set={set}");
                let response = super::send(&world, &path, media_type, body).await;
                response.refused(422, "invalid_request");
            }
            let path = format!("{PATH}{path}?session_set=eu");
            super::send(&world, &path, media_type, body).await.ok();
        }
        let of_set = "SELECT count(*) FROM sessions WHERE session_set = 'eu'";
        assert_eq!(world.count(of_set).await, 3);
        assert_eq!(all(&world).await.len(), 3);
    });
}

#[test]
fn session_add_never_exposes_secrets_in_storage_or_errors() {
    run(async {
        let world = World::new().await;
        add(&world, &["1:secret:5", "secret;invalid"]).await;
        for body in [
            json!({}),
            json!({"sessions": [1]}),
            json!({"sessions": {"secret": 1}}),
            json!({"secret": []}),
            json!("secret"),
            json!({"sessions": []}),
            json!({"sessions": ["  "]}),
            json!({"sessions": " \n "}),
        ] {
            let response = world.post(&world.admin, PATH, body).await;
            response.refused(422, "invalid_request");
            assert!(!response.text.contains("secret"), "{response:?}");
        }
        let response = super::send(&world, PATH, "application/json", "{\"sessions\": secret").await;
        response.refused(400, "malformed_json");
        assert!(!response.text.contains("secret"), "{response:?}");

        let dump: Vec<String> =
            sqlx::query_scalar("SELECT s::text FROM sessions s UNION ALL SELECT a::text FROM audit_log a")
                .fetch_all(&world.owner)
                .await
                .unwrap();
        assert!(dump.iter().all(|row| !row.contains("secret")), "{dump:?}");
        assert!(
            dump.iter().any(|row| row.contains("sessions.add")),
            "the audit log says that sessions were added"
        );
    });
}

#[test]
fn session_add_accepts_thousands_but_refuses_over_10_mb() {
    run(async {
        let world = World::new().await;
        let many: Vec<String> = (0..5000).map(|n| format!("{n}:{}:7", "s".repeat(60))).collect();
        let response = world
            .post(&world.admin, PATH, json!({"sessions": many}))
            .await
            .ok();
        assert_eq!(counts(&response), [5000, 0, 0, 5000]);
        let again = world
            .post(&world.admin, PATH, json!({"sessions": many.join("\n")}))
            .await
            .ok();
        assert_eq!(counts(&again), [0, 5000, 0, 5000]);
        let huge = vec!["x".repeat(1024); 10 * 1024 + 1];
        world
            .post(&world.admin, PATH, json!({"sessions": huge}))
            .await
            .refused(413, "payload_too_large");
    });
}
