//! A cluster with the definitions.

use clipmeter_api_server::resources::Resources;
use clipmeter_crds::ClientGroup;
use clipmeter_fixtures::eventually;
use clipmeter_fixtures::kubernetes::install_definitions;
use kube::api::ListParams;
use kube::core::NamespaceResourceScope;
use kube::{Api, Client, Resource};

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
        install_definitions(&cluster.client, |_| true).await;
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
}
