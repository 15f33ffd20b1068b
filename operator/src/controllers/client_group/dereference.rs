//! Reads a group's existing objects from the cluster.

use std::fmt::Debug;

use clipmeter_crds::{ClientGroup, keys};
use k8s_openapi::api::apps::v1::{DaemonSet, Deployment, StatefulSet};
use k8s_openapi::api::batch::v1::{CronJob, Job};
use k8s_openapi::api::core::v1::{Namespace, PersistentVolumeClaim, Pod, ResourceQuota, Service};
use k8s_openapi::api::rbac::v1::RoleBinding;
use kube::api::ListParams;
use kube::core::NamespaceResourceScope;
use kube::{Api, Client, Resource, ResourceExt as _};
use serde::de::DeserializeOwned;

use super::Provisioning;
use crate::error::Error;

/// Name of the quota.
pub(super) const QUOTA: &str = "clipmeter";

/// The existing objects of a group.
#[derive(Debug, Default)]
pub(super) struct ExistingResources {
    pub(super) namespace: Option<Namespace>,
    /// Description of an object in a namespace without a group; `None` if the namespace is empty.
    pub(super) foreign_object: Option<String>,
    pub(super) quota: Option<ResourceQuota>,
    /// The group's own role bindings.
    pub(super) bindings: Vec<RoleBinding>,
}

/// Reads the existing objects. A namespace that Clipmeter itself runs in is never assigned to a group, even if it is empty. If
/// the operator does not provision groups, the contents are not inspected.
pub(super) async fn dereference(
    client: &Client,
    group: &ClientGroup,
    provisioning: &Provisioning,
) -> Result<ExistingResources, Error> {
    let target = group.target_namespace();
    let Some(namespace) = Api::<Namespace>::all(client.clone()).get_opt(&target).await? else {
        return Ok(ExistingResources::default());
    };
    let mut existing = ExistingResources::default();
    if !provisioning.enabled {
        // Only the label identifies the owner.
    } else if namespace.labels().contains_key(keys::CLIENT_GROUP) {
        existing.quota = Api::<ResourceQuota>::namespaced(client.clone(), &target)
            .get_opt(QUOTA)
            .await?;
        let of_group = ListParams::default().labels(&format!("{}={}", keys::CLIENT_GROUP, group.name_any()));
        let bindings = Api::<RoleBinding>::namespaced(client.clone(), &target);
        existing.bindings = bindings.list(&of_group).await?.items;
    } else if namespace.meta().deletion_timestamp.is_none() {
        existing.foreign_object = if provisioning.own_namespaces.contains(&target) {
            Some("Clipmeter itself".to_owned())
        } else {
            foreign_object(client, &target).await?
        };
    }
    existing.namespace = Some(namespace);
    Ok(existing)
}

/// Returns an object that shows that the namespace is in use. Ignores the objects that Kubernetes creates in every namespace, and
/// accounts and videos, which have no owner before the group exists.
async fn foreign_object(client: &Client, namespace: &str) -> Result<Option<String>, Error> {
    let existing = [
        first::<Pod>(client, namespace).await?,
        first::<Deployment>(client, namespace).await?,
        first::<StatefulSet>(client, namespace).await?,
        first::<DaemonSet>(client, namespace).await?,
        first::<Job>(client, namespace).await?,
        first::<CronJob>(client, namespace).await?,
        first::<Service>(client, namespace).await?,
        first::<PersistentVolumeClaim>(client, namespace).await?,
    ];
    Ok(existing.into_iter().flatten().next())
}

async fn first<K>(client: &Client, namespace: &str) -> Result<Option<String>, Error>
where
    K: Resource<DynamicType = (), Scope = NamespaceResourceScope> + Clone + Debug + DeserializeOwned,
{
    let api: Api<K> = Api::namespaced(client.clone(), namespace);
    let kind = K::kind(&());
    match api
        .list_metadata(&ListParams::default().limit(1))
        .await
        .map_err(Error::from)
    {
        Ok(list) => Ok(list
            .items
            .first()
            .map(|object| format!("{kind} {}", object.name_any()))),
        // If the operator may not list a kind, it assumes that there are objects.
        Err(error) if error.has_http_code(403) => {
            Ok(Some(format!("objects that the operator may not list ({kind})")))
        }
        Err(error) => Err(error),
    }
}
