//! The operator before and after the definitions are installed.

use kube::api::{Patch, PatchParams};
use serde_json::Value;

use super::api::Api;
use super::cluster::{Cluster, wait_for};
use super::operator::Operator;

pub(crate) async fn missing_definitions_are_reported_by_name(cluster: &Cluster) {
    let api = Api::start().await;
    let operator = Operator::start(cluster, &api, "waits-for-definitions", &[]);
    let ready = async |text: &str| {
        wait_for(text, async || {
            let response = operator.get("/readyz").await;
            if response.contains(text) {
                Ok(response)
            } else {
                Err(response)
            }
        })
        .await
    };
    // The definition of the platform configuration is optional.
    let all = "waiting for clientgroups.clipmeter.io, instagramaccounts.clipmeter.io, tiktokaccounts.clipmeter.io, \
               tiktokvideos.clipmeter.io, scrapepolicies.clipmeter.io\n";
    assert!(ready(all).await.starts_with("HTTP/1.1 503"));
    assert!(operator.get("/livez").await.starts_with("HTTP/1.1 200"));
    cluster
        .wait_for_event("Pod", "waits-for-definitions", "WaitingForDefinition")
        .await;
    let last = "tiktokvideos";
    install(cluster, |name| name != last).await;
    ready("waiting for tiktokvideos.clipmeter.io\n").await;
    let metrics = operator.get("/metrics").await;
    assert!(
        metrics.contains(r#"clipmeter_definition_missing{definition="tiktokvideos.clipmeter.io"} 1"#),
        "{metrics}"
    );
    install(cluster, |name| name == last).await;
    ready("HTTP/1.1 200").await;
    operator.wait_until_leading().await;
}

async fn install(cluster: &Cluster, which: impl Fn(&str) -> bool) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../charts/clipmeter-crds/templates");
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if !which(path.file_stem().unwrap().to_str().unwrap()) {
            continue;
        }
        let definition: Value = serde_saphyr::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let name = definition["metadata"]["name"].as_str().unwrap();
        cluster
            .api("CustomResourceDefinition", "")
            .patch(
                name,
                &PatchParams::apply("test").force(),
                &Patch::Apply(&definition),
            )
            .await
            .unwrap();
    }
}
