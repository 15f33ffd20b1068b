//! The cluster's quota also limits accounts that are not in the database yet.

use std::time::{Duration, Instant};

use clipmeter_api::control_plane::{DesiredState as _, DesiredStateError};
use clipmeter_crds::InstagramAccount;
use clipmeter_fixtures::eventually;
use clipmeter_fixtures::kubernetes::{create, create_namespace, delete};
use clipmeter_proto::v1::Platform;
use k8s_openapi::api::core::v1::ResourceQuota;
use kube::api::{DeleteParams, ListParams};
use serde_json::json;

use crate::cluster::Cluster;
use crate::desired::{account, existing, instagram, track, video};

const ACCOUNTS: &str = "count/instagramaccounts.clipmeter.io";
const VIDEOS: &str = "count/tiktokvideos.clipmeter.io";

/// Recreates a quota that is not counted: the controller manager ignores a quota for minutes if it was created before the CRDs were discovered.
const UNCOUNTED: Duration = Duration::from_secs(30);

pub(crate) async fn a_quota_is_the_limit_and_a_refused_list_leaves_nothing(cluster: &Cluster) {
    create_namespace(&cluster.client, "cg-limited").await;
    let quotas = cluster.within::<ResourceQuota>("cg-limited");
    let quota = json!({"metadata": {"name": "clipmeter"}, "spec": {"hard": {ACCOUNTS: "2", VIDEOS: "1"}}});
    create(&quotas, quota.clone()).await;
    let mut made = Instant::now();
    eventually("the quota is counted", async || {
        let found = quotas.get("clipmeter").await.unwrap();
        let counted = found.status.and_then(|status| status.used).is_some();
        if !counted && made.elapsed() > UNCOUNTED {
            delete(&quotas, "clipmeter", &DeleteParams::default()).await;
            create(&quotas, quota.clone()).await;
            made = Instant::now();
        }
        counted
    })
    .await;

    let group = || existing("limited");
    let three = ["a", "b", "c"].map(instagram);
    let refused = cluster.resources.apply(&[track(group(), three)]).await;
    assert!(
        matches!(refused, Err(DesiredStateError::LimitReached)),
        "{refused:?}"
    );
    let videos = [1, 2].map(|n| {
        video(&format!(
            "https://www.tiktok.com/@nasa/video/752677056436774836{n}"
        ))
    });
    let refused = cluster.resources.apply(&[track(group(), videos)]).await;
    assert!(
        matches!(refused, Err(DesiredStateError::LimitReached)),
        "{refused:?}"
    );
    let accounts = cluster.within::<InstagramAccount>("cg-limited");
    eventually("nothing is left of the list", async || {
        accounts
            .list(&ListParams::default())
            .await
            .unwrap()
            .items
            .is_empty()
    })
    .await;
    cluster
        .resources
        .apply(&[track(
            group(),
            ["aa", "bb"].map(|name| account(Platform::Tiktok, name)),
        )])
        .await
        .unwrap();
}
