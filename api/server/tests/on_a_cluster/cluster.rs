//! A cluster with the definitions.

use std::fmt::Debug;
use std::time::{Duration, Instant};

use clipmeter_api_server::resources::Resources;
use clipmeter_crds::{ClientGroup, definitions};
use k8s_openapi::api::core::v1::Namespace;
use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
use kube::api::{ListParams, Patch, PatchParams, PostParams};
use kube::core::NamespaceResourceScope;
use kube::{Api, Client, Resource, ResourceExt as _};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// Longer than anything takes that a test waits for.
const LONGEST_WAIT: Duration = Duration::from_secs(90);

pub(crate) struct Cluster {
    pub(crate) client: Client,
    pub(crate) resources: Resources,
}

impl Cluster {
    pub(crate) async fn connect() -> Self {
        let client = Client::try_default().await.unwrap();
        let cluster = Self {
            resources: Resources::new(client.clone()),
            client,
        };
        let api: Api<CustomResourceDefinition> = Api::all(cluster.client.clone());
        for definition in definitions().unwrap() {
            let name = definition.name_any();
            api.patch(
                &name,
                &PatchParams::apply("test").force(),
                &Patch::Apply(&definition),
            )
            .await
            .unwrap();
        }
        let groups: Api<ClientGroup> = Api::all(cluster.client.clone());
        eventually("the definitions are served", async || {
            groups.list(&ListParams::default()).await.is_ok()
        })
        .await;
        cluster
    }

    pub(crate) fn all<K: Resource<DynamicType = ()>>(&self) -> Api<K> {
        Api::all(self.client.clone())
    }

    pub(crate) fn within<K>(&self, namespace: &str) -> Api<K>
    where
        K: Resource<DynamicType = (), Scope = NamespaceResourceScope>,
    {
        Api::namespaced(self.client.clone(), namespace)
    }

    pub(crate) async fn make_namespace(&self, name: &str) {
        self.make(&self.all::<Namespace>(), json!({"metadata": {"name": name}}))
            .await;
    }

    /// Makes an object as it is.
    pub(crate) async fn make<K>(&self, api: &Api<K>, object: Value) -> K
    where
        K: Clone + Debug + DeserializeOwned + Serialize,
    {
        let object: K = serde_json::from_value(object).unwrap();
        api.create(&PostParams::default(), &object).await.unwrap()
    }

    /// Applies an object as somebody else.
    pub(crate) async fn apply_as<K>(&self, manager: &str, api: &Api<K>, object: Value) -> K
    where
        K: Clone + Debug + DeserializeOwned,
    {
        let name = object["metadata"]["name"].as_str().unwrap().to_owned();
        api.patch(&name, &PatchParams::apply(manager).force(), &Patch::Apply(object))
            .await
            .unwrap()
    }
}

pub(crate) async fn eventually(what: &str, mut probe: impl AsyncFnMut() -> bool) {
    let deadline = Instant::now() + LONGEST_WAIT;
    while !probe().await {
        assert!(Instant::now() < deadline, "waited in vain for: {what}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
