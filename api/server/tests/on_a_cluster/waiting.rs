//! Changes wait for the operator, which creates a group's namespace and removes finalizers.

use clipmeter_api::control_plane::{DesiredState as _, DesiredStateError};
use clipmeter_crds::{InstagramAccount, account_name, keys};
use clipmeter_db::tracking::intent::Intent;
use clipmeter_fixtures::kubernetes::create_namespace;
use kube::api::{Patch, PatchParams};
use serde_json::json;

use crate::cluster::Cluster;
use crate::desired::{existing, group, instagram, track};

pub(crate) async fn what_the_operator_has_to_do_first_is_said(cluster: &Cluster) {
    let desired = [track(existing("early"), [instagram("natgeo")])];
    for early in [&desired, &[track(group("No such group"), [instagram("natgeo")])]] {
        let refused = cluster.resources.apply(early).await;
        assert!(
            matches!(&refused, Err(DesiredStateError::NotYet(text)) if text.contains("still being set up")),
            "{refused:?}"
        );
    }
    let accounts = cluster.within::<InstagramAccount>("cg-early");
    create_namespace(&cluster.client, "cg-early").await;
    cluster.resources.apply(&desired).await.unwrap();

    // Deleted, but the operator has not removed the finalizer yet.
    let name = account_name("natgeo");
    let finalizers = async |finalizers: &[&str]| {
        let patch = json!({"metadata": {"finalizers": finalizers}});
        accounts
            .patch(&name, &PatchParams::default(), &Patch::Merge(patch))
            .await
            .unwrap()
    };
    finalizers(&[keys::FINALIZER]).await;
    let untrack = [Intent::Untrack(existing("early"), vec![instagram("natgeo")])];
    cluster.resources.apply(&untrack).await.unwrap();
    let leaving = accounts.get(&name).await.unwrap();
    assert!(leaving.metadata.deletion_timestamp.is_some());
    cluster.resources.apply(&untrack).await.unwrap();
    let refused = cluster.resources.apply(&desired).await;
    assert!(
        matches!(&refused, Err(DesiredStateError::NotYet(text)) if text.starts_with("@natgeo is still being deleted")),
        "{refused:?}"
    );
    finalizers(&[]).await;
    cluster.resources.apply(&desired).await.unwrap();
    let again = accounts.get(&name).await.unwrap();
    assert_ne!(again.metadata.uid, leaving.metadata.uid);
    assert_eq!(again.metadata.deletion_timestamp, None);
}
