//! Tests of the service-account tokens with which scrapers and the operator call the API.

use std::sync::Arc;
use std::time::{Duration, Instant};

use clipmeter_api::ApiConfig;
use clipmeter_api::control_plane::Authenticator;
use clipmeter_api_server::token_reviews::{Accounts, ReviewCounts, TokenReviews};
use clipmeter_crds::keys;
use clipmeter_fixtures::database::{secrets, server};
use clipmeter_fixtures::eventually;
use clipmeter_fixtures::kubernetes::{create, create_namespace, delete};
use clipmeter_proto::v1::ReportRequest;
use clipmeter_proto::v1::ingest_client::IngestClient;
use clipmeter_runtime::{Clock, ManualClock, SystemClock};
use k8s_openapi::api::authentication::v1::TokenRequest;
use k8s_openapi::api::core::v1::{Pod, ServiceAccount};
use kube::api::{DeleteParams, PostParams};
use serde_json::{Value, json};
use tonic::Code;
use tonic::metadata::MetadataMap;
use tonic::transport::server::TcpIncoming;
use tonic::transport::{Endpoint, Server};
use uuid::Uuid;

use crate::cluster::Cluster;

const NAMESPACE: &str = "clipmeter-tokens";
const SCRAPERS: &str = "clipmeter-tokens-scrapers";

/// Creates a pod with a service account, which is never started.
async fn pod(cluster: &Cluster, namespace: &str, name: &str, account: &str) -> Pod {
    let pod = json!({
        "metadata": {"name": name},
        "spec": {"serviceAccountName": account, "containers": [{"name": "main", "image": "none"}]},
    });
    create(&cluster.within::<Pod>(namespace), pod).await
}

async fn token(
    cluster: &Cluster,
    (namespace, account): (&str, &str),
    audience: &str,
    pod: Option<&Pod>,
) -> String {
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
        .within::<ServiceAccount>(namespace)
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

fn known() -> Accounts {
    Accounts {
        namespace: NAMESPACE.to_owned(),
        scraper_namespace: SCRAPERS.to_owned(),
        operator: "operator".to_owned(),
        scraper: "scraper".to_owned(),
    }
}

/// Reviews tokens on the cluster; the clock is stopped.
fn reviews(cluster: &Cluster) -> (TokenReviews, Arc<ManualClock>, ReviewCounts) {
    let clock = Arc::new(ManualClock::new("2026-11-21T10:00:00Z".parse().unwrap()));
    let counts = ReviewCounts::default();
    let reviews = TokenReviews::new(
        cluster.client.clone(),
        known(),
        Arc::clone(&clock) as Arc<dyn Clock>,
        counts.clone(),
    );
    (reviews, clock, counts)
}

const OPERATOR: (&str, &str) = (NAMESPACE, "operator");
const SCRAPER: (&str, &str) = (SCRAPERS, "scraper");

pub(crate) async fn pods_are_who_the_cluster_says(cluster: &Cluster) {
    for namespace in [NAMESPACE, SCRAPERS] {
        create_namespace(&cluster.client, namespace).await;
        let accounts = cluster.within::<ServiceAccount>(namespace);
        for name in ["operator", "scraper", "other"] {
            create(&accounts, json!({"metadata": {"name": name}})).await;
        }
    }
    let (reviews, clock, counts) = reviews(cluster);
    let run = Uuid::from_u128(7);
    let pod_of_run = pod(cluster, SCRAPERS, &format!("scrape-{run}-x7k2p"), "scraper").await;
    let scraper = token(cluster, SCRAPER, keys::AUDIENCE, Some(&pod_of_run)).await;
    let operator = token(cluster, OPERATOR, keys::AUDIENCE, None).await;

    reviews.control(&bearer(&operator)).await.unwrap();
    assert_eq!(reviews.run(&bearer(&scraper)).await.unwrap(), run);
    // Each may do only its own calls.
    for refused in [
        reviews.run(&bearer(&operator)).await.unwrap_err(),
        reviews.control(&bearer(&scraper)).await.unwrap_err(),
    ] {
        assert_eq!(refused.code(), Code::PermissionDenied, "{refused}");
    }
    let other_run = Uuid::from_u128(8);
    let other_pod = pod(cluster, SCRAPERS, &format!("scrape-{other_run}-x7k2p"), "scraper").await;
    let theirs = token(cluster, SCRAPER, keys::AUDIENCE, Some(&other_pod)).await;
    assert_eq!(reviews.run(&bearer(&theirs)).await.unwrap(), other_run);

    let unbound_pod = pod(cluster, SCRAPERS, "unbound", "scraper").await;
    let (head, _) = scraper.rsplit_once('.').unwrap();
    for refused in [
        token(cluster, OPERATOR, "https://kubernetes.default.svc", None).await,
        token(cluster, SCRAPER, "another", Some(&pod_of_run)).await,
        token(cluster, (NAMESPACE, "other"), keys::AUDIENCE, None).await,
        token(cluster, SCRAPER, keys::AUDIENCE, None).await,
        token(cluster, SCRAPER, keys::AUDIENCE, Some(&unbound_pod)).await,
        format!("{head}.c2lnbmF0dXJl"),
        "made-up".to_owned(),
    ] {
        let (run, control) = refusals(&reviews, &refused).await;
        assert_eq!([run, control], [Code::Unauthenticated; 2]);
    }
    assert_eq!(
        reviews.control(&MetadataMap::new()).await.unwrap_err().code(),
        Code::Unauthenticated
    );
    asvs_13_2_1_tokens_of_other_namespaces_and_accounts_are_refused(cluster, &reviews).await;

    // A review is cached for some seconds, and shared by all waiting calls.
    let counted = counts.accepted();
    clock.advance(Duration::from_secs(3));
    assert_eq!(reviews.run(&bearer(&theirs)).await.unwrap(), other_run);
    assert_eq!(counts.accepted(), counted);
    clock.advance(Duration::from_secs(4));
    let theirs = bearer(&theirs);
    let calls = (0..40).map(|_| reviews.run(&theirs));
    for result in futures::future::join_all(calls).await {
        assert_eq!(result.unwrap(), other_run);
    }
    assert_eq!(counts.accepted(), counted + 1);
    a_token_ends_with_its_pod(cluster, &pod_of_run, &scraper, run).await;
}

/// A token is unusable at most ten seconds after its pod is gone, even on an open stream. A busy machine gets a margin.
async fn a_token_ends_with_its_pod(cluster: &Cluster, pod: &Pod, token: &str, run: Uuid) {
    const MAX: Duration = Duration::from_secs(30);
    let reviews = Arc::new(TokenReviews::new(
        cluster.client.clone(),
        known(),
        Arc::new(SystemClock),
        ReviewCounts::default(),
    ));
    let database = server().await.empty_database().await.unwrap();
    let config = ApiConfig::new(database.options.clone(), secrets(), Arc::new(SystemClock));
    let api = clipmeter_api::Api::connect(config).await.unwrap();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let routes = api.grpc_routes(Arc::clone(&reviews) as Arc<dyn Authenticator>);
    let incoming = TcpIncoming::from(listener);
    tokio::spawn(Server::builder().add_routes(routes).serve_with_incoming(incoming));
    let endpoint = Endpoint::from_shared(format!("http://{address}")).unwrap();
    let mut ingest = IngestClient::new(endpoint.connect().await.unwrap());
    let mut request = tonic::Request::new(futures::stream::pending::<ReportRequest>());
    *request.metadata_mut() = bearer(token);
    let mut open = ingest.report(request).await.unwrap().into_inner();

    // Called as often as by scrapers, so that all caches contain the last accepted review.
    assert_eq!(reviews.run(&bearer(token)).await.unwrap(), run);
    let at_once = DeleteParams::default().grace_period(0);
    let name = pod.metadata.name.as_deref().unwrap();
    delete(&cluster.within::<Pod>(SCRAPERS), name, &at_once).await;
    let deleted_at = Instant::now();
    let new_calls = async {
        eventually(
            "a call with the token of a pod that is gone is refused",
            async || {
                let refused = reviews.run(&bearer(token)).await;
                refused.is_err_and(|refused| refused.code() == Code::Unauthenticated)
            },
        )
        .await;
        deleted_at.elapsed()
    };
    let open_stream = async {
        let ended = open.message().await.unwrap_err();
        assert_eq!(ended.code(), Code::Unauthenticated, "{ended}");
        deleted_at.elapsed()
    };
    let (call, stream) = tokio::join!(new_calls, open_stream);
    assert!(call < MAX && stream < MAX, "{call:?} {stream:?}");
}

/// Returns the refusal of a token that may neither lease nor open runs.
async fn refusals(reviews: &TokenReviews, token: &str) -> (Code, Code) {
    (
        reviews.run(&bearer(token)).await.unwrap_err().code(),
        reviews.control(&bearer(token)).await.unwrap_err().code(),
    )
}

/// A scraper's token is valid only in the scrapers' namespace, and the operator's only in the release namespace.
async fn asvs_13_2_1_tokens_of_other_namespaces_and_accounts_are_refused(
    cluster: &Cluster,
    reviews: &TokenReviews,
) {
    let name = format!("scrape-{}-x7k2p", Uuid::from_u128(9));
    for (account, run) in [
        // An earlier chart created this pod: its scraper retries until its run has been moved.
        ((NAMESPACE, "scraper"), Code::Unavailable),
        ((NAMESPACE, "other"), Code::Unauthenticated),
        ((SCRAPERS, "other"), Code::Unauthenticated),
        ((SCRAPERS, "operator"), Code::Unauthenticated),
    ] {
        let (namespace, account_name) = account;
        let pod = pod(cluster, namespace, &name, account_name).await;
        let token = token(cluster, account, keys::AUDIENCE, Some(&pod)).await;
        assert_eq!(
            refusals(reviews, &token).await,
            (run, Code::Unauthenticated),
            "{account:?}"
        );
        let pods = cluster.within::<Pod>(namespace);
        let at_once = DeleteParams::default().grace_period(0);
        delete(&pods, &name, &at_once).await;
    }
}
