//! The plugin on a real API server with a real controller manager, with the chart that Helm has installed, the real operator, and an
//! API that keeps its rows in memory.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking, and shows what the plugin has printed"
)]

mod cluster;
mod plugin;

use std::fmt::Debug;

use clipmeter_crds::{ClientGroup, InstagramAccount, ScrapePolicy, ScraperPool};
use clipmeter_fixtures::fake_api::{FakeApi, now};
use clipmeter_fixtures::kubernetes::{apply, create, create_soon, install_definitions};
use clipmeter_fixtures::{eventually, wait_for};
use clipmeter_proto::v1::Outcome;
use k8s_openapi::api::batch::v1::Job;
use kube::api::{DeleteParams, ListParams};
use kube::{Api, Client};
use serde::de::DeserializeOwned;
use serde_json::json;

use self::cluster::{Operator, condition_is, helm_install, tenant_kubeconfig, until};
use self::plugin::Plugin;

const NAMESPACE: &str = "cg-acme";
const ACCOUNT: &str = "natgeo-8178a654";

/// A single test, because each command continues with what the previous ones left.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a Kubernetes control plane: run kubectl-plugin/tests/api-server"]
async fn plugin_explains_and_controls_clipmeter_in_real_cluster() {
    let client = Client::try_default()
        .await
        .expect("run kubectl-plugin/tests/api-server");
    let plugin = Plugin::default();
    preflight_before_installation(&client, &plugin).await;

    let api = FakeApi::start();
    helm_install();
    let operator = Operator::start(&client, &api).await;
    let groups: Api<ClientGroup> = Api::all(client.clone());
    let access =
        json!([{"kind": "ServiceAccount", "name": "tenant", "namespace": "default", "role": "view"}]);
    create(
        &groups,
        json!({"metadata": {"name": "acme"}, "spec": {"displayName": "Acme", "access": access}}),
    )
    .await;
    until(&groups, "acme", |group| {
        let status = group.status.as_ref();
        condition_is(status.map(|status| status.conditions.as_slice()), "Ready", "True")
    })
    .await;

    scrape_is_explained_and_awaited(&client, &plugin, &api).await;
    top_lists_pools_groups_and_queue(&client, &plugin).await;
    tenant_sees_own_account_only(&client).await;
    preflight_of_installation(&plugin).await;
    drain_waits_for_jobs(&client, &plugin).await;
    drain_respects_other_owners(&client, &plugin).await;
    deleted_account_is_restored(&client, &plugin).await;
    operator_that_is_gone_is_reported(&plugin, operator).await;
}

async fn preflight_before_installation(client: &Client, plugin: &Plugin) {
    plugin
        .run("preflight")
        .await
        .fails(1)
        .contains("not installed: clientgroups.clipmeter.io")
        .contains("- Install the chart clipmeter-crds before the chart clipmeter.");
    plugin
        .run("why natgeo -n cg-acme")
        .await
        .fails(1)
        .contains("install or upgrade the chart clipmeter-crds");
    install_definitions(client, |_| true).await;
    wait_for("the definitions", async || {
        let output = plugin.run("preflight").await;
        if output.code == 0 { Ok(()) } else { Err(output) }
    })
    .await;
    plugin
        .run("why natgeo -n cg-acme")
        .await
        .fails(1)
        .contains("no account or video natgeo in the namespace cg-acme");
}

fn accounts(client: &Client) -> Api<InstagramAccount> {
    Api::namespaced(client.clone(), NAMESPACE)
}

fn jobs(client: &Client) -> Api<Job> {
    Api::namespaced(client.clone(), cluster::SCRAPERS)
}

/// Deletes an object. The client repeats a call that timed out, which may have deleted it already.
async fn delete<K: Clone + Debug + DeserializeOwned>(api: &Api<K>, name: &str, params: &DeleteParams) {
    match api.delete(name, params).await {
        Err(kube::Error::Api(status)) if status.is_not_found() => {}
        deleted => drop(deleted.unwrap()),
    }
}

async fn job_names(client: &Client) -> Vec<String> {
    let all = jobs(client).list(&ListParams::default()).await.unwrap();
    all.items
        .into_iter()
        .map(|job| job.metadata.name.unwrap())
        .collect()
}

async fn scrape_is_explained_and_awaited(client: &Client, plugin: &Plugin, api: &FakeApi) {
    let account = json!({"metadata": {"name": ACCOUNT}, "spec": {"username": "natgeo"}});
    create_soon(&accounts(client), account).await;
    let first = wait_for("the first Job", async || {
        let names = job_names(client).await;
        names.first().cloned().ok_or(names)
    })
    .await;
    plugin
        .run("why natgeo -n cg-acme")
        .await
        .succeeds()
        .contains("natgeo-8178a654 (natgeo) in cg-acme")
        .contains("plugin-test leads; lease renewed")
        .contains("acme is not suspended")
        .contains(&format!("clipmeter-scrapers/{first}"))
        .contains("no attempt has been reported");

    // The first run ends, so the next one is for the request.
    api.rows().attempted(ACCOUNT, Outcome::Private, now() - 60);
    api.rows().runs.clear();
    until(&accounts(client), ACCOUNT, |account| {
        account
            .status
            .as_ref()
            .and_then(|status| status.progress.consecutive_failures)
            == Some(1)
    })
    .await;
    let request = tokio::spawn({
        let plugin = plugin.clone();
        async move { plugin.run("scrape natgeo -n cg-acme --wait --timeout 5m").await }
    });
    until(&accounts(client), ACCOUNT, |account| {
        let progress = account.status.as_ref().map(|status| &status.progress);
        progress.is_some_and(|progress| progress.last_handled_request.is_some())
    })
    .await;
    assert!(job_names(client).await.len() > 1, "the request has a Job");
    api.rows().attempted(ACCOUNT, Outcome::Ok, now());
    request
        .await
        .unwrap()
        .succeeds()
        .contains("succeeded")
        .contains("1 of 1 request finished");
    plugin
        .run("why iga/natgeo-8178a654 -n cg-acme")
        .await
        .succeeds()
        .contains("Scraped is True (ok)")
        .contains("after the last success");
    let report = plugin
        .run("why natgeo -n cg-acme -o json")
        .await
        .succeeds()
        .json();
    assert_eq!(report["next"]["state"], "ok", "{report}");
    assert_eq!(report["subject"], "natgeo");
    plugin
        .run("scrape --all -n default")
        .await
        .fails(1)
        .contains("choose another namespace");
}

async fn top_lists_pools_groups_and_queue(client: &Client, plugin: &Plugin) {
    let without_pools = plugin
        .run("top")
        .await
        .succeeds()
        .contains("Operator: plugin-test leads")
        .contains("iga/natgeo-8178a654");
    assert!(!without_pools.text.contains("POOL"));
    let pools: Api<ScraperPool> = Api::all(client.clone());
    create(
        &pools,
        json!({"metadata": {"name": "eu"}, "spec": {"region": "eu-central-1"}}),
    )
    .await;
    until(&pools, "eu", |pool| {
        let status = pool.status.as_ref();
        condition_is(status.map(|status| status.conditions.as_slice()), "Ready", "True")
    })
    .await;
    plugin
        .run("top")
        .await
        .succeeds()
        .contains("POOL   REGION         JOBS   REASON     WAITING")
        .contains("eu     eu-central-1   0      UpToDate");
    let report = plugin.run("top -o json --sort views").await.succeeds().json();
    assert_eq!(report["pools"][0]["pool"], "eu", "{report}");
    assert_eq!(report["groups"][0]["group"], "acme", "{report}");
    assert_eq!(report["groups"][0]["views"], 3400, "{report}");
    assert_eq!(report["accounts"][0]["outcome"], "ok", "{report}");
}

/// The role of the group's entry in `access` permits reading accounts in the namespace, and nothing of the cluster.
async fn tenant_sees_own_account_only(client: &Client) {
    let folder = tempfile::tempdir().unwrap();
    let tenant = Plugin::with_kubeconfig(tenant_kubeconfig(client, folder.path()).await);
    tenant
        .run("why natgeo -n cg-acme")
        .await
        .succeeds()
        .contains("you may not read the ScrapePolicy")
        .contains("you may not list the Jobs of runs")
        .contains("after the last success");
    tenant
        .run("scrape natgeo -n cg-acme")
        .await
        .fails(1)
        .contains("ask an administrator of the cluster for this permission");
    let without_pools = tenant
        .run("top -n cg-acme")
        .await
        .succeeds()
        .contains("(cg-acme)");
    assert!(!without_pools.text.contains("POOL"));
    tenant
        .run("drain")
        .await
        .fails(1)
        .contains("ask an administrator");
}

async fn preflight_of_installation(plugin: &Plugin) {
    // There is no node, so the API's pods do not run.
    plugin
        .run("preflight")
        .await
        .fails(1)
        .contains("plugin-test leads")
        .contains("clipmeter-scrapers enforces restricted")
        .contains("0 of 1 pods are ready")
        .contains("1 problem, 0 warnings")
        .contains("- Check the API's log: kubectl logs -n clipmeter -l app.kubernetes.io/component=api --tail -1 --prefix");
}

async fn drain_waits_for_jobs(client: &Client, plugin: &Plugin) {
    plugin
        .run("drain --timeout 6s")
        .await
        .fails(3)
        .contains("Set spec.suspend of the ScrapePolicy default to true")
        .contains("scrape-");
    for name in job_names(client).await {
        delete(&jobs(client), &name, &DeleteParams::background()).await;
    }
    plugin
        .run("drain")
        .await
        .succeeds()
        .contains("was suspended already")
        .contains("Drained: no run is active");
    plugin
        .run("why natgeo -n cg-acme")
        .await
        .succeeds()
        .contains("none until spec.suspend of the ScrapePolicy is unset");
    plugin
        .run("undrain")
        .await
        .succeeds()
        .contains("Gave up spec.suspend");
    let policies: Api<ScrapePolicy> = Api::all(client.clone());
    assert!(!policies.get("default").await.unwrap().spec.suspend);
    plugin
        .run("undrain")
        .await
        .succeeds()
        .contains("nothing was changed");
}

async fn drain_respects_other_owners(client: &Client, plugin: &Plugin) {
    let policies: Api<ScrapePolicy> = Api::all(client.clone());
    let policy = |suspend: bool| {
        json!({
            "apiVersion": <ScrapePolicy as kube::Resource>::api_version(&()), "kind": "ScrapePolicy",
            "metadata": {"name": "default"}, "spec": {"suspend": suspend},
        })
    };
    apply("argocd-controller", &policies, policy(false)).await;
    plugin
        .run("drain --timeout 0s")
        .await
        .fails(1)
        .contains("belongs to argocd-controller, so nothing was changed");
    assert!(!policies.get("default").await.unwrap().spec.suspend);
    plugin
        .run("drain --timeout 0s --force-conflicts")
        .await
        .succeeds()
        .contains("The field belonged to argocd-controller");
    assert!(policies.get("default").await.unwrap().spec.suspend);
    plugin.run("undrain").await.succeeds();
    assert!(!policies.get("default").await.unwrap().spec.suspend);
    apply("argocd-controller", &policies, policy(true)).await;
    plugin
        .run("undrain")
        .await
        .fails(1)
        .contains("set suspend to false there");
    apply("argocd-controller", &policies, policy(false)).await;
}

async fn deleted_account_is_restored(client: &Client, plugin: &Plugin) {
    plugin
        .run("restore iga/natgeo -n default")
        .await
        .fails(1)
        .contains("this namespace belongs to no client group");
    plugin
        .run("restore iga/natgeo -n cg-acme")
        .await
        .fails(1)
        .contains("tracks natgeo already");
    delete(&accounts(client), ACCOUNT, &DeleteParams::default()).await;
    // The event of the deletion is written before the account is gone.
    eventually("the account is gone", async || {
        accounts(client).get_opt(ACCOUNT).await.unwrap().is_none()
    })
    .await;
    wait_for("the event", async || {
        let output = plugin.run("restore --list -n cg-acme").await;
        if output.text.contains(ACCOUNT) {
            Ok(())
        } else {
            Err(output)
        }
    })
    .await;
    plugin
        .run("restore iga/natgeo -n cg-acme")
        .await
        .succeeds()
        .contains("tracked");
    plugin
        .run("restore --list -n cg-acme")
        .await
        .succeeds()
        .contains("no event of a deletion that is not undone");
}

async fn operator_that_is_gone_is_reported(plugin: &Plugin, operator: Operator) {
    operator.stop().await;
    plugin
        .run("why natgeo -n cg-acme")
        .await
        .succeeds()
        .contains("no operator leads")
        .contains("none until an operator leads");
    plugin
        .run("preflight")
        .await
        .fails(1)
        .contains("no operator leads: the last one released the lease");
    plugin
        .run("drain --timeout 3s --force-conflicts")
        .await
        .fails(3)
        .contains("the operator has not seen the change yet");
}
