//! The versions that a definition serves.

use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

use clipmeter_crds::{definitions, keys};
use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
use serde_json::{Value, json};

use crate::kubectl::Kubectl;
use crate::samples;

#[test]
fn both_versions_have_the_same_schema_and_the_newer_is_stored() {
    for definition in definitions().unwrap() {
        let [current, older] = definition.spec.versions.try_into().unwrap();
        assert_eq!((current.name.as_str(), current.storage), (keys::VERSION, true));
        assert_eq!((older.name.as_str(), older.storage), (keys::OLDER_VERSION, false));
        assert!(current.served && older.served);
        assert!(older.deprecated.unwrap() && current.deprecated.is_none());
        assert_eq!(current.schema, older.schema);
        assert_eq!(current.subresources, older.subresources);
        assert_eq!(current.selectable_fields, older.selectable_fields);
        assert_eq!(
            definition.spec.conversion, None,
            "the API server converts by itself"
        );
    }
}

#[test]
fn documented_manifests_have_the_current_version() {
    let mut files = vec![samples::root().join("README.md")];
    let mut folders = vec![samples::root().join("docs"), samples::root().join("hack")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let list = if path.is_dir() { &mut folders } else { &mut files };
            list.push(path);
        }
    }
    let mut found = 0;
    for file in files {
        // Pictures have no manifests.
        let text = fs::read_to_string(&file).unwrap_or_default();
        for (_, version) in text
            .lines()
            .filter_map(|line| line.split_once("apiVersion: clipmeter.io/"))
        {
            let version = version.split_whitespace().next();
            assert_eq!(version, Some(keys::VERSION), "{}", file.display());
            found += 1;
        }
    }
    assert!(found > 5, "manifests are documented");
}

/// An API group for the kind `ClientGroup`, so that no other test is affected.
const GROUP: &str = "upgrade.clipmeter.io";

/// Objects of a cluster that had only the older version stay usable in both, whoever writes them.
pub(crate) fn objects_of_older_version_survive_upgrade(kubectl: &Kubectl) {
    let current = definition();
    install(kubectl, &only_older(&current));
    let apply = |version: &str, manager: &str, spec: Value| {
        let manager = format!("--field-manager={manager}");
        let arguments = ["apply", "--server-side", "-o", "json", &manager, "-f", "-"];
        kubectl.send(&arguments, Some(&object(version, spec)))
    };
    apply(
        keys::OLDER_VERSION,
        "git",
        json!({"displayName": "Acme", "suspend": true}),
    )
    .unwrap();

    install(kubectl, &current);
    for version in [keys::VERSION, keys::OLDER_VERSION] {
        let object = get(kubectl, version);
        assert_eq!(object["apiVersion"], format!("{GROUP}/{version}"));
        assert_eq!(object["spec"]["displayName"], "Acme");
        assert_eq!(object["spec"]["suspend"], true);
    }

    // Git moves to the newer version and stays the owner: a field that it omits is removed.
    let applied = apply(keys::VERSION, "git", json!({"displayName": "Acme Ltd"})).unwrap();
    let applied: Value = serde_json::from_str(&applied).unwrap();
    assert_eq!(applied["spec"]["displayName"], "Acme Ltd");
    assert_eq!(applied["spec"]["suspend"], false, "the default");
    let conflict = apply(keys::OLDER_VERSION, "somebody", json!({"displayName": "Other"})).unwrap_err();
    assert!(conflict.contains("conflict with \"git\""), "{conflict}");

    // After a rollback, the operator reads and writes the older version.
    apply(keys::OLDER_VERSION, "git", json!({"displayName": "Acme Inc"})).unwrap();
    assert_eq!(get(kubectl, keys::VERSION)["spec"]["displayName"], "Acme Inc");

    // The definitions themselves cannot be rolled back, and nothing is lost by the attempt.
    let mut rollback = serde_json::to_value(only_older(&current)).unwrap();
    let name = current.metadata.name.as_deref().unwrap();
    let installed = kubectl.run(&["get", "crd", name, "-o", "json"]).unwrap();
    rollback["metadata"] = serde_json::from_str::<Value>(&installed).unwrap()["metadata"].take();
    let refusal = kubectl
        .send(&["replace", "-f", "-"], Some(&rollback))
        .unwrap_err();
    assert!(refusal.contains("status.storedVersions"), "{refusal}");
    assert_eq!(get(kubectl, keys::VERSION)["spec"]["displayName"], "Acme Inc");
    kubectl.run(&["delete", "crd", name]).unwrap();
}

fn definition() -> CustomResourceDefinition {
    let is_group = |it: &CustomResourceDefinition| it.spec.names.kind == "ClientGroup";
    let mut definition = definitions().unwrap().into_iter().find(is_group).unwrap();
    definition.metadata.name = Some(format!("{}.{GROUP}", definition.spec.names.plural));
    GROUP.clone_into(&mut definition.spec.group);
    definition.spec.names.short_names = None;
    definition.spec.names.categories = None;
    definition
}

fn only_older(definition: &CustomResourceDefinition) -> CustomResourceDefinition {
    let mut definition = definition.clone();
    definition.spec.versions.remove(0);
    definition.spec.versions[0].storage = true;
    definition
}

fn install(kubectl: &Kubectl, definition: &CustomResourceDefinition) {
    let object = serde_json::to_value(definition).unwrap();
    let apply = ["apply", "--server-side", "--force-conflicts", "-f", "-"];
    kubectl.send(&apply, Some(&object)).unwrap();
    // The API server serves a version some time after it has accepted the definition.
    let path = format!("/apis/{GROUP}/{}", definition.spec.versions[0].name);
    let deadline = Instant::now() + Duration::from_mins(5);
    loop {
        let served = kubectl.run(&["get", "--raw", &path]);
        if served
            .as_ref()
            .is_ok_and(|list| list.contains(&definition.spec.names.plural))
        {
            break;
        }
        assert!(Instant::now() < deadline, "{served:?}");
        sleep(Duration::from_millis(100));
    }
}

fn object(version: &str, spec: Value) -> Value {
    json!({"apiVersion": format!("{GROUP}/{version}"), "kind": "ClientGroup", "metadata": {"name": "acme"}, "spec": spec})
}

fn get(kubectl: &Kubectl, version: &str) -> Value {
    let kind = format!("clientgroups.{version}.{GROUP}");
    serde_json::from_str(&kubectl.run(&["get", &kind, "acme", "-o", "json"]).unwrap()).unwrap()
}
