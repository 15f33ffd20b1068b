//! The definitions on a real API server.

use serde_json::{Value, json};

use crate::cases::{self, Expectation};
use crate::kubectl::Kubectl;
use crate::{samples, versions};

/// A single test, so that the definitions are installed only once and no other test changes them meanwhile.
#[test]
#[ignore = "needs a Kubernetes API server: run crds/tests/api-server"]
fn api_server_accepts_definitions_and_validates_resources() {
    let kubectl = Kubectl::connect();
    cases_have_expected_result(&kubectl);
    fields_that_do_not_exist_are_refused(&kubectl);
    samples_apply_as_they_are(&kubectl);
    defaults_are_filled_in(&kubectl);
    status_is_apart_from_spec(&kubectl);
    lists_show_documented_columns(&kubectl);
    versions::objects_of_older_version_survive_upgrade(&kubectl);
}

fn cases_have_expected_result(kubectl: &Kubectl) {
    for case in cases::all() {
        let object = Some(&case.object);
        let response = match &case.before {
            None => kubectl.send(&["create", "--dry-run=server", "-f", "-"], object),
            Some(before) => {
                kubectl.send(&["create", "-f", "-"], Some(before)).unwrap();
                let response = kubectl.send(&["replace", "--dry-run=server", "-f", "-"], object);
                kubectl.send(&["delete", "-f", "-"], Some(before)).unwrap();
                response
            }
        };
        match case.expectation {
            Expectation::Accepted => assert!(response.is_ok(), "{}: {response:?}", case.object),
            Expectation::Rule(message) | Expectation::Schema(message) => {
                let refusal = response.expect_err(&case.object.to_string());
                assert!(refusal.contains(message), "{}: {refusal}", case.object);
            }
        }
    }
}

fn fields_that_do_not_exist_are_refused(kubectl: &Kubectl) {
    let account = account(json!({"username": "natgeo", "interval": 30}));
    let refusal = kubectl
        .send(&["create", "--dry-run=server", "-f", "-"], Some(&account))
        .unwrap_err();
    assert!(refusal.contains("unknown field \"spec.interval\""), "{refusal}");
}

fn samples_apply_as_they_are(kubectl: &Kubectl) {
    for sample in samples::all() {
        let applied = kubectl.send(
            &["apply", "--server-side", "--dry-run=server", "-f", "-"],
            Some(&sample.object),
        );
        assert!(applied.is_ok(), "{}: {applied:?}", sample.place);
    }
}

fn defaults_are_filled_in(kubectl: &Kubectl) {
    let spec = |kind: &str, name: &str, spec: Value| {
        let object = json!({"apiVersion": "clipmeter.io/v1beta1", "kind": kind, "metadata": {"name": name}, "spec": spec});
        let created = kubectl
            .send(
                &["create", "--dry-run=server", "-o", "json", "-f", "-"],
                Some(&object),
            )
            .unwrap();
        serde_json::from_str::<Value>(&created).unwrap()["spec"].take()
    };
    assert_eq!(
        spec(
            "ClientGroup",
            "acme",
            json!({"displayName": "Acme", "limits": {"tiktokAccounts": 3}, "cost": null})
        ),
        json!({
            "displayName": "Acme",
            "deletionPolicy": "Delete",
            "purgeAfter": "168h",
            "limits": {"instagramAccounts": 10, "tiktokAccounts": 3, "tiktokVideos": 100},
            "suspend": false,
        })
    );
    assert_eq!(
        spec("ScrapePolicy", "default", json!({})),
        serde_json::to_value(clipmeter_crds::ScrapePolicySpec::default()).unwrap()
    );
}

fn status_is_apart_from_spec(kubectl: &Kubectl) {
    let mut with_status = account(json!({"username": "natgeo"}));
    with_status["status"] = json!({"posts": 7});
    kubectl.send(&["create", "-f", "-"], Some(&with_status)).unwrap();
    let status = kubectl.run(&[
        "get",
        "iga",
        "account",
        "-n",
        &kubectl.namespace,
        "-o",
        "jsonpath={.status}",
    ]);
    assert_eq!(
        status.as_deref(),
        Ok(r#"{"observedGeneration":-1}"#),
        "a write of the resource must not change its status, and tools must not take it for a current one"
    );

    let status = json!({
        "posts": 812,
        "views": 4_200_000,
        "lastOutcome": "ok",
        "lastScrapeTime": "2026-11-21T10:00:00Z",
        "conditions": [{
            "type": "Ready", "status": "True", "reason": "UpToDate", "message": "",
            "observedGeneration": 1, "lastTransitionTime": "2026-11-21T10:00:00Z",
        }],
    });
    let patch = json!({"status": status}).to_string();
    kubectl
        .run(&[
            "patch",
            "iga",
            "account",
            "-n",
            &kubectl.namespace,
            "--subresource=status",
            "--type=merge",
            "-p",
            &patch,
        ])
        .unwrap();
    kubectl
        .run(&[
            "wait",
            "iga/account",
            "-n",
            &kubectl.namespace,
            "--for=condition=Ready",
            "--timeout=300s",
        ])
        .unwrap();
}

fn lists_show_documented_columns(kubectl: &Kubectl) {
    let list = |arguments: &[&str]| {
        let arguments = [&["get", "-n", &kubectl.namespace], arguments].concat();
        kubectl.run(&arguments).unwrap()
    };
    let table = list(&["iga"]);
    let columns = |line: usize| {
        table
            .lines()
            .nth(line)
            .unwrap()
            .split_whitespace()
            .take(5)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        columns(0),
        ["NAME", "USERNAME", "POSTS", "VIEWS", "READY"],
        "{table}"
    );
    assert_eq!(
        columns(1),
        ["account", "natgeo", "812", "4200000", "True"],
        "{table}"
    );
    assert!(table.contains("LAST-SCRAPED"), "{table}");

    assert_eq!(
        list(&["clipmeter", "-o", "name"]),
        "instagramaccount.clipmeter.io/account\n"
    );
    for (selector, found) in [
        ("spec.username=natgeo", "instagramaccount.clipmeter.io/account\n"),
        ("spec.username=nasa", ""),
        ("spec.suspend=true", ""),
        ("status.lastOutcome=ok", "instagramaccount.clipmeter.io/account\n"),
    ] {
        assert_eq!(
            list(&["iga", "-o", "name", "--field-selector", selector]),
            found,
            "{selector}"
        );
    }
    for short in ["tta", "ttv", "cg", "sp", "pc", "scp"] {
        list(&[short]);
    }
}

fn account(spec: Value) -> Value {
    json!({"apiVersion": "clipmeter.io/v1beta1", "kind": "InstagramAccount", "metadata": {"name": "account"}, "spec": spec})
}
