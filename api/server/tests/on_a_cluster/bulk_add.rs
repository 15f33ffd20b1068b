//! Lists that people paste.

use std::time::{Duration, Instant};

use clipmeter_api::control_plane::DesiredState as _;
use clipmeter_crds::InstagramAccount;
use clipmeter_db::tracking::intent::Intent;
use clipmeter_fixtures::kubernetes::create_namespace;
use kube::api::ListParams;

use crate::cluster::Cluster;
use crate::desired::{existing, instagram, track};

/// A request of the dashboard is given up after 35 s.
const MAX: Duration = Duration::from_secs(30);

pub(crate) async fn a_thousand_accounts_are_one_call(cluster: &Cluster) {
    create_namespace(&cluster.client, "cg-many").await;
    let names: Vec<_> = (0..1000)
        .map(|number| instagram(&format!("account{number}")))
        .collect();
    let began = Instant::now();
    let desired = track(existing("many"), names.iter().cloned());
    cluster.resources.apply(&[desired]).await.unwrap();
    let took = began.elapsed();
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
    let began = Instant::now();
    let untrack = Intent::Untrack(existing("many"), names);
    cluster.resources.apply(&[untrack]).await.unwrap();
    assert_eq!(count().await, 0);
    let untracked = began.elapsed();
    eprintln!("1000 accounts: tracked in {took:?}, untracked in {untracked:?}");
    assert!(took < MAX && untracked < MAX);
}
