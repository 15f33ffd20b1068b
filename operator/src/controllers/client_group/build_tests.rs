use clipmeter_proto::v1::{self, cost::Model};
use serde::de::DeserializeOwned;

use super::*;

fn yaml<T: DeserializeOwned>(text: &str) -> T {
    serde_saphyr::from_str(text).unwrap()
}

fn acme() -> ClientGroup {
    yaml(
        r"
        apiVersion: clipmeter.io/v1beta1
        kind: ClientGroup
        metadata:
          name: acme
          managedFields: [{manager: kubectl}]
        spec:
          displayName: Acme Corp
          description: Shoes
          limits: {instagramAccounts: 12, tiktokAccounts: 3, tiktokVideos: 1000}
          intervals: {tiktokMinutes: 5}
          cost: {model: flat, cost: 1.5}
          currency: EUR
          timeZone: Europe/Berlin
          scraperPool: eu
          allowedScraperPools: [us]
          deletionPolicy: Retain
          purgeAfter: 1h30m
          access:
            - {kind: User, name: mara@acme.example, role: edit}
            - {kind: ServiceAccount, name: argocd, namespace: argocd, role: edit}
        ",
    )
}

const ROLES: Roles<'_> = Roles {
    view: "clipmeter-view",
    edit: "clipmeter-edit",
};

#[test]
fn group_builds_namespace_quota_and_role_bindings() {
    let expected = Desired {
        namespace: yaml(
            r"
            metadata:
              name: cg-acme
              labels:
                clipmeter.io/client-group: acme
                app.kubernetes.io/managed-by: clipmeter-operator
            ",
        ),
        quota: yaml(
            r"
            metadata:
              name: clipmeter
              namespace: cg-acme
              labels:
                clipmeter.io/client-group: acme
                app.kubernetes.io/managed-by: clipmeter-operator
            spec:
              hard:
                count/instagramaccounts.clipmeter.io: '12'
                count/tiktokaccounts.clipmeter.io: '3'
                count/tiktokvideos.clipmeter.io: 1k
            ",
        ),
        bindings: vec![yaml(
            r"
            metadata:
              name: clipmeter-edit
              namespace: cg-acme
              labels:
                clipmeter.io/client-group: acme
                app.kubernetes.io/managed-by: clipmeter-operator
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: clipmeter-edit}
            subjects:
              - {kind: User, name: mara@acme.example, apiGroup: rbac.authorization.k8s.io}
              - {kind: ServiceAccount, name: argocd, namespace: argocd}
            ",
        )],
    };
    assert_eq!(desired(&acme(), Claim::Created, ROLES), expected);
}

#[test]
fn adopted_namespace_has_no_managed_by_label() {
    let desired = desired(&acme(), Claim::Adopted, ROLES);
    let labels = BTreeMap::from([("clipmeter.io/client-group".to_owned(), "acme".to_owned())]);
    assert_eq!(desired.namespace.metadata.labels, Some(labels));
    assert!(desired.quota.labels().contains_key(MANAGED_BY));
}

#[test]
fn sync_group_request_contains_all_fields_of_group() {
    assert_eq!(
        request(&acme()),
        SyncGroupRequest {
            group: "acme".to_owned(),
            namespace: "cg-acme".to_owned(),
            display_name: "Acme Corp".to_owned(),
            description: "Shoes".to_owned(),
            suspended: false,
            max_instagram_accounts: 12,
            max_tiktok_accounts: 3,
            instagram_minutes: None,
            tiktok_minutes: Some(5),
            cost: Some(v1::Cost {
                model: Some(Model::Flat(1_500_000)),
            }),
            currency: Some("EUR".to_owned()),
            managed_by: "kubectl".to_owned(),
            retain: true,
            purge_after_seconds: Some(90 * 60),
            max_tiktok_videos: Some(1000),
            scraper_pool: "eu".to_owned(),
            allowed_scraper_pools: vec!["us".to_owned()],
            time_zone: Some("Europe/Berlin".to_owned()),
        }
    );
}

#[test]
fn quantity_is_formatted_like_api_server() {
    for (number, text) in [
        (0, "0"),
        (10, "10"),
        (999, "999"),
        (1000, "1k"),
        (1500, "1500"),
        (100_000, "100k"),
        (1_000_000, "1M"),
        (1_001_000, "1001k"),
        (2_000_000_000, "2G"),
    ] {
        assert_eq!(quantity(number).0, text);
    }
}
