//! A group's desired objects on the cluster and its request to the API.

use std::collections::BTreeMap;

use clipmeter_crds::{Access, ClientGroup, Role, SubjectKind, keys, managed_by};
use clipmeter_proto::v1::SyncGroupRequest;
use k8s_openapi::api::core::v1::{Namespace, ResourceQuota, ResourceQuotaSpec};
use k8s_openapi::api::rbac::v1::{RoleBinding, RoleRef, Subject};
use kube::ResourceExt as _;
use kube::api::ObjectMeta;

use super::quantity::quantity;
use super::validate::Claim;
use crate::cost::cost;
use crate::to_unsigned::to_unsigned;

/// Name of the quota.
pub(super) const QUOTA: &str = "clipmeter";
/// Kubernetes's standard label for the manager of an object.
pub(super) const MANAGED_BY: &str = "app.kubernetes.io/managed-by";
/// Label value on objects that the operator created and therefore deletes.
pub(super) const MADE_BY: &str = keys::OPERATOR;
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

pub(super) fn desired(group: &ClientGroup, claim: Claim, roles: Roles<'_>) -> Desired {
    let name = group.name_any();
    let namespace = group.target_namespace();
    let made = (MANAGED_BY.to_owned(), MADE_BY.to_owned());
    let mut labels = BTreeMap::from([(keys::CLIENT_GROUP.to_owned(), name)]);
    let inner = |name: &str, labels: &BTreeMap<String, String>| ObjectMeta {
        name: Some(name.to_owned()),
        namespace: Some(namespace.clone()),
        labels: Some(labels.clone().into_iter().chain([made.clone()]).collect()),
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
    if claim == Claim::Made {
        labels.extend([made.clone()]);
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
        managed_by: managed_by(&group.metadata).to_owned(),
    }
}

#[cfg(test)]
#[path = "build_tests.rs"]
mod tests;
