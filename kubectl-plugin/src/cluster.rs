//! The client, and reads that tolerate missing permissions.

use std::fmt::Debug;
use std::time::Duration;

use k8s_openapi::NamespaceResourceScope;
use kube::api::ListParams;
use kube::config::{KubeConfigOptions, Kubeconfig};
use kube::{Api, Client, Config, Resource};
use serde::de::DeserializeOwned;

use crate::cli::Connection;
use crate::error::{Error, status_code};

/// Field manager of the plugin's changes.
pub(crate) const FIELD_MANAGER: &str = "kubectl-clipmeter";

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// A list of ten thousand accounts takes a few seconds.
const RESPONSE_TIMEOUT: Duration = Duration::from_mins(1);

/// The cluster of the kubeconfig.
#[derive(Clone)]
pub(crate) struct Cluster {
    pub(crate) client: Client,
    /// The namespace of the command line or the context.
    pub(crate) namespace: String,
}

impl Cluster {
    pub(crate) async fn connect(connection: &Connection) -> Result<Self, Error> {
        let kubeconfig = match &connection.kubeconfig {
            Some(path) => Kubeconfig::read_from(path),
            None => Kubeconfig::read(),
        };
        let kubeconfig = kubeconfig.map_err(|error| Error::Kubeconfig(error.to_string()))?;
        let options = KubeConfigOptions {
            context: connection.context.clone(),
            ..KubeConfigOptions::default()
        };
        let mut config = Config::from_custom_kubeconfig(kubeconfig, &options)
            .await
            .map_err(|error| Error::Kubeconfig(error.to_string()))?;
        config.connect_timeout = Some(CONNECT_TIMEOUT);
        config.read_timeout = Some(RESPONSE_TIMEOUT);
        let namespace = connection
            .namespace
            .clone()
            .unwrap_or_else(|| config.default_namespace.clone());
        let client = Client::try_from(config)?;
        Ok(Self { client, namespace })
    }

    /// Returns the scope of the namespace.
    pub(crate) fn scope(&self) -> Scope {
        Scope::Namespace(self.namespace.clone())
    }

    /// Returns all objects of a namespaced kind in the scope.
    pub(crate) async fn list<K>(&self, scope: &Scope, labels: &str) -> Result<Vec<K>, kube::Error>
    where
        K: Resource<DynamicType = (), Scope = NamespaceResourceScope> + Clone + Debug + DeserializeOwned,
    {
        let api: Api<K> = match scope {
            Scope::All => Api::all(self.client.clone()),
            Scope::Namespace(namespace) => Api::namespaced(self.client.clone(), namespace),
        };
        Ok(api.list(&ListParams::default().labels(labels)).await?.items)
    }
}

/// Where to look for objects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Scope {
    /// In all namespaces.
    All,
    /// In this namespace.
    Namespace(String),
}

/// What is known about a part of the cluster.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Observed<T> {
    Known(T),
    /// It does not exist.
    Missing,
    /// The user may not read it.
    Forbidden,
}

impl<T> Observed<T> {
    /// Sorts the result of a read; other errors than missing objects and permissions stay errors.
    pub(crate) fn of(result: Result<Option<T>, kube::Error>) -> Result<Self, Error> {
        match result {
            Ok(Some(found)) => Ok(Self::Known(found)),
            Ok(None) => Ok(Self::Missing),
            Err(error) => match status_code(&error) {
                Some(403) => Ok(Self::Forbidden),
                Some(404) => Ok(Self::Missing),
                _ => Err(error.into()),
            },
        }
    }

    pub(crate) fn known(&self) -> Option<&T> {
        match self {
            Self::Known(value) => Some(value),
            Self::Missing | Self::Forbidden => None,
        }
    }

    pub(crate) fn map<U>(self, change: impl FnOnce(T) -> Option<U>) -> Observed<U> {
        match self {
            Self::Known(value) => change(value).map_or(Observed::Missing, Observed::Known),
            Self::Missing => Observed::Missing,
            Self::Forbidden => Observed::Forbidden,
        }
    }
}
