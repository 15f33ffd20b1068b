//! Manifests that users copy: the files in `crds/samples` and those shown in the documentation.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

/// A manifest and where it is defined.
pub(crate) struct Sample {
    pub(crate) place: String,
    pub(crate) object: Value,
}

/// The root of the project.
pub(crate) fn root() -> PathBuf {
    PathBuf::from("..")
}

pub(crate) fn all() -> Vec<Sample> {
    let mut samples = Vec::new();
    let mut files: Vec<PathBuf> = fs::read_dir(root().join("crds/samples"))
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    files.sort();
    for file in files {
        samples.extend(objects(
            &file.display().to_string(),
            &fs::read_to_string(&file).unwrap(),
        ));
    }
    let document = fs::read_to_string(root().join("docs/operator/resources.md")).unwrap();
    for block in document.split("```yaml\n").skip(1) {
        let yaml = block.split("```").next().unwrap();
        samples.extend(objects("docs/operator/resources.md", yaml));
    }
    samples
}

fn objects(place: &str, yaml: &str) -> Vec<Sample> {
    let objects: Vec<Value> =
        serde_saphyr::from_multiple(yaml).unwrap_or_else(|error| panic!("{place}: {error}"));
    assert!(!objects.is_empty(), "{place} has no manifest");
    objects
        .into_iter()
        .map(|object| Sample {
            place: place.to_owned(),
            object,
        })
        .collect()
}

/// Reads a sample back as the type of its kind.
pub(crate) fn read(object: &Value) -> Result<(), serde_json::Error> {
    fn as_type<K: serde::de::DeserializeOwned>(object: &Value) -> Result<(), serde_json::Error> {
        serde_json::from_value::<K>(object.clone()).map(|_| ())
    }
    match object["kind"].as_str().unwrap() {
        "ClientGroup" => as_type::<clipmeter_crds::ClientGroup>(object),
        "InstagramAccount" => as_type::<clipmeter_crds::InstagramAccount>(object),
        "TikTokAccount" => as_type::<clipmeter_crds::TikTokAccount>(object),
        "TikTokVideo" => as_type::<clipmeter_crds::TikTokVideo>(object),
        "PlatformConfig" => as_type::<clipmeter_crds::PlatformConfig>(object),
        "ScrapePolicy" => as_type::<clipmeter_crds::ScrapePolicy>(object),
        "ScraperPool" => as_type::<clipmeter_crds::ScraperPool>(object),
        other => panic!("unknown kind {other}"),
    }
}

#[test]
fn samples_deserialize_as_their_types() {
    for sample in all() {
        read(&sample.object).unwrap_or_else(|error| panic!("{}: {error}", sample.place));
    }
}

#[test]
fn samples_use_the_default_object_names() {
    for Sample { place, object } in all() {
        let (name, spec) = (object["metadata"]["name"].as_str().unwrap(), &object["spec"]);
        if let Some(username) = spec["username"].as_str() {
            assert_eq!(name, clipmeter_crds::account_name(username), "{place}");
        } else if let Some(url) = spec["url"].as_str() {
            let address = clipmeter_domain::VideoAddress::parse(url).unwrap();
            assert_eq!(name, clipmeter_crds::video_name(&address), "{place}");
        }
    }
}
