//! A group's desired objects on the cluster and its request to the API.

use std::collections::BTreeMap;

use clipmeter_crds::{Access, ClientGroup, DeletionPolicy, Role, SubjectKind, keys, managed_by};
use clipmeter_proto::v1::SyncGroupRequest;
use k8s_openapi::api::core::v1::{Namespace, ResourceQuota, ResourceQuotaSpec};
use k8s_openapi::api::rbac::v1::{RoleBinding, RoleRef, Subject};
use k8s_openapi::apimachinery::pkg::api::resource::Quantity;
use kube::ResourceExt as _;
use kube::api::ObjectMeta;

use super::dereference::QUOTA;
use super::validate::{Claim, MANAGED_BY, MANAGER};
use crate::convert::{cost, to_unsigned};
use crate::state::NamespaceBinding;

/// API group of RBAC.
const RBAC: &str = "rbac.authorization.k8s.io";

/// The desired objects of a group.
#[derive(Debug, PartialEq)]
pub(super) struct Desired {
    pub(super) namespace: Namespace,
    pub(super) quota: ResourceQuota,
    /// One binding for each role that is granted.
    pub(super) bindings: Vec<RoleBinding>,
}

/// The cluster roles that role bindings refer to.
#[derive(Clone, Copy)]
pub(super) struct Roles<'a> {
    pub(super) view: &'a str,
    pub(super) edit: &'a str,
}

/// Builds the objects. The namespace gets the manager label only if the operator creates it.
pub(super) fn desired(group: &ClientGroup, claim: Claim, roles: Roles<'_>) -> Desired {
    let name = group.name_any();
    let namespace = group.target_namespace();
    let managed_by_label = (MANAGED_BY.to_owned(), MANAGER.to_owned());
    let mut labels = BTreeMap::from([(keys::CLIENT_GROUP.to_owned(), name)]);
    let inner = |name: &str, labels: &BTreeMap<String, String>| ObjectMeta {
        name: Some(name.to_owned()),
        namespace: Some(namespace.clone()),
        labels: Some(
            labels
                .clone()
                .into_iter()
                .chain([managed_by_label.clone()])
                .collect(),
        ),
        ..ObjectMeta::default()
    };
    let hard = [
        (
            "count/instagramaccounts.clipmeter.io",
            group.spec.limits.instagram_accounts,
        ),
        (
            "count/tiktokaccounts.clipmeter.io",
            group.spec.limits.tiktok_accounts,
        ),
        ("count/tiktokvideos.clipmeter.io", group.spec.limits.tiktok_videos),
    ]
    .map(|(kind, limit)| (kind.to_owned(), quantity(limit)));
    let quota = ResourceQuota {
        metadata: inner(QUOTA, &labels),
        spec: Some(ResourceQuotaSpec {
            hard: Some(BTreeMap::from(hard)),
            ..ResourceQuotaSpec::default()
        }),
        status: None,
    };
    let bindings = [(Role::View, roles.view), (Role::Edit, roles.edit)]
        .into_iter()
        .filter_map(|(role, cluster_role)| {
            let subjects: Vec<Subject> = group
                .spec
                .access
                .iter()
                .filter(|access| access.role == role)
                .map(subject)
                .collect();
            (!subjects.is_empty()).then(|| RoleBinding {
                metadata: inner(cluster_role, &labels),
                role_ref: RoleRef {
                    api_group: RBAC.to_owned(),
                    kind: "ClusterRole".to_owned(),
                    name: cluster_role.to_owned(),
                },
                subjects: Some(subjects),
            })
        })
        .collect();
    if claim == Claim::Created {
        labels.extend([managed_by_label.clone()]);
    }
    Desired {
        namespace: Namespace {
            metadata: ObjectMeta {
                name: Some(namespace.clone()),
                labels: Some(labels),
                ..ObjectMeta::default()
            },
            ..Namespace::default()
        },
        quota,
        bindings,
    }
}

fn subject(access: &Access) -> Subject {
    let (kind, api_group) = match access.kind {
        SubjectKind::User => ("User", Some(RBAC)),
        SubjectKind::Group => ("Group", Some(RBAC)),
        SubjectKind::ServiceAccount => ("ServiceAccount", None),
    };
    Subject {
        kind: kind.to_owned(),
        name: access.name.clone(),
        namespace: access.namespace.clone(),
        api_group: api_group.map(str::to_owned),
    }
}

/// Builds the request that registers the group with the API.
pub(super) fn request(group: &ClientGroup) -> SyncGroupRequest {
    let spec = &group.spec;
    let intervals = spec.intervals.unwrap_or_default();
    SyncGroupRequest {
        group: group.name_any(),
        namespace: group.target_namespace(),
        display_name: spec.display_name.clone(),
        description: spec.description.clone().unwrap_or_default(),
        suspended: spec.suspend,
        max_instagram_accounts: to_unsigned(spec.limits.instagram_accounts),
        max_tiktok_accounts: to_unsigned(spec.limits.tiktok_accounts),
        instagram_minutes: intervals.instagram_minutes.map(to_unsigned),
        tiktok_minutes: intervals.tiktok_minutes.map(to_unsigned),
        cost: spec.cost.as_ref().map(cost),
        currency: spec.currency.clone(),
        managed_by: managed_by(&group.metadata).to_owned(),
        retain: spec.deletion_policy == DeletionPolicy::Retain,
        purge_after_seconds: group
            .purge_after()
            .and_then(|after| u32::try_from(after.as_secs()).ok()),
        max_tiktok_videos: Some(to_unsigned(spec.limits.tiktok_videos)),
        scraper_pool: spec.scraper_pool.clone().unwrap_or_default(),
        allowed_scraper_pools: spec.allowed_scraper_pools.clone(),
        time_zone: spec.time_zone.clone(),
    }
}

/// Returns the binding that accounts in the group's namespace use.
pub(super) fn binding(group: &ClientGroup) -> NamespaceBinding {
    NamespaceBinding {
        group: group.name_any(),
        suspended: group.spec.suspend,
        scraper_pool: group.spec.scraper_pool.clone(),
        allowed_pools: group.spec.allowed_scraper_pools.clone(),
        deletion: None,
    }
}

/// Suffixes of the powers of a thousand up to the largest `i32`.
const SUFFIXES: [&str; 4] = ["", "k", "M", "G"];

/// Formats the number in the API server's canonical notation, with a suffix in place of trailing zeros, such as `1k` for 1000. Only
/// a value in that form compares equal when read back.
fn quantity(number: i32) -> Quantity {
    let (mut rest, mut thousands) = (number, 0);
    while rest != 0 && rest % 1000 == 0 {
        rest /= 1000;
        thousands += 1;
    }
    let suffix = SUFFIXES.get(thousands).copied().unwrap_or_default();
    Quantity(format!("{rest}{suffix}"))
}

#[cfg(test)]
#[path = "build_tests.rs"]
mod tests;
