//! The operator before and after the definitions are installed.

use clipmeter_fixtures::fake_api::FakeApi;
use clipmeter_fixtures::kubernetes::install_definitions;
use clipmeter_fixtures::wait_for;

use super::cluster::Cluster;
use super::operator::Operator;

pub(crate) async fn missing_definitions_are_reported_by_name(cluster: &Cluster) {
    let api = FakeApi::start();
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
    // The definitions of platform configurations and scraper pools are optional.
    let all = "waiting for clientgroups.clipmeter.io, instagramaccounts.clipmeter.io, tiktokaccounts.clipmeter.io, \
               tiktokvideos.clipmeter.io, scrapepolicies.clipmeter.io\n";
    assert!(ready(all).await.starts_with("HTTP/1.1 503"));
    assert!(operator.get("/livez").await.starts_with("HTTP/1.1 200"));
    cluster
        .wait_for_event("Pod", "waits-for-definitions", "WaitingForDefinition")
        .await;
    let last = "tiktokvideos.clipmeter.io";
    install_definitions(&cluster.client, |name| name != last).await;
    ready("waiting for tiktokvideos.clipmeter.io\n").await;
    let metrics = operator.get("/metrics").await;
    assert!(
        metrics.contains(r#"clipmeter_definition_missing{definition="tiktokvideos.clipmeter.io"} 1"#),
        "{metrics}"
    );
    install_definitions(&cluster.client, |name| name == last).await;
    ready("HTTP/1.1 200").await;
    operator.wait_until_leading().await;
}
