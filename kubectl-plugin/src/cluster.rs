//! The client, and reads that tolerate missing permissions.

use std::fmt::Debug;
use std::time::Duration;

use http::Request;
use http::header::DATE;
use k8s_openapi::NamespaceResourceScope;
use k8s_openapi::jiff::{Timestamp, fmt::rfc2822};
use kube::api::ListParams;
use kube::client::Body;
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

    /// Reads both clocks at the same time.
    pub(crate) async fn clocks(&self) -> Result<Clocks, Error> {
        let request = Request::get("/version")
            .body(Body::empty())
            .map_err(kube::Error::HttpError)?;
        let before = Timestamp::now();
        let response = self.client.send(request).await?;
        let after = Timestamp::now();
        let date = response.headers().get(DATE).and_then(|date| date.to_str().ok());
        let half = (after.as_millisecond() - before.as_millisecond()) / 2;
        Ok(Clocks {
            server: date.and_then(|date| rfc2822::DateTimeParser::new().parse_timestamp(date).ok()),
            machine: Timestamp::from_millisecond(before.as_millisecond() + half).unwrap_or(after),
        })
    }

    pub(crate) async fn now(&self) -> Result<Timestamp, Error> {
        Ok(self.clocks().await?.now())
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

/// Two clocks at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Clocks {
    /// From the header of a response, in whole seconds; `None` without a header.
    pub(crate) server: Option<Timestamp>,
    /// In the middle of the request.
    pub(crate) machine: Timestamp,
}

impl Clocks {
    /// Returns the time of the API server, because the clock of this machine may differ.
    pub(crate) fn now(self) -> Timestamp {
        self.server.unwrap_or(self.machine)
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
