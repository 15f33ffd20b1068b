//! Lists that people paste.

use clipmeter_api::control_plane::DesiredState as _;
use clipmeter_crds::InstagramAccount;
use clipmeter_db::tracking::intent::Intent;
use clipmeter_fixtures::kubernetes::create_namespace;
use kube::api::ListParams;

use crate::cluster::Cluster;
use crate::desired::{existing, instagram, track};

pub(crate) async fn a_thousand_accounts_are_one_call(cluster: &Cluster) {
    create_namespace(&cluster.client, "cg-many").await;
    let names: Vec<_> = (0..1000)
        .map(|number| instagram(&format!("account{number}")))
        .collect();
    let desired = track(existing("many"), names.iter().cloned());
    cluster.resources.apply(&[desired]).await.unwrap();
    let accounts = cluster.within::<InstagramAccount>("cg-many");
    let count = async || {
        accounts
            .list_metadata(&ListParams::default())
            .await
            .unwrap()
            .items
            .len()
    };
    assert_eq!(count().await, 1000);
    let untrack = Intent::Untrack(existing("many"), names);
    cluster.resources.apply(&[untrack]).await.unwrap();
    assert_eq!(count().await, 0);
}
