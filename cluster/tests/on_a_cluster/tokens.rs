//! Tokens as the cluster issues them.

use std::sync::Arc;
use std::time::Duration;

use clipmeter_api::control_plane::Callers as _;
use clipmeter_api::{Clock, ManualClock};
use clipmeter_cluster::token_reviews::{Accounts, ReviewCounts, TokenReviews};
use clipmeter_crds::keys;
use k8s_openapi::api::authentication::v1::TokenRequest;
use k8s_openapi::api::core::v1::{Pod, ServiceAccount};
use kube::api::{DeleteParams, PostParams};
use serde_json::{Value, json};
use tonic::Code;
use tonic::metadata::MetadataMap;
use uuid::Uuid;

use crate::cluster::{Cluster, eventually};

const NAMESPACE: &str = "clipmeter-tokens";

/// A pod of the namespace with a service account, never started.
async fn pod(cluster: &Cluster, name: &str, account: &str) -> Pod {
    let pod = json!({
        "metadata": {"name": name},
        "spec": {"serviceAccountName": account, "containers": [{"name": "main", "image": "none"}]},
    });
    cluster.make(&cluster.within::<Pod>(NAMESPACE), pod).await
}

async fn token(cluster: &Cluster, account: &str, audience: &str, pod: Option<&Pod>) -> String {
    let bound: Option<Value> = pod.map(|pod| {
        json!({
            "apiVersion": "v1", "kind": "Pod", "name": pod.metadata.name, "uid": pod.metadata.uid,
        })
    });
    let request = json!({
        "metadata": {},
        "spec": {"audiences": [audience], "expirationSeconds": 600, "boundObjectRef": bound},
    });
    let request: TokenRequest = serde_json::from_value(request).unwrap();
    cluster
        .within::<ServiceAccount>(NAMESPACE)
        .create_token_request(account, &PostParams::default(), &request)
        .await
        .unwrap()
        .status
        .unwrap()
        .token
}

fn bearer(token: &str) -> MetadataMap {
    let mut metadata = MetadataMap::new();
    metadata.insert("authorization", format!("Bearer {token}").parse().unwrap());
    metadata
}

pub(crate) async fn pods_are_who_the_cluster_says(cluster: &Cluster) {
    cluster.make_namespace(NAMESPACE).await;
    let accounts = cluster.within::<ServiceAccount>(NAMESPACE);
    for name in ["operator", "scraper", "other"] {
        cluster.make(&accounts, json!({"metadata": {"name": name}})).await;
    }
    let clock = Arc::new(ManualClock::new("2026-11-21T10:00:00Z".parse().unwrap()));
    let reviews = TokenReviews::new(
        cluster.client.clone(),
        Accounts {
            namespace: NAMESPACE.to_owned(),
            operator: "operator".to_owned(),
            scraper: "scraper".to_owned(),
        },
        Arc::clone(&clock) as Arc<dyn Clock>,
        ReviewCounts::default(),
    );
    let run = Uuid::from_u128(7);
    let pod_of_run = pod(cluster, &format!("scrape-{run}-x7k2p"), "scraper").await;
    let scraper = token(cluster, "scraper", keys::AUDIENCE, Some(&pod_of_run)).await;
    let operator = token(cluster, "operator", keys::AUDIENCE, None).await;

    reviews.control(&bearer(&operator)).await.unwrap();
    assert_eq!(reviews.run(&bearer(&scraper)).await.unwrap(), run);
    // Neither may do what the other does.
    for refused in [
        reviews.run(&bearer(&operator)).await.unwrap_err(),
        reviews.control(&bearer(&scraper)).await.unwrap_err(),
    ] {
        assert_eq!(refused.code(), Code::PermissionDenied, "{refused}");
    }
    let other_run = Uuid::from_u128(8);
    let other_pod = pod(cluster, &format!("scrape-{other_run}-x7k2p"), "scraper").await;
    let theirs = token(cluster, "scraper", keys::AUDIENCE, Some(&other_pod)).await;
    assert_eq!(reviews.run(&bearer(&theirs)).await.unwrap(), other_run);

    let stranger = pod(cluster, "stranger", "scraper").await;
    let of_others = pod(cluster, &format!("scrape-{run}-other"), "other").await;
    let (head, _) = scraper.rsplit_once('.').unwrap();
    for refused in [
        token(cluster, "operator", "https://kubernetes.default.svc", None).await,
        token(cluster, "scraper", "another", Some(&pod_of_run)).await,
        token(cluster, "other", keys::AUDIENCE, None).await,
        token(cluster, "other", keys::AUDIENCE, Some(&of_others)).await,
        token(cluster, "scraper", keys::AUDIENCE, None).await,
        token(cluster, "scraper", keys::AUDIENCE, Some(&stranger)).await,
        format!("{head}.c2lnbmF0dXJl"),
        "made-up".to_owned(),
    ] {
        let (run, control) = (
            reviews.run(&bearer(&refused)).await.unwrap_err(),
            reviews.control(&bearer(&refused)).await.unwrap_err(),
        );
        assert_eq!(
            [run.code(), control.code()],
            [Code::Unauthenticated; 2],
            "{run} {control}"
        );
    }
    assert_eq!(
        reviews.control(&MetadataMap::new()).await.unwrap_err().code(),
        Code::Unauthenticated
    );

    // A token ends with its pod, which is noticed within a minute.
    cluster
        .within::<Pod>(NAMESPACE)
        .delete(
            pod_of_run.metadata.name.as_deref().unwrap(),
            &DeleteParams::default().grace_period(0),
        )
        .await
        .unwrap();
    clock.advance(Duration::from_secs(59));
    assert_eq!(reviews.run(&bearer(&scraper)).await.unwrap(), run);
    clock.advance(Duration::from_secs(2));
    eventually("the token of a pod that is gone is refused", async || {
        clock.advance(Duration::from_mins(1));
        reviews
            .run(&bearer(&scraper))
            .await
            .is_err_and(|refused| refused.code() == Code::Unauthenticated)
    })
    .await;
}
