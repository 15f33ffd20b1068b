//! The chart's objects for the operator: its account, its permissions, and the policies that restrict it. The tests run the
//! program with them.

use std::path::PathBuf;
use std::process::Command;

use clipmeter_fixtures::kubernetes::apply;
use k8s_openapi::api::authentication::v1::{TokenRequest, TokenRequestSpec};
use k8s_openapi::api::core::v1::ServiceAccount;
use kube::api::{ApiResource, DynamicObject, PostParams};
use kube::config::{KubeConfigOptions, Kubeconfig};
use kube::core::TypeMeta;
use kube::{Api, Client, Config};
use serde_json::{Value, json};
use tempfile::TempDir;

/// Settings of the tests' Jobs. The policies must allow the names of Secrets.
const VALUES: &str = "
    database: {mode: dev}
    image:
      registry: localhost
      pullSecrets: [{name: pull}]
    scraper:
      image: {repository: scraper, tag: '1'}
      env:
        - {name: CLIPMETER_TIKTOK_URL, value: 'http://simulator'}
        - {name: CLIPMETER_PROXY, valueFrom: {secretKeyRef: {name: proxy, key: url}}}
";
/// Longer than all tests together.
const TOKEN_SECONDS: i64 = 4 * 3600;

/// A part of a release named `clipmeter`.
pub(crate) struct Installed {
    /// The settings of scrapers, as the operator's pod reads them.
    pub(crate) settings: String,
    /// A file with the cluster and a token of the operator's account.
    pub(crate) kubeconfig: PathBuf,
    /// Client that uses the token.
    pub(crate) operator: Client,
    policies: Vec<Value>,
    _folder: TempDir,
}

impl Installed {
    /// Installs accounts and permissions, but no policies. The operator's and the scrapers' namespace must exist.
    pub(crate) async fn with_rights(client: &Client, namespace: &str) -> Self {
        let objects = rendered(namespace, &[]);
        for object in objects.iter().filter(|object| is_right(object)) {
            apply("helm", &api(client, object), object.clone()).await;
        }
        let folder = tempfile::tempdir().unwrap();
        let kubeconfig = folder.path().join("kubeconfig");
        let accounts: Api<ServiceAccount> = Api::namespaced(client.clone(), namespace);
        let request = TokenRequest {
            spec: TokenRequestSpec {
                expiration_seconds: Some(TOKEN_SECONDS),
                ..TokenRequestSpec::default()
            },
            ..TokenRequest::default()
        };
        let response = accounts
            .create_token_request("clipmeter-operator", &PostParams::default(), &request)
            .await
            .unwrap();
        let mut config = serde_json::to_value(Kubeconfig::read().unwrap()).unwrap();
        for user in config["users"].as_array_mut().unwrap() {
            user["user"] = json!({"token": response.status.as_ref().unwrap().token});
        }
        std::fs::write(&kubeconfig, config.to_string()).unwrap();
        let config = Kubeconfig::read_from(&kubeconfig).unwrap();
        let config = Config::from_custom_kubeconfig(config, &KubeConfigOptions::default()).await;
        Self {
            settings: settings(&objects),
            kubeconfig,
            operator: Client::try_from(config.unwrap()).unwrap(),
            policies: objects
                .iter()
                .filter(|object| is_policy(object))
                .cloned()
                .collect(),
            _folder: folder,
        }
    }

    /// Installs the policies. The API server needs a moment to apply them.
    pub(crate) async fn install_policies(&self, client: &Client) {
        assert!(!self.policies.is_empty(), "the chart has policies");
        for policy in &self.policies {
            apply("helm", &api(client, policy), policy.clone()).await;
        }
    }
}

/// Changes the permissions to those of the chart with further options of `helm template`.
pub(crate) async fn change_rights(client: &Client, namespace: &str, options: &[&str]) {
    for object in rendered(namespace, options)
        .iter()
        .filter(|object| is_right(object))
    {
        apply("helm", &api(client, object), object.clone()).await;
    }
}

/// Changes the policies to those of the chart with a set of values. The API server needs a moment to apply them.
pub(crate) async fn change_policies(client: &Client, namespace: &str, set: &str) {
    for policy in rendered_with(namespace, set)
        .iter()
        .filter(|object| is_policy(object))
    {
        apply("helm", &api(client, policy), policy.clone()).await;
    }
}

/// Returns the settings of scrapers with a set of values in the chart's `ci` folder.
pub(crate) fn settings_of(namespace: &str, set: &str) -> String {
    settings(&rendered_with(namespace, set))
}

fn rendered_with(namespace: &str, set: &str) -> Vec<Value> {
    let values = format!("../charts/clipmeter/ci/{set}-values.yaml");
    rendered(namespace, &["--values", &values])
}

fn settings(objects: &[Value]) -> String {
    let found = objects
        .iter()
        .find_map(|object| object["data"]["scraper.yaml"].as_str());
    found.unwrap().to_owned()
}

/// Returns the objects of the chart.
fn rendered(namespace: &str, options: &[&str]) -> Vec<Value> {
    let folder = tempfile::tempdir().unwrap();
    let values = folder.path().join("values.yaml");
    std::fs::write(&values, VALUES).unwrap();
    let output = Command::new("helm")
        .args(["template", "clipmeter"])
        .arg("../charts/clipmeter")
        .args(["--namespace", namespace, "--kube-version", "1.34.0", "--values"])
        .arg(&values)
        .args(options)
        .output()
        .expect("helm, which operator/tests/api-server puts into PATH");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout)
        .unwrap()
        .split("\n---\n")
        .map(|text| serde_saphyr::from_str::<Value>(text).unwrap())
        .filter(|object| !object.is_null())
        .collect()
}

fn is_right(object: &Value) -> bool {
    let rights = [
        "ServiceAccount",
        "Role",
        "RoleBinding",
        "ClusterRole",
        "ClusterRoleBinding",
    ];
    rights.contains(&object["kind"].as_str().unwrap())
}

fn is_policy(object: &Value) -> bool {
    object["kind"]
        .as_str()
        .unwrap()
        .starts_with("ValidatingAdmissionPolicy")
}

fn api(client: &Client, object: &Value) -> Api<DynamicObject> {
    let types = TypeMeta {
        api_version: object["apiVersion"].as_str().unwrap().to_owned(),
        kind: object["kind"].as_str().unwrap().to_owned(),
    };
    let resource = ApiResource::from_gvk(&(&types).try_into().unwrap());
    match object["metadata"]["namespace"].as_str() {
        Some(namespace) => Api::namespaced_with(client.clone(), namespace, &resource),
        None => Api::all_with(client.clone(), &resource),
    }
}
