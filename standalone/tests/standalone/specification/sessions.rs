//! "Scraping": the pool of Instagram sessions.

use serde_json::{Value, json};

use super::caller::Caller;
use super::installation::Installation;
use super::shape::{MESSAGE, SESSIONS, has};

/// 10MB.
const MAX: usize = 10 * 1024 * 1024;

fn session(n: usize) -> String {
    format!("5821{n:07}%3AkQm2xV8tYb3LzR%3A12%3AAYeSessionForTests{n:05}")
}

fn lines(range: std::ops::Range<usize>) -> String {
    range.map(|n| session(n) + "\n").collect()
}

/// Asserts the message and the counts of an import.
fn counts(response: &Value, added: u64, duplicates: u64, total: u64) {
    has(response, MESSAGE);
    assert_eq!(
        (
            response["added"].as_u64(),
            response["duplicates"].as_u64(),
            response["total"].as_u64()
        ),
        (Some(added), Some(duplicates), Some(total)),
        "{response}"
    );
}

#[tokio::test]
async fn session_calls_follow_specification() {
    let installation = Installation::start().await;
    let admin = &installation.admin;

    // POST /scraping/sessions {sessions}: split by lines, blank lines ignored, duplicates filtered.
    let text = format!("{}\n  \n{}\r\n{}\n", session(0), session(1), session(0));
    counts(
        &admin
            .post("/scraping/sessions", json!({"sessions": text}))
            .await
            .ok(),
        2,
        1,
        2,
    );
    counts(
        &admin
            .post("/scraping/sessions", json!({"sessions": [session(2)]}))
            .await
            .ok(),
        1,
        0,
        3,
    );

    // The bulk import call with raw text: thousands can be imported.
    counts(
        &admin
            .post_text("/scraping/sessions/bulk", lines(0..3000))
            .await
            .ok(),
        2997,
        3,
        3000,
    );

    // POST /scraping/sessions/upload (multipart file): .txt only, at most 10MB.
    let upload = "/scraping/sessions/upload";
    let file = lines(3000..3010).into_bytes();
    counts(
        &admin
            .upload(upload, "sessions.txt", "text/plain", file.clone())
            .await
            .ok(),
        10,
        0,
        3010,
    );
    admin
        .upload(upload, "sessions.pdf", "application/pdf", file)
        .await
        .refused(415, "Please upload text files only");
    let large = admin
        .upload(upload, "sessions.txt", "text/plain", vec![b'x'; MAX + 1])
        .await;
    large.refused(413, "File is too large. Maximum size is 10MB");

    // GET /scraping/sessions?page&per_page (50) returns {sessions, total, total_pages}.
    let list = admin.get("/scraping/sessions?page=1").await.ok();
    has(&list, SESSIONS);
    assert_eq!(
        (
            list["sessions"].as_array().unwrap().len(),
            &list["total"],
            &list["total_pages"]
        ),
        (50, &json!(3010), &json!(61))
    );
    assert!(list["sessions"].as_array().unwrap().iter().all(Value::is_string));

    // DELETE /scraping/sessions/{index}: by position.
    let second = admin.get("/scraping/sessions?page=1&per_page=2").await.ok()["sessions"][1].clone();
    has(&admin.delete("/scraping/sessions/1").await.ok(), MESSAGE);
    let list = admin.get("/scraping/sessions?page=1").await.ok();
    assert_eq!(list["total"], 3009);
    assert!(!list["sessions"].as_array().unwrap().contains(&second));
    assert_eq!(admin.delete("/scraping/sessions/3009").await.status, 404);

    // DELETE /scraping/sessions/all.
    has(&admin.delete("/scraping/sessions/all").await.ok(), MESSAGE);
    let list = admin.get("/scraping/sessions").await.ok();
    assert_eq!(
        (&list["sessions"], &list["total"], &list["total_pages"]),
        (&json!([]), &json!(0), &json!(0))
    );

    // Only admins see them.
    for caller in [&installation.member, &Caller::anonymous(&installation.url)] {
        assert!([401, 403].contains(&caller.get("/scraping/sessions").await.status));
    }
}
