//! Client groups.

use clipmeter_fixtures::fake_api::FakeApi;
use clipmeter_fixtures::wait_for;
use kube::api::{DeleteParams, ListParams, PostParams};
use serde_json::{Value, json};

use super::accounts::provision_group;
use super::cluster::{Cluster, group, said};
use super::installed::change_rights;
use super::operator::Operator;

pub(crate) async fn get_namespace_quota_and_role_bindings(cluster: &Cluster) {
    let api = FakeApi::start();
    let _operator = Operator::leading(cluster, &api, "groups").await;
    let access = json!([{"kind": "User", "name": "mara@acme.example", "role": "edit"}]);
    let limits = json!({"instagramAccounts": 1, "tiktokVideos": 2});
    let spec = json!({"displayName": "Acme", "limits": limits, "access": access});
    cluster.make(&group("acme", spec)).await;
    let acme = ("ClientGroup", "", "acme");
    let ready = cluster.until_ready(acme).await;
    assert_eq!(ready["status"]["observedGeneration"], json!(1));
    assert_eq!(ready["metadata"]["finalizers"], json!(["clipmeter.io/purge"]));
    let hard = json!({
        "count/instagramaccounts.clipmeter.io": "1",
        "count/tiktokaccounts.clipmeter.io": "10",
        "count/tiktokvideos.clipmeter.io": "2",
    });
    let quota = |hard: Value| move |quota: &Value| quota["spec"]["hard"] == hard;
    cluster
        .until("ResourceQuota", "cg-acme", "clipmeter", quota(hard.clone()))
        .await;
    let binding = cluster.get("RoleBinding", "cg-acme", "clipmeter-edit").await;
    assert_eq!(binding["subjects"][0]["name"], "mara@acme.example");
    assert_eq!(binding["roleRef"]["name"], "clipmeter-edit");
    let synced = api.rows().groups["acme"].clone();
    assert_eq!(
        (
            synced.namespace.as_str(),
            synced.display_name.as_str(),
            synced.managed_by.as_str()
        ),
        ("cg-acme", "Acme", "kubectl")
    );
    cluster.wait_for_event("ClientGroup", "acme", "Provisioned").await;

    // Deleted or changed objects are restored; limits that an admin has added stay.
    let patch = json!({"spec": {"hard": {"count/instagramaccounts.clipmeter.io": "99", "pods": "7"}}});
    cluster
        .patch("ResourceQuota", "cg-acme", "clipmeter", &patch)
        .await;
    let mut with_pods = hard.clone();
    with_pods["pods"] = json!("7");
    cluster
        .until("ResourceQuota", "cg-acme", "clipmeter", quota(with_pods))
        .await;
    cluster.delete("ResourceQuota", "cg-acme", "clipmeter").await;
    cluster
        .until("ResourceQuota", "cg-acme", "clipmeter", quota(hard))
        .await;

    let new_viewers =
        json!({"spec": {"access": [{"kind": "Group", "name": "acme", "role": "view"}], "suspend": true}});
    cluster.patch("ClientGroup", "", "acme", &new_viewers).await;
    cluster
        .until("RoleBinding", "cg-acme", "clipmeter-edit", Value::is_null)
        .await;
    cluster
        .until("RoleBinding", "cg-acme", "clipmeter-view", |it| !it.is_null())
        .await;
    cluster.until_said(acme, "Ready", "True", "Suspended").await;
    assert!(api.rows().groups["acme"].suspended);

    let stable = cluster.get("ClientGroup", "", "acme").await;
    let calls = api.rows().calls["SyncGroup"];
    cluster
        .patch(
            "ClientGroup",
            "",
            "acme",
            &json!({"metadata": {"annotations": {"clipmeter.io/note": "x"}}}),
        )
        .await;
    wait_for("a pass without a write", async || {
        // The annotation is one write, and the only one.
        let now = cluster.get("ClientGroup", "", "acme").await;
        if now["status"] == stable["status"] {
            Ok(())
        } else {
            Err(now)
        }
    })
    .await;
    assert_eq!(api.rows().calls["SyncGroup"], calls);
    cluster.remove_group("acme").await;
}

/// In whatever notation a limit is written, the cluster applies it, and the quota is not rewritten.
pub(crate) async fn accept_limits_of_any_size(cluster: &Cluster) {
    let api = FakeApi::start();
    let operator = Operator::leading(cluster, &api, "limits").await;
    cluster
        .make(&group("limits", json!({"displayName": "Limits"})))
        .await;
    let limits = ("ClientGroup", "", "limits");
    for (limit, kept) in [
        (0, "0"),
        (10, "10"),
        (1000, "1k"),
        (1500, "1500"),
        (100_000, "100k"),
    ] {
        let spec =
            json!({"limits": {"instagramAccounts": limit, "tiktokAccounts": limit, "tiktokVideos": limit}});
        cluster
            .patch("ClientGroup", "", "limits", &json!({"spec": spec}))
            .await;
        let counted = |quota: &Value| {
            let hard = &quota["status"]["hard"]["count/instagramaccounts.clipmeter.io"];
            hard == kept && quota["status"]["used"].is_object()
        };
        let quota = cluster
            .until("ResourceQuota", "cg-limits", "clipmeter", counted)
            .await;
        let generation = cluster.get("ClientGroup", "", "limits").await["metadata"]["generation"].clone();
        cluster
            .until("ClientGroup", "", "limits", |group| {
                group["status"]["observedGeneration"] == generation
                    && said(group, "Ready") == ("True".to_owned(), "UpToDate".to_owned())
            })
            .await;
        // Reconciling the group writes nothing.
        let passes = operator.passes("ClientGroup").await;
        for number in 0..3 {
            let note =
                json!({"metadata": {"annotations": {"clipmeter.io/note": format!("{limit} {number}")}}});
            cluster.patch("ClientGroup", "", "limits", &note).await;
            wait_for("another pass", async || {
                let now = operator.passes("ClientGroup").await;
                if now > passes + number { Ok(()) } else { Err(now) }
            })
            .await;
        }
        let after = cluster.get("ResourceQuota", "cg-limits", "clipmeter").await;
        let version = |quota: &Value| quota["metadata"]["resourceVersion"].clone();
        assert_eq!(version(&after), version(&quota), "{limit}");
    }
    cluster.until_ready(limits).await;
    cluster.remove_group("limits").await;
}

pub(crate) async fn refuse_foreign_namespaces_and_release_adopted_ones(cluster: &Cluster) {
    let api = FakeApi::start();
    let _operator = Operator::leading(cluster, &api, "namespaces").await;
    let namespace = |name: &str| json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}});
    cluster.make(&namespace("busy")).await;
    let service = json!({
        "apiVersion": "v1", "kind": "Service", "metadata": {"name": "shop", "namespace": "busy"},
        "spec": {"ports": [{"port": 80}]},
    });
    cluster.make(&service).await;
    let spec = json!({"displayName": "Busy", "namespace": "busy"});
    cluster.make(&group("busy", spec)).await;
    let busy = ("ClientGroup", "", "busy");
    let refused = cluster
        .until_said(busy, "Provisioned", "False", "NamespaceInUse")
        .await;
    let text = refused["status"]["conditions"][0]["message"].as_str().unwrap();
    assert!(text.contains("Service shop"), "{text}");
    assert!(cluster.get("ResourceQuota", "busy", "clipmeter").await.is_null());
    assert!(!api.rows().groups.contains_key("busy"));
    cluster
        .wait_for_event("ClientGroup", "busy", "NamespaceInUse")
        .await;

    cluster.delete("Service", "busy", "shop").await;
    cluster.until_ready(busy).await;
    // Two groups cannot share a namespace.
    let spec = json!({"displayName": "Second", "namespace": "busy"});
    cluster.make(&group("second", spec)).await;
    cluster
        .until_said(("ClientGroup", "", "second"), "Ready", "False", "NamespaceInUse")
        .await;
    // The scrapers' namespace is not free even if nothing runs in it.
    let spec = json!({"displayName": "Third", "namespace": cluster.scrapers});
    cluster.make(&group("third", spec)).await;
    let refused = cluster
        .until_said(
            ("ClientGroup", "", "third"),
            "Provisioned",
            "False",
            "NamespaceInUse",
        )
        .await;
    let text = refused["status"]["conditions"][0]["message"].as_str().unwrap();
    assert!(text.contains("Clipmeter itself"), "{text}");
    for name in ["third", "second", "busy"] {
        cluster.remove_group(name).await;
    }
    let released = cluster.get("Namespace", "", "busy").await;
    assert!(released["metadata"]["deletionTimestamp"].is_null());
    assert!(released["metadata"]["labels"]["clipmeter.io/client-group"].is_null());
    assert!(cluster.get("ResourceQuota", "busy", "clipmeter").await.is_null());
}

pub(crate) async fn purge_in_reassigned_namespace(cluster: &Cluster) {
    let api = FakeApi::start();
    let _operator = Operator::leading(cluster, &api, "taken").await;
    cluster
        .make(&json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "assigned"}}))
        .await;
    let spec = json!({"displayName": "Assigned", "namespace": "assigned"});
    cluster.make(&group("assigned", spec)).await;
    let assigned = ("ClientGroup", "", "assigned");
    cluster.until_ready(assigned).await;
    let account = ("TikTokAccount", "assigned", "stays");
    cluster.register(account, json!({"username": "nasa"})).await;
    let service = json!({
        "apiVersion": "v1", "kind": "Service", "metadata": {"name": "shop", "namespace": "assigned"},
        "spec": {"ports": [{"port": 80}]},
    });
    cluster.make(&service).await;
    let unlabelled = json!({"metadata": {"labels": {"clipmeter.io/client-group": null}}});
    cluster.patch("Namespace", "", "assigned", &unlabelled).await;
    cluster
        .until_said(assigned, "Provisioned", "False", "NamespaceInUse")
        .await;
    cluster
        .until_said(account, "Registered", "False", "OutsideGroup")
        .await;
    cluster.delete(account.0, account.1, account.2).await;
    cluster
        .until(account.0, account.1, account.2, Value::is_null)
        .await;
    assert!(!api.rows().is_tracked("stays"), "no row outlives its object");
    cluster.remove_group("assigned").await;
}

/// The cluster refuses to delete an object of the group after its deletion was stored.
pub(crate) async fn report_refusal_after_stored_deletion(cluster: &Cluster) {
    let api = FakeApi::start();
    let _operator = Operator::leading(cluster, &api, "guarded").await;
    let namespace = json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "guarded"}});
    cluster.make(&namespace).await;
    let spec = json!({"displayName": "Guarded", "namespace": "guarded"});
    cluster.make(&group("guarded", spec)).await;
    let guarded = ("ClientGroup", "", "guarded");
    cluster.until_ready(guarded).await;
    // Before the deletion, the operator would restore the quota's label.
    api.rows().away = true;
    cluster.delete("ClientGroup", "", "guarded").await;
    cluster
        .until_said(guarded, "Purging", "True", "PurgeBlocked")
        .await;
    let label = |group: Option<&str>| json!({"metadata": {"labels": {"clipmeter.io/client-group": group}}});
    cluster
        .patch("ResourceQuota", "guarded", "clipmeter", &label(None))
        .await;
    api.rows().away = false;
    let blocked = ("True".to_owned(), "PurgeBlocked".to_owned());
    cluster
        .until("ClientGroup", "", "guarded", |it| {
            let conditions = it["status"]["conditions"].to_string();
            said(it, "Purging") == blocked && conditions.contains("the operator may delete only quotas")
        })
        .await;
    assert!(api.rows().groups.is_empty(), "the deletion is stored");
    let calls = api.rows().calls["RemoveGroup"];
    cluster
        .patch("ResourceQuota", "guarded", "clipmeter", &label(Some("guarded")))
        .await;
    cluster.until("ClientGroup", "", "guarded", Value::is_null).await;
    assert_eq!(api.rows().calls["RemoveGroup"], calls, "it is stored once");
}

/// A new operator leads while the cluster refuses a role binding of the group.
pub(crate) async fn keep_accounts_while_an_object_is_refused(cluster: &Cluster) {
    let api = FakeApi::start();
    let mut first = Operator::leading(cluster, &api, "refused").await;
    provision_group(cluster, "refused").await;
    let refused = ("ClientGroup", "", "refused");
    let before = ("TikTokAccount", "cg-refused", "before");
    cluster.register(before, json!({"username": "nasa"})).await;
    let none = json!({
        "apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "none", "namespace": "cg-refused"},
        "spec": {"hard": {"count/rolebindings.rbac.authorization.k8s.io": "0"}},
    });
    cluster.make(&none).await;
    cluster
        .until("ResourceQuota", "cg-refused", "none", |quota| {
            quota["status"]["used"].is_object()
        })
        .await;
    let access = |subjects: Value| json!({"spec": {"access": subjects}});
    let mara = json!([{"kind": "User", "name": "mara@acme.example", "role": "edit"}]);
    cluster.patch("ClientGroup", "", "refused", &access(mara)).await;
    cluster
        .until_said(refused, "Provisioned", "Unknown", "Pending")
        .await;

    first.kill().await;
    let _second = Operator::leading(cluster, &api, "refused-again").await;
    cluster.delete(before.0, before.1, before.2).await;
    cluster.until(before.0, before.1, before.2, Value::is_null).await;
    assert!(!api.rows().is_tracked("before"));
    let after = ("TikTokAccount", "cg-refused", "after");
    cluster.register(after, json!({"username": "esa"})).await;
    cluster
        .patch("ClientGroup", "", "refused", &access(Value::Null))
        .await;
    cluster.until_ready(refused).await;
    cluster.remove_group("refused").await;
}

pub(crate) async fn recreate_deleted_namespace_without_accounts(cluster: &Cluster) {
    let api = FakeApi::start();
    let _operator = Operator::leading(cluster, &api, "deleted-namespace").await;
    cluster.make(&group("lost", json!({"displayName": "Lost"}))).await;
    let lost = ("ClientGroup", "", "lost");
    cluster.until_ready(lost).await;
    let account = ("TikTokAccount", "cg-lost", "lost");
    cluster.register(account, json!({"username": "nasa"})).await;
    let before = cluster.get("Namespace", "", "cg-lost").await;
    cluster.delete("Namespace", "", "cg-lost").await;
    cluster
        .until("Namespace", "", "cg-lost", |it| {
            !it.is_null() && it["metadata"]["uid"] != before["metadata"]["uid"]
        })
        .await;
    assert!(!api.rows().is_tracked("lost"), "what was deleted is not tracked");
    cluster.until_ready(lost).await;
    cluster.remove_group("lost").await;
}

pub(crate) async fn deletion_follows_deletion_policy(cluster: &Cluster) {
    let api = FakeApi::start();
    let _operator = Operator::leading(cluster, &api, "purge").await;
    for (name, policy) in [("gone", "Delete"), ("kept", "Retain")] {
        let namespace = format!("cg-{name}");
        let spec = json!({"displayName": name, "deletionPolicy": policy});
        cluster.make(&group(name, spec)).await;
        cluster.until_ready(("ClientGroup", "", name)).await;
        let object = format!("in-{name}");
        let account = ("TikTokAccount", namespace.as_str(), object.as_str());
        cluster.register(account, json!({"username": "nasa"})).await;
        cluster.remove_group(name).await;
        wait_for("the end of the namespace", async || {
            if cluster.namespace_exists(&namespace).await {
                Err(namespace.clone())
            } else {
                Ok(())
            }
        })
        .await;
    }
    let rows = api.rows();
    assert!(!rows.is_tracked("in-gone") && !rows.is_tracked("in-kept"));
    assert_eq!(
        (rows.removed["in-gone"], rows.removed["in-kept"]),
        (Some(false), Some(true))
    );
    assert_eq!(rows.retained, ["kept"]);
    assert!(rows.groups.is_empty());
}

/// With `groups.provision=false` of the chart.
pub(crate) async fn use_existing_namespaces_without_provisioning(cluster: &Cluster) {
    change_rights(
        &cluster.client,
        &cluster.namespace,
        &["--set", "groups.provision=false"],
    )
    .await;
    let as_operator = cluster.as_operator();
    let labels =
        json!({"clipmeter.io/client-group": "given", "app.kubernetes.io/managed-by": "clipmeter-operator"});
    let namespace =
        json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "cg-given", "labels": labels}});
    wait_for("the loss of rights", async || {
        match as_operator.try_make(&namespace).await {
            Err(error) if error.to_string().contains("cannot create resource") => Ok(()),
            other => Err(other.map(|_| ())),
        }
    })
    .await;
    for kind in ["ResourceQuota", "RoleBinding"] {
        let objects = as_operator.api(kind, "default");
        let made = json!({"metadata": {"name": "clipmeter"}});
        let made = serde_json::from_value(made).unwrap();
        for refused in [
            objects.list(&ListParams::default()).await.map(drop),
            objects.create(&PostParams::default(), &made).await.map(drop),
            objects
                .delete("clipmeter", &DeleteParams::default())
                .await
                .map(drop),
        ] {
            let refused = refused.unwrap_err().to_string();
            assert!(refused.contains("cannot"), "{refused}");
        }
    }

    let api = FakeApi::start();
    let _operator = Operator::leading_with(cluster, &api, "given", &["--provision-groups=false"]).await;
    let access = json!([{"kind": "User", "name": "mara@acme.example", "role": "edit"}]);
    let spec = json!({"displayName": "Given", "access": access});
    cluster.make(&group("given", spec)).await;
    let given = ("ClientGroup", "", "given");
    let label = "the label clipmeter.io/client-group=given";
    let says = |group: &Value, text: &str| {
        let (status, reason) = said(group, "Provisioned");
        let ready = said(group, "Ready");
        (status.as_str(), reason.as_str()) == ("False", "NamespaceMissing")
            && ready == (status, reason)
            && group["status"]["conditions"][0]["message"]
                .as_str()
                .is_some_and(|message| message.contains(text) && message.contains(label))
    };
    cluster
        .until(given.0, given.1, given.2, |group| {
            says(group, "The namespace cg-given does not exist")
        })
        .await;
    cluster
        .wait_for_event("ClientGroup", "given", "NamespaceMissing")
        .await;

    let bare = json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "cg-given"}});
    cluster.make(&bare).await;
    cluster
        .until(given.0, given.1, given.2, |group| {
            says(group, "The namespace cg-given exists")
        })
        .await;
    let labeled = json!({"metadata": {"labels": {"clipmeter.io/client-group": "given"}}});
    cluster.patch("Namespace", "", "cg-given", &labeled).await;
    cluster.until_ready(given).await;
    let account = ("TikTokAccount", "cg-given", "given");
    cluster.register(account, json!({"username": "nasa"})).await;
    for kind in ["ResourceQuota", "RoleBinding"] {
        assert_eq!(cluster.list(kind, "cg-given").await, Vec::<Value>::new());
    }

    cluster.remove_group("given").await;
    assert!(!api.rows().is_tracked("given"));
    let left = cluster.get("Namespace", "", "cg-given").await;
    assert_eq!(left["metadata"]["labels"]["clipmeter.io/client-group"], "given");
    assert!(left["metadata"]["deletionTimestamp"].is_null());
    change_rights(&cluster.client, &cluster.namespace, &[]).await;
}
