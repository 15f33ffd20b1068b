//! The dashboard does not change fields that Git or kubectl manages.

use clipmeter_api::control_plane::{DesiredState as _, DesiredStateError};
use clipmeter_crds::{ClientGroup, InstagramAccount, account_name};
use clipmeter_db::tracking::intent::Intent;
use clipmeter_fixtures::kubernetes::{apply, create_namespace};
use kube::ResourceExt as _;
use kube::api::ListParams;
use serde_json::json;

use crate::cluster::Cluster;
use crate::desired::{existing, instagram, intent, track};

const MANAGER: &str = "argocd-controller";

pub(crate) async fn what_others_manage_is_refused_and_left_untouched(cluster: &Cluster) {
    let group = existing("foreign");
    let groups = cluster.all::<ClientGroup>();
    let accounts = cluster.within::<InstagramAccount>("cg-foreign");
    create_namespace(&cluster.client, "cg-foreign").await;
    let object = |kind: &str, name: &str, spec| {
        json!({
            "apiVersion": "clipmeter.io/v1beta1", "kind": kind, "metadata": {"name": name}, "spec": spec,
        })
    };
    let named = account_name("natgeo");
    let theirs = [
        apply(
            MANAGER,
            &groups,
            object("ClientGroup", "foreign", json!({"displayName": "foreign"})),
        )
        .await
        .resource_version(),
        apply(
            MANAGER,
            &accounts,
            object("InstagramAccount", &named, json!({"username": "natgeo"})),
        )
        .await
        .resource_version(),
    ];

    for intent in [
        Intent::Group(Box::new(intent(group.clone()))),
        Intent::NoGroup(group.clone()),
        // In a list with other accounts.
        track(group.clone(), ["bbc", "natgeo", "nasa"].map(instagram)),
        Intent::Untrack(group.clone(), vec![instagram("natgeo")]),
    ] {
        let refused = cluster.resources.apply(std::slice::from_ref(&intent)).await;
        assert!(
            matches!(&refused, Err(DesiredStateError::ManagedElsewhere { manager, .. }) if manager == MANAGER),
            "{intent:?}: {refused:?}"
        );
    }
    let now = [
        groups.get("foreign").await.unwrap().resource_version(),
        accounts.get(&named).await.unwrap().resource_version(),
    ];
    assert_eq!(now, theirs);
    assert_eq!(
        accounts.list(&ListParams::default()).await.unwrap().items.len(),
        1
    );

    // Other accounts can still be added.
    cluster
        .resources
        .apply(&[track(group, [instagram("nasa")])])
        .await
        .unwrap();

    // A label is no claim, and a field of the spec is one.
    let nasa = account_name("nasa");
    let labelled = json!({
        "apiVersion": "clipmeter.io/v1beta1", "kind": "InstagramAccount",
        "metadata": {"name": nasa, "labels": {"app.kubernetes.io/managed-by": "Helm"}},
    });
    apply("kubectl-label", &accounts, labelled).await;
    let again = [track(existing("foreign"), [instagram("nasa")])];
    cluster.resources.apply(&again).await.unwrap();
    let noted = object(
        "InstagramAccount",
        &nasa,
        json!({"username": "nasa", "note": "Asked for by Mara"}),
    );
    apply("kubectl", &accounts, noted).await;
    let refused = cluster.resources.apply(&again).await;
    assert!(
        matches!(&refused, Err(DesiredStateError::ManagedElsewhere { what, manager }) if what == "@nasa" && manager == "kubectl"),
        "{refused:?}"
    );
}
