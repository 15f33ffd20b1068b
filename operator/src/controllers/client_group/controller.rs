//! Reconciles groups when they or the objects created for them change.

use std::fmt::Debug;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clipmeter_crds::{ClientGroup, Reason, keys};
use futures::{Stream, StreamExt as _, future, stream};
use k8s_openapi::api::core::v1::{Namespace, ResourceQuota};
use k8s_openapi::api::rbac::v1::RoleBinding;
use kube::core::PartialObjectMeta;
use kube::runtime::{WatchStreamExt as _, watcher};
use kube::{Api, Client, Resource, ResourceExt as _};
use serde::de::DeserializeOwned;
use tonic::Code;

use super::apply::apply;
use super::build::{Roles, binding, desired, request};
use super::dereference::{ExistingResources, dereference};
use super::validate::{is_counted, is_owned, validate};
use super::{ClientGroupController, purge};
use crate::error::Error;
use crate::kubernetes::backoff::ObjectBackoff;
use crate::kubernetes::finalizer;
use crate::kubernetes::objects::ObjectKey;
use crate::kubernetes::queue::ReconcileQueue;
use crate::kubernetes::reconcile::{self, NextPass, Reconciler};
use crate::kubernetes::store::{ObjectStore, WatchEvent};
use crate::kubernetes::watch::{self, intent, watched_leniently};
use crate::metrics::Metrics;
use crate::state::{GroupRefusal, NamespaceBinding, names_pools};

/// Interval for resending the group to the API, in case the API lost it.
const RESYNC_AFTER: Duration = Duration::from_hours(1);
/// Delay before checking again whether a quota is counted; short, because users are waiting.
const COUNT_AGAIN_AFTER: Duration = Duration::from_secs(5);
/// Delay before checking again a namespace that is in use or terminating, because no event reports when it becomes free, and before
/// checking again whether the API supports scraper pools.
const REQUEUE_AFTER: Duration = Duration::from_secs(15);

impl ClientGroupController {
    /// Runs until it is dropped.
    pub(crate) async fn run(self: Arc<Self>) {
        let client = &self.client;
        let watch = watched_leniently(
            Api::all(client.clone()),
            watch::all(),
            Arc::clone(self.groups.status_cache.store()),
            intent,
            Arc::clone(&self.metrics),
        );
        let namespaced = if self.provisioning.enabled {
            stream::select(
                groups_of_changed::<ResourceQuota>(client),
                groups_of_changed::<RoleBinding>(client),
            )
            .boxed()
        } else {
            stream::empty().boxed()
        };
        let changed = stream::select(groups_of_changed::<Namespace>(client), namespaced);
        let groups = Arc::clone(&self.groups);
        let forward = changed.for_each(move |group| {
            groups.requeue(&group);
            future::ready(())
        });
        future::join(forward, reconcile::run(self, watch)).await;
    }
}

/// Streams the groups whose objects of this kind were changed or deleted by another client.
fn groups_of_changed<K>(client: &Client) -> impl Stream<Item = String> + Send + use<K>
where
    K: Resource<DynamicType = ()> + Clone + Debug + DeserializeOwned + Send + 'static,
{
    let api: Api<PartialObjectMeta<K>> = Api::all(client.clone());
    watcher(api, watch::all().labels(keys::CLIENT_GROUP))
        .default_backoff()
        .touched_objects()
        .filter_map(|object| {
            let object = object
                .inspect_err(
                    |error| tracing::warn!(%error, kind = %K::kind(&()), "a watch failed; restarting it"),
                )
                .ok();
            future::ready(object.and_then(|object| object.labels().get(keys::CLIENT_GROUP).cloned()))
        })
}

impl Reconciler for ClientGroupController {
    type Kind = ClientGroup;

    fn store(&self) -> &ObjectStore<ClientGroup> {
        self.groups.status_cache.store()
    }

    fn queue(&self) -> &ReconcileQueue {
        &self.groups.queue
    }

    fn backoff(&self) -> &ObjectBackoff {
        &self.groups.backoff
    }

    fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    fn on_event(&self, event: &WatchEvent) {
        let affected_namespace = match event {
            WatchEvent::Changed(key) => self.groups.add(key),
            WatchEvent::Deleted(key) => self.groups.remove(key),
            WatchEvent::Written(key) => {
                self.groups.status_cache.queue_written(key);
                None
            }
            WatchEvent::InitialList => {
                self.groups.initial_sync.set();
                None
            }
        };
        if let Some(namespace) = affected_namespace {
            self.trackers.requeue(Some(&namespace));
        }
    }

    async fn reconcile(&self, key: &ObjectKey, group: &ClientGroup) -> Result<NextPass, Error> {
        if group.meta().deletion_timestamp.is_some() {
            return purge::purge(group, self).await;
        }
        let name = key.name();
        let provisioned = provision(group, name, self).await;
        let rejection = provisioned.as_ref().err().filter(|error| error.is_refusal());
        let rejection = rejection.map(ToString::to_string);
        self.groups.update(name, |state| {
            state.rejection = rejection;
            // The last pass of the deletion of an earlier group of this name may have ended after that group was forgotten.
            state.purge = None;
        });
        let Some(is_counted) = provisioned? else {
            return Ok(NextPass::After(REQUEUE_AFTER));
        };
        if names_pools(group) && !self.pools.is_accepted() {
            let refusal = self.pools.sync_error().map(|message| GroupRefusal {
                reason: Reason::ApiUnavailable,
                message,
            });
            self.groups
                .update(name, |state| state.registered = refusal.map(Err));
            self.set_binding(group, name, Some(binding(group)));
            return Ok(NextPass::After(REQUEUE_AFTER));
        }
        let registered = register(group, name, self).await;
        // If the API is unavailable, the accounts' statuses report this, and deleted accounts report why they are not removed.
        self.set_binding(group, name, Some(binding(group)));
        registered?;
        Ok(NextPass::After(if is_counted {
            RESYNC_AFTER
        } else {
            COUNT_AGAIN_AFTER
        }))
    }
}

/// Creates the group's objects unless its namespace is refused. Returns whether the quota already counts its accounts, or `None`
/// if the group has no namespace.
async fn provision(
    group: &ClientGroup,
    name: &str,
    controller: &ClientGroupController,
) -> Result<Option<bool>, Error> {
    finalizer::add_finalizer(&controller.client, group).await?;
    let groups = &controller.groups;
    let existing = dereference(&controller.client, group, &controller.provisioning).await?;
    let owned = owned_binding(group, &existing);
    let claim = match validate(group, &existing, controller.provisioning.enabled) {
        Ok(claim) => claim,
        Err(refusal) => {
            groups.update(name, |state| state.namespace = Some(Err(refusal)));
            // While the group's namespace terminates, its accounts still belong to the group and are deleted with it.
            controller.set_binding(group, name, owned);
            return Ok(None);
        }
    };
    let roles = Roles {
        view: &controller.provisioning.view_role,
        edit: &controller.provisioning.edit_role,
    };
    let is_counted = if controller.provisioning.enabled {
        let desired = desired(group, claim, roles);
        let applied = apply(&controller.client, &existing, &desired).await;
        let is_bound = groups.state(name).is_some_and(|state| state.binding.is_some());
        if applied.is_err() && !is_bound {
            // The accounts do not depend on the refused object, and an earlier leader may have registered the group. A binding that
            // exists stays, because the API does not receive a changed spec either.
            controller.set_binding(group, name, owned);
        }
        applied?;
        is_counted(&existing, &desired.quota)
    } else {
        true
    };
    groups.update(name, |state| {
        state.namespace = Some(Ok(()));
        state.counted = is_counted;
    });
    Ok(Some(is_counted))
}

/// Returns the binding of the group's namespace, if that already belongs to the group.
fn owned_binding(group: &ClientGroup, existing: &ExistingResources) -> Option<NamespaceBinding> {
    let namespace = existing.namespace.as_ref()?;
    is_owned(namespace, group).then(|| binding(group))
}

/// Registers the group with the API, unless the registration is up to date.
async fn register(group: &ClientGroup, name: &str, controller: &ClientGroupController) -> Result<(), Error> {
    let request = request(group);
    let is_synced = controller.groups.state(name).is_some_and(|state| {
        state
            .synced
            .is_some_and(|(synced, at)| synced == request && at.elapsed() < RESYNC_AFTER)
    });
    if is_synced {
        return Ok(());
    }
    let result = controller.api.sync_group(request.clone()).await;
    let registered = result.as_ref().copied().map_err(refusal);
    controller.groups.update(name, |state| {
        state.synced = result.is_ok().then(|| (request, Instant::now()));
        state.registered = Some(registered);
    });
    if result.is_ok() {
        // The limit may have been raised, so refused accounts may now be registered.
        controller.trackers.requeue(Some(&group.target_namespace()));
        controller.schedule_wake.notify_one();
    }
    result
}

/// Returns the reason for a failed registration.
fn refusal(error: &Error) -> GroupRefusal {
    let (reason, message) = match error {
        Error::Api(status) if status.code() == Code::AlreadyExists => {
            (Reason::Duplicate, status.message().to_owned())
        }
        Error::Api(status) if status.code() == Code::InvalidArgument => {
            (Reason::Invalid, status.message().to_owned())
        }
        _ => (Reason::ApiUnavailable, error.to_string()),
    };
    GroupRefusal { reason, message }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use tonic::Status;

    use super::*;

    #[test]
    fn namespace_is_bound_only_with_label_of_group() {
        let group = json!({"metadata": {"name": "acme"}, "spec": {"displayName": "Acme"}});
        let group: ClientGroup = serde_json::from_value(group).unwrap();
        let existing = |labels: Value| {
            let namespace = json!({"metadata": {"labels": labels}});
            ExistingResources {
                namespace: Some(serde_json::from_value(namespace).unwrap()),
                ..ExistingResources::default()
            }
        };
        for (existing, is_bound) in [
            (ExistingResources::default(), false),
            (existing(json!({})), false),
            (existing(json!({"clipmeter.io/client-group": "other"})), false),
            (existing(json!({"clipmeter.io/client-group": "acme"})), true),
        ] {
            let bound = owned_binding(&group, &existing);
            assert_eq!(bound.is_some(), is_bound, "{existing:?}");
        }
    }

    #[test]
    fn group_refusal_keeps_message_of_api_error() {
        let of = |status: Status| refusal(&status.into());
        for (status, reason) in [
            (
                Status::already_exists("the group already exists"),
                Reason::Duplicate,
            ),
            (
                Status::invalid_argument("the time zone is unknown"),
                Reason::Invalid,
            ),
        ] {
            let text = status.message().to_owned();
            let refusal = of(status);
            assert_eq!((refusal.reason, refusal.message), (reason, text));
        }
        for status in [
            Status::unavailable("the database is unavailable"),
            Status::permission_denied("not you"),
        ] {
            let text = status.message().to_owned();
            let refusal = of(status);
            assert_eq!(refusal.reason, Reason::ApiUnavailable);
            assert!(refusal.message.contains(&text), "{refusal:?}");
        }
    }
}
