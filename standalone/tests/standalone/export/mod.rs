//! An installation written down as resources.

mod cluster;
mod filled;

use std::fs;
use std::path::Path;
use std::process::Command;

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::support::{Admin, Service, clipmeter, folder};
use cluster::{Cluster, validate};
use filled::Filled;

const NOWHERE: &str = "http://127.0.0.1:9";

fn export(arguments: &[&str], data: &Path) -> (bool, String) {
    let ended = Command::new(env!("CARGO_BIN_EXE_clipmeter"))
        .args(["export", "--data-dir"])
        .arg(data)
        .args(arguments)
        .env_remove("DATABASE_URL")
        .output()
        .unwrap();
    let text = if ended.status.success() {
        ended.stdout
    } else {
        ended.stderr
    };
    (ended.status.success(), String::from_utf8(text).unwrap())
}

fn objects(yaml: &str) -> Vec<Value> {
    serde_saphyr::from_multiple(yaml).unwrap()
}

fn names(objects: &[Value]) -> Vec<String> {
    let name = |object: &Value| {
        let part = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let metadata = &object["metadata"];
        format!(
            "{} {}/{}",
            part(&object["kind"]),
            part(&metadata["namespace"]),
            part(&metadata["name"])
        )
    };
    objects.iter().map(name).collect()
}

#[tokio::test]
async fn export_resources_are_accepted_by_cluster_and_adopt_rows() {
    let filled = Filled::new().await;
    let url = filled.url();
    let nowhere = Path::new("/nonexistent");
    let (done, yaml) = export(&["--kubernetes", "--database-url", &url], nowhere);
    assert!(done, "{yaml}");
    let objects = objects(&yaml);
    assert_eq!(
        names(&objects),
        [
            "ScrapePolicy /default",
            "ScraperPool /eu",
            "ScraperPool /us",
            "ClientGroup /acme-gmbh-co-6cf15ea0",
            "ClientGroup /130016b2",
            "InstagramAccount cg-acme-gmbh-co-6cf15ea0/a-b-648fa9b3",
            "InstagramAccount cg-acme-gmbh-co-6cf15ea0/tiger-f15c16b9",
            "TikTokAccount cg-acme-gmbh-co-6cf15ea0/1e3-0b11ca01",
            "TikTokVideo cg-acme-gmbh-co-6cf15ea0/7526770564367748360-096ee2f5",
            "TikTokVideo cg-acme-gmbh-co-6cf15ea0/zmabc1234-8aebef11",
            "TikTokAccount cg-130016b2/1e3-0b11ca01",
            "TikTokVideo cg-130016b2/zmabc1234-8aebef11",
        ]
    );
    for object in &objects {
        assert_eq!(validate(object), Ok(()), "{object}");
    }
    let deletions: Vec<_> = objects[3..7]
        .iter()
        .map(|object| (&object["spec"]["deletionPolicy"], &object["spec"]["purgeAfter"]))
        .collect();
    assert_eq!(
        deletions,
        [
            (&json!("Retain"), &json!("72h")),
            (&json!("Delete"), &Value::Null),
            (&json!("Delete"), &Value::Null),
            (&Value::Null, &Value::Null),
        ]
    );
    for over in ["Instagram accounts", "single TikTok videos"] {
        let remark = format!("# Mind: Acme GmbH & Co. tracks 2 {over} and may track 1:");
        assert!(yaml.contains(&remark), "{yaml}");
    }
    assert!(
        yaml.contains("# Mind: the scraper pool us has no proxy for TikTok: "),
        "{yaml}"
    );
    assert!(!yaml.contains("the scraper pool eu has"), "{yaml}");

    let before = filled.rows().await;
    let cluster = Cluster::of(&filled.api).await;
    for _ in 0..2 {
        cluster.apply_pools(&objects).await;
        for object in objects.iter().filter(|object| object["kind"] != "ScraperPool") {
            cluster.apply(object).await;
        }
        assert_eq!(filled.rows().await, before);
    }
    assert_eq!(filled.unnamed().await, 0);
    // The result is the same now that the rows are linked to their resources.
    let (_, again) = export(&["--kubernetes", "--database-url", &url], nowhere);
    assert_eq!(again, yaml);

    let place = folder();
    let target = place.path().join("deep/resources");
    // A file of an earlier export for a group that has been deleted since.
    fs::create_dir_all(&target).unwrap();
    let deleted = "# Written by `clipmeter export`, and removed by it when the group is gone.\n---\nkind: TikTokAccount\n";
    fs::write(target.join("group-gone.yaml"), deleted).unwrap();
    // A user's own file next to it stays.
    let own = "---\napiVersion: clipmeter.io/v1beta1\nkind: TikTokAccount\n";
    let kept = target.join("group-own.yaml");
    fs::write(&kept, own).unwrap();
    let to_folder = [
        "--kubernetes",
        "--database-url",
        &url,
        "--output",
        target.to_str().unwrap(),
    ];
    let (done, text) = export(&to_folder, nowhere);
    assert!(done && text.is_empty(), "{text}");
    assert_eq!(fs::read_to_string(&kept).unwrap(), own);
    fs::remove_file(kept).unwrap();
    let mut files: Vec<_> = fs::read_dir(&target)
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    files.sort();
    let in_files: Vec<Value> = files
        .iter()
        .flat_map(|file| self::objects(&fs::read_to_string(file).unwrap()))
        .collect();
    // Files are sorted by name.
    assert_eq!(in_files.len(), objects.len());
    assert!(objects.iter().all(|object| in_files.contains(object)));
}

#[tokio::test]
async fn export_works_while_running_and_when_stopped() {
    let place = folder();
    let data = place.path().join("data");
    let (done, text) = export(&["--kubernetes"], &data);
    assert!(!done && text.contains("--data-dir"), "{text}");
    assert!(!data.exists(), "nothing was created");
    let mut service = Service::start(&mut clipmeter(&data, NOWHERE));
    let admin = Admin::sign_in(&service.url).await;
    admin.post("/groups", json!({"name": "Acme"})).await;
    let (done, running) = export(&["--kubernetes"], &data);
    assert!(done, "{running}");
    assert_eq!(
        names(&objects(&running)),
        ["ScrapePolicy /default", "ClientGroup /acme-822b33ad"]
    );
    service.signal(Signal::TERM);
    assert_eq!(service.ended().await, Some(0));
    let (done, stopped) = export(&["--kubernetes"], &data);
    assert!(done, "{stopped}");
    assert_eq!(stopped, running);
}
