//! Client groups: a namespace, its quota and role bindings, and the registration with the API.

mod apply;
mod build;
mod controller;
mod dereference;
mod purge;
mod status;
mod validate;

use std::sync::Arc;

use clipmeter_crds::ClientGroup;
use kube::Client;
use tokio::sync::Notify;

use crate::api::ApiClient;
use crate::cli::Cli;
use crate::kubernetes::events::Events;
use crate::metrics::Metrics;
use crate::state::{Groups, NamespaceBinding, Pools, Trackers};

/// The controller of client groups.
pub(crate) struct ClientGroupController {
    pub(crate) client: Client,
    pub(crate) api: ApiClient,
    pub(crate) events: Arc<Events>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) provisioning: Provisioning,
    pub(crate) groups: Arc<Groups>,
    pub(crate) pools: Arc<Pools>,
    pub(crate) trackers: Arc<Trackers>,
    pub(crate) schedule_wake: Arc<Notify>,
}

/// Settings of the objects that are created for groups.
pub(crate) struct Provisioning {
    /// Whether the operator creates namespaces, quotas and role bindings of groups.
    enabled: bool,
    view_role: String,
    edit_role: String,
    /// The namespaces that Clipmeter itself runs in.
    own_namespaces: [String; 2],
}

impl From<&Cli> for Provisioning {
    fn from(cli: &Cli) -> Self {
        Self {
            enabled: cli.provision_groups,
            view_role: cli.view_role.clone(),
            edit_role: cli.edit_role.clone(),
            own_namespaces: cli.own_namespaces().map(str::to_owned),
        }
    }
}

impl ClientGroupController {
    /// Sets the binding that accounts in the group's namespace use. Requeues them if it changed.
    fn set_binding(&self, group: &ClientGroup, name: &str, binding: Option<NamespaceBinding>) {
        if self.groups.set_binding(name, binding) {
            self.trackers.requeue(Some(&group.target_namespace()));
        }
    }
}
