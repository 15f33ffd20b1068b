//! The installed chart and the operator.

use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use clipmeter_crds::Condition;
use clipmeter_fixtures::fake_api::FakeApi;
use clipmeter_fixtures::kubernetes::create;
use clipmeter_fixtures::{free_address, wait_for};
use k8s_openapi::api::authentication::v1::{TokenRequest, TokenRequestSpec};
use k8s_openapi::api::coordination::v1::Lease;
use k8s_openapi::api::core::v1::{ConfigMap, ServiceAccount};
use kube::api::PostParams;
use kube::config::Kubeconfig;
use kube::{Api, Client};
use serde::de::DeserializeOwned;
use serde_json::json;
use tempfile::TempDir;
use tokio::process::{Child, Command};

/// The release namespace.
pub(crate) const RELEASE: &str = "clipmeter";
/// The scrapers' namespace, as the chart names it.
pub(crate) const SCRAPERS: &str = "clipmeter-scrapers";
/// The lease, as the chart names it.
const LEASE: &str = "clipmeter-operator";

/// Installs the chart. Its pods do not run, because there is no node.
pub(crate) fn helm_install() {
    let output = std::process::Command::new("helm")
        .args(["install", "clipmeter"])
        .arg("../charts/clipmeter")
        .args([
            "--namespace",
            RELEASE,
            "--create-namespace",
            "--set",
            "database.mode=dev,policy.create=true",
        ])
        .output()
        .expect("helm, which kubectl-plugin/tests/api-server puts into PATH");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// The program `operator`, which is killed when it is dropped.
pub(crate) struct Operator {
    child: Child,
    _files: TempDir,
}

impl Operator {
    /// Starts the operator that the chart would start, and waits until it leads.
    pub(crate) async fn start(client: &Client, api: &FakeApi) -> Self {
        let program = Path::new(env!("CARGO_BIN_EXE_kubectl-clipmeter")).with_file_name("operator");
        assert!(
            program.is_file(),
            "{} is missing: run scripts/build-programs first",
            program.display()
        );
        let files = tempfile::tempdir().unwrap();
        let token = files.path().join("token");
        std::fs::write(&token, "operators-token").unwrap();
        let maps: Api<ConfigMap> = Api::namespaced(client.clone(), RELEASE);
        let settings = files.path().join("scraper.yaml");
        let map = maps.get("clipmeter-scraper").await.unwrap();
        std::fs::write(&settings, &map.data.unwrap()["scraper.yaml"]).unwrap();
        let health = free_address();
        let child = Command::new(program)
            .arg(format!("--api=http://{}", api.address))
            .arg(format!("--token-file={}", token.display()))
            .arg(format!("--namespace={RELEASE}"))
            .arg(format!("--scraper-namespace={SCRAPERS}"))
            .arg("--pod-name=plugin-test")
            .arg(format!("--lease={LEASE}"))
            .arg(format!("--scraper-settings={}", settings.display()))
            .arg(format!("--metrics-listen={health}"))
            .env(
                "RUST_LOG",
                std::env::var("CLIPMETER_TEST_LOG").as_deref().unwrap_or("off"),
            )
            .stdout(Stdio::inherit())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let leases: Api<Lease> = Api::namespaced(client.clone(), RELEASE);
        until(&leases, LEASE, |lease| {
            lease
                .spec
                .as_ref()
                .is_some_and(|spec| spec.holder_identity.is_some())
        })
        .await;
        Self { child, _files: files }
    }

    /// Terminates the operator like the kubelet, so that it releases the lease.
    pub(crate) async fn stop(mut self) {
        let pid = self.child.id().unwrap().to_string();
        assert!(
            Command::new("kill")
                .args(["-TERM", &pid])
                .status()
                .await
                .unwrap()
                .success()
        );
        assert!(self.child.wait().await.unwrap().success());
    }
}

/// Waits until the object exists and satisfies the condition.
pub(crate) async fn until<K>(api: &Api<K>, name: &str, is_so: impl Fn(&K) -> bool)
where
    K: Clone + Debug + DeserializeOwned,
{
    wait_for(name, async || {
        let object = api.get_opt(name).await.unwrap();
        if object.as_ref().is_some_and(&is_so) {
            Ok(())
        } else {
            Err(object)
        }
    })
    .await;
}

pub(crate) fn condition_is(conditions: Option<&[Condition]>, type_: &str, status: &str) -> bool {
    conditions
        .unwrap_or_default()
        .iter()
        .any(|condition| condition.type_ == type_ && condition.status == status)
}

/// Writes a kubeconfig with a token of the service account that the group's `access` names.
pub(crate) async fn tenant_kubeconfig(client: &Client, folder: &Path) -> PathBuf {
    let accounts: Api<ServiceAccount> = Api::namespaced(client.clone(), "default");
    create(&accounts, json!({"metadata": {"name": "tenant"}})).await;
    let request = TokenRequest {
        spec: TokenRequestSpec::default(),
        ..TokenRequest::default()
    };
    let response = accounts
        .create_token_request("tenant", &PostParams::default(), &request)
        .await
        .unwrap();
    let mut config = serde_json::to_value(Kubeconfig::read().unwrap()).unwrap();
    for user in config["users"].as_array_mut().unwrap() {
        user["user"] = json!({"token": response.status.as_ref().unwrap().token});
    }
    let path = folder.join("kubeconfig");
    std::fs::write(&path, config.to_string()).unwrap();
    path
}
