//! Backups and restores that are refused.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use clipmeter_embedded_postgres::Server;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use sqlx::ConnectOptions as _;

use super::{BACKUP, BACKUP_WITH_KEYS, RESTORE, documented, done};
use crate::support::{Service, clipmeter, eventually, folder, refusal};

const NOWHERE: &str = "http://127.0.0.1:9";
const DIGEST: usize = 32;

/// The backup with another head, and a digest that fits it.
fn with_head(backup: &[u8], change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let mut lines = backup.splitn(3, |byte| *byte == b'\n');
    let [magic, head, rest] = [lines.next(), lines.next(), lines.next()].map(Option::unwrap);
    let mut head: Value = serde_json::from_slice(head).unwrap();
    change(&mut head);
    let body = &rest[..rest.len() - DIGEST];
    let mut changed = [magic, b"\n", head.to_string().as_bytes(), b"\n", body].concat();
    let digest = Sha256::digest(&changed);
    changed.extend_from_slice(&digest);
    changed
}

fn altered(backup: &[u8], at: usize) -> Vec<u8> {
    let mut altered = backup.to_vec();
    altered[at] ^= 0x10;
    altered
}

fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = names
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[tokio::test]
async fn invalid_backup_or_restore_is_refused_without_leftovers() {
    let place = folder();
    let [data, file] = ["data", "good.backup"].map(|name| place.path().join(name));
    let missing = place.path().join("missing");
    let text = refusal(&mut documented(BACKUP, &file, &missing));
    assert!(text.contains("there is no Clipmeter data"), "{text}");

    let _service = Service::start(&mut clipmeter(&data, NOWHERE));
    let mut short = documented(BACKUP_WITH_KEYS, &file, &data);
    let text = refusal(short.env("CLIPMETER_BACKUP_PASSPHRASE", "short"));
    assert!(text.contains("at least 12 characters"), "{text}");
    let mut elsewhere = documented(BACKUP, &file, &data);
    let text = refusal(elsewhere.env("DATABASE_URL", "postgres://somewhere/else"));
    assert!(text.contains("pg_dump"), "{text}");
    assert!(!file.exists());

    done(documented(BACKUP_WITH_KEYS, &file, &data));
    let good = fs::read(&file).unwrap();
    let text = refusal(&mut documented(BACKUP, &file, &data));
    assert!(text.contains("--overwrite"), "{text}");
    assert_eq!(fs::read(&file).unwrap(), good);
    let unwritable = place.path().join("no/such/folder/file");
    let text = refusal(&mut documented(BACKUP, &unwritable, &data));
    assert!(text.contains("no/such/folder"), "{text}");

    let target = place.path().join("target");
    let bad = place.path().join("bad.backup");
    let cut = "truncated or modified";
    let (last, head) = (
        good.len() - 1,
        good.iter().position(|byte| *byte == b'{').unwrap(),
    );
    let mut cases: Vec<(String, Vec<u8>, &str)> = vec![
        ("empty".to_owned(), Vec::new(), "is not a Clipmeter backup"),
        (
            "another file".to_owned(),
            b"PGDMP".to_vec(),
            "is not a Clipmeter backup",
        ),
        ("longer".to_owned(), [&good[..], b"\0"].concat(), cut),
        (
            "newer format".to_owned(),
            with_head(&good, |head| head["format"] = json!(2)),
            "created by a newer version of Clipmeter (0.",
        ),
        (
            "newer server".to_owned(),
            with_head(&good, |head| head["contents"]["postgres"] = json!(99)),
            "PostgreSQL 99",
        ),
        (
            "newer schema".to_owned(),
            with_head(&good, |head| {
                head["contents"]["migrations"]
                    .as_array_mut()
                    .unwrap()
                    .push(json!(9_999));
            }),
            "migration 9999",
        ),
    ];
    for length in [head, head + 20, good.len() / 2, last - DIGEST, last] {
        cases.push((format!("cut to {length}"), good[..length].to_vec(), cut));
    }
    for at in [
        head,
        head + 12,
        good.len() / 2,
        good.len() * 3 / 4,
        last - DIGEST,
        last - DIGEST - 10,
        last,
    ] {
        cases.push((format!("altered at {at}"), altered(&good, at), cut));
    }
    for (case, content, expected) in cases {
        fs::write(&bad, content).unwrap();
        let text = refusal(&mut documented(RESTORE, &bad, &target));
        assert!(text.contains(expected), "{case}: {text}");
    }

    let mut wrong = documented(RESTORE, &file, &target);
    let text = refusal(wrong.env("CLIPMETER_BACKUP_PASSPHRASE", "another passphrase"));
    assert!(text.contains("is wrong"), "{text}");
    let text = refusal(&mut documented(RESTORE, &file, &data));
    assert!(text.contains("is not empty"), "{text}");
    fs::create_dir(&target).unwrap();
    fs::write(target.join("thesis.txt"), "mine").unwrap();
    let text = refusal(&mut documented(RESTORE, &file, &target));
    assert!(text.contains("is not empty"), "{text}");
    assert_eq!(names(&target), ["thesis.txt"]);
    assert_eq!(
        names(place.path()),
        ["bad.backup", "data", "good.backup", "target"]
    );
}

#[tokio::test]
async fn backup_with_keys_is_refused_if_they_are_rotated_meanwhile() {
    let place = folder();
    let [data, file] = ["data", "file.backup"].map(|name| place.path().join(name));
    let _service = Service::start(&mut clipmeter(&data, NOWHERE));
    let server = Server::running(&data.join("postgres"), "postgres").unwrap();
    let mut connection = server.connect().await.unwrap();
    // The backup waits for the table.
    sqlx::raw_sql("BEGIN; LOCK TABLE saved_views")
        .execute(&mut connection)
        .await
        .unwrap();
    let backup = documented(BACKUP_WITH_KEYS, &file, &data)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let waiting = "SELECT count(*) FROM pg_locks WHERE relation = 'saved_views'::regclass AND NOT granted";
    eventually("the backup to wait", async || {
        let waiting: i64 = sqlx::query_scalar(waiting)
            .fetch_one(&mut connection)
            .await
            .unwrap();
        (waiting > 0).then_some(())
    })
    .await;
    let path = data.join("secrets/secrets.json");
    let mut keys: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    keys["sessions_key_id"] = json!("next");
    fs::write(&path, keys.to_string()).unwrap();
    sqlx::raw_sql("ROLLBACK").execute(&mut connection).await.unwrap();

    let output = backup.wait_with_output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("rotated during the backup"), "{text}");
    assert_eq!(names(place.path()), ["data"]);
}
