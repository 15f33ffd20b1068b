//! A start without the keys that the database was used with.

use std::fs;
use std::path::Path;

use reqwest::{Method, StatusCode};
use rustix::process::Signal;
use serde_json::{Value, json};

use crate::support::{Admin, Service, clipmeter, folder, http, refusal};

const NOWHERE: &str = "http://127.0.0.1:9";

async fn stop(mut service: Service) {
    service.signal(Signal::TERM);
    assert_eq!(service.ended().await, Some(0));
}

/// The one line of a start that is refused.
fn refused(data: &Path) -> String {
    refusal(&mut clipmeter(data, NOWHERE))
}

/// Another installation's key file.
async fn other_keys(place: &Path) -> Vec<u8> {
    let data = place.join("other");
    stop(Service::start(&mut clipmeter(&data, NOWHERE))).await;
    fs::read(data.join("secrets/secrets.json")).unwrap()
}

#[tokio::test]
async fn lost_keys_block_start_until_discard_is_requested() {
    let place = folder();
    let data = place.path().join("data");
    let file = data.join("secrets/secrets.json");
    let service = Service::start(&mut clipmeter(&data, NOWHERE));
    let keys = fs::read(&file).unwrap();
    stop(service).await;

    // Nothing is encrypted yet, but the database already identifies its keys.
    let other = other_keys(place.path()).await;
    fs::write(&file, &other).unwrap();
    let text = refused(&data);
    assert!(text.contains("keys of another installation"), "{text}");
    fs::remove_file(&file).unwrap();
    let text = refused(&data);
    assert!(
        text.contains("the file is missing") && text.contains("--discard-undecryptable"),
        "{text}"
    );
    assert!(!file.exists(), "no new keys were created");

    put(&file, &keys);
    let service = Service::start(&mut clipmeter(&data, NOWHERE));
    let admin = Admin::sign_in(&service.url).await;
    let sessions = json!({"sessions": ["1%3Aone", "2%3Atwo", "3%3Athree"]});
    admin.post("/scraping/sessions", sessions).await;
    admin
        .post(
            "/scraping/proxies",
            json!({"name": "one", "url": "socks5://proxy.example:1080"}),
        )
        .await;
    let token = admin.token().to_owned();
    stop(service).await;

    let id = serde_json::from_slice::<Value>(&keys).unwrap()["sessions_key_id"]
        .as_str()
        .unwrap()
        .to_owned();
    for wrong in [None, Some(&other)] {
        match wrong {
            None => fs::remove_file(&file).unwrap(),
            Some(other) => put(&file, other),
        }
        let text = refused(&data);
        for part in [&*id, "3 Instagram sessions, 1 proxy", "--discard-undecryptable"] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
    }

    put(&file, &keys);
    let service = Service::start(&mut clipmeter(&data, NOWHERE));
    let admin = Admin::sign_in(&service.url).await;
    let listed = admin.get("/scraping/sessions").await;
    assert_eq!(listed["sessions"].as_array().map(Vec::len), Some(3), "{listed}");
    stop(service).await;

    fs::remove_file(&file).unwrap();
    let service = Service::start(clipmeter(&data, NOWHERE).arg("--discard-undecryptable"));
    let greeting = service.greeting.join("\n");
    assert!(
        greeting.contains("Lost with their keys: 3 Instagram sessions, 1 proxy and every sign-in"),
        "{greeting}"
    );
    let admin = Admin::sign_in(&service.url).await;
    let listed = admin.get("/scraping/sessions").await;
    assert_eq!(listed["sessions"], json!([]), "{listed}");
    let old = http()
        .request(Method::GET, format!("{}/api/auth/me", service.url))
        .bearer_auth(token)
        .send()
        .await
        .unwrap();
    assert_eq!(old.status(), StatusCode::UNAUTHORIZED);
    stop(service).await;

    let service = Service::start(&mut clipmeter(&data, NOWHERE));
    assert_eq!(
        service.greeting,
        Vec::<String>::new(),
        "no keys are reported as lost"
    );
}

fn put(file: &Path, keys: &[u8]) {
    use std::os::unix::fs::PermissionsExt as _;
    fs::write(file, keys).unwrap();
    fs::set_permissions(file, fs::Permissions::from_mode(0o600)).unwrap();
}
