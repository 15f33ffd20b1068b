//! The cluster from a user's perspective.

use std::sync::Arc;

use clipmeter_fixtures::kubernetes::create_namespace;
use clipmeter_fixtures::wait_for;
use k8s_openapi::api::core::v1::Namespace;
use kube::api::{ApiResource, DeleteParams, DynamicObject, ListParams, Patch, PatchParams, PostParams};
use kube::core::GroupVersionKind;
use kube::{Api, Client, Config};
use serde_json::{Value, json};

use super::installed::Installed;

/// An object, as kind, namespace and name.
pub(crate) type Key<'a> = (&'a str, &'a str, &'a str);

pub(crate) struct Cluster {
    pub(crate) client: Client,
    /// Namespace of the operators' lease.
    pub(crate) namespace: String,
    /// Namespace of the scrapers' Jobs.
    pub(crate) scrapers: String,
    /// The chart's objects for operators.
    pub(crate) installed: Arc<Installed>,
}

impl Cluster {
    pub(crate) async fn connect() -> Self {
        let config = Config::infer().await.expect("run operator/tests/api-server");
        let client = Client::try_from(config).unwrap();
        let namespace = format!("operator-test-{}", std::process::id());
        let scrapers = format!("{namespace}-scrapers");
        for name in [&namespace, &scrapers] {
            create_namespace(&client, name).await;
        }
        Self {
            installed: Arc::new(Installed::with_rights(&client, &namespace).await),
            client,
            namespace,
            scrapers,
        }
    }

    /// Returns the same cluster with the operator's token.
    pub(crate) fn as_operator(&self) -> Self {
        Self {
            client: self.installed.operator.clone(),
            namespace: self.namespace.clone(),
            scrapers: self.scrapers.clone(),
            installed: Arc::clone(&self.installed),
        }
    }

    /// Returns the API for a kind in a namespace, or cluster-wide if `namespace` is empty.
    pub(crate) fn api(&self, kind: &str, namespace: &str) -> Api<DynamicObject> {
        let (group, version) = match kind {
            "Namespace" | "Node" | "ResourceQuota" | "ConfigMap" | "Service" | "ServiceAccount" | "Pod"
            | "Secret" => ("", "v1"),
            "Job" => ("batch", "v1"),
            "Lease" => ("coordination.k8s.io", "v1"),
            "RuntimeClass" => ("node.k8s.io", "v1"),
            "PriorityClass" => ("scheduling.k8s.io", "v1"),
            "RoleBinding" | "ClusterRoleBinding" => ("rbac.authorization.k8s.io", "v1"),
            "CustomResourceDefinition" => ("apiextensions.k8s.io", "v1"),
            "Event" => ("events.k8s.io", "v1"),
            _ => ("clipmeter.io", "v1beta1"),
        };
        let mut resource = ApiResource::from_gvk(&GroupVersionKind::gvk(group, version, kind));
        match kind {
            "ScrapePolicy" => "scrapepolicies".clone_into(&mut resource.plural),
            "PlatformConfig" => "platformconfigs".clone_into(&mut resource.plural),
            _ => {}
        }
        if namespace.is_empty() {
            Api::all_with(self.client.clone(), &resource)
        } else {
            Api::namespaced_with(self.client.clone(), namespace, &resource)
        }
    }

    /// Creates an object, or returns the API server's refusal.
    pub(crate) async fn try_make(&self, object: &Value) -> Result<DynamicObject, kube::Error> {
        let kind = object["kind"].as_str().unwrap();
        let namespace = object["metadata"]["namespace"].as_str().unwrap_or_default();
        let params = PostParams {
            field_manager: Some("kubectl".to_owned()),
            ..PostParams::default()
        };
        let object = serde_json::from_value(object.clone()).unwrap();
        self.api(kind, namespace).create(&params, &object).await
    }

    /// Creates an object that does not exist yet. The client repeats a call that timed out, which may have created it already.
    pub(crate) async fn make(&self, object: &Value) {
        let (kind, name) = (&object["kind"], &object["metadata"]["name"]);
        let namespace = object["metadata"]["namespace"].as_str().unwrap_or_default();
        let before = self
            .get(kind.as_str().unwrap(), namespace, name.as_str().unwrap())
            .await;
        assert!(before.is_null(), "{kind} {name} exists already: {before}");
        match self.try_make(object).await {
            Err(kube::Error::Api(status)) if status.is_already_exists() => {}
            made => drop(made.unwrap()),
        }
    }

    /// Creates an object as soon as the API server accepts it: it checks quotas and namespaces in caches of its own, which may be
    /// older than the status of a group.
    pub(crate) async fn make_soon(&self, object: &Value) {
        wait_for("the new object", async || match self.try_make(object).await {
            Err(kube::Error::Api(status)) if status.is_already_exists() => Ok(()),
            made => made.map(drop).map_err(|error| error.to_string()),
        })
        .await;
    }

    pub(crate) async fn make_tracked(&self, (kind, namespace, name): Key<'_>, spec: Value) {
        self.make_soon(&tracked(kind, namespace, name, spec)).await;
    }

    /// Creates an account or a video, and waits until the API has registered it.
    pub(crate) async fn register(&self, key: Key<'_>, spec: Value) -> Value {
        self.make_tracked(key, spec).await;
        self.until_registered(key).await
    }

    /// Returns the object, or null.
    pub(crate) async fn get(&self, kind: &str, namespace: &str, name: &str) -> Value {
        let found = self.api(kind, namespace).get_opt(name).await.unwrap();
        serde_json::to_value(found).unwrap()
    }

    pub(crate) async fn list(&self, kind: &str, namespace: &str) -> Vec<Value> {
        let found = self
            .api(kind, namespace)
            .list(&ListParams::default())
            .await
            .unwrap();
        found
            .items
            .iter()
            .map(|object| serde_json::to_value(object).unwrap())
            .collect()
    }

    pub(crate) async fn patch(&self, kind: &str, namespace: &str, name: &str, patch: &Value) {
        self.api(kind, namespace)
            .patch(name, &PatchParams::default(), &Patch::Merge(patch))
            .await
            .unwrap();
    }

    /// Edits the status like `kubectl edit --subresource=status`.
    pub(crate) async fn patch_status(&self, kind: &str, namespace: &str, name: &str, status: &Value) {
        let params = PatchParams {
            field_manager: Some("kubectl-edit".to_owned()),
            ..PatchParams::default()
        };
        self.api(kind, namespace)
            .patch_status(name, &params, &Patch::Merge(json!({"status": status})))
            .await
            .unwrap();
    }

    /// Deletes the object. The client repeats a call that timed out, which may have deleted the object already.
    pub(crate) async fn delete(&self, kind: &str, namespace: &str, name: &str) {
        let deleted = self
            .api(kind, namespace)
            .delete(name, &DeleteParams::default())
            .await;
        match deleted {
            Err(kube::Error::Api(status)) if status.is_not_found() => {}
            other => drop(other.unwrap()),
        }
    }

    /// Waits until the object satisfies the condition, and returns it. Null stands for a missing object.
    pub(crate) async fn until(
        &self,
        kind: &str,
        namespace: &str,
        name: &str,
        is_so: impl Fn(&Value) -> bool,
    ) -> Value {
        let what = format!("{kind} {namespace}/{name}");
        wait_for(&what, async || {
            let object = self.get(kind, namespace, name).await;
            if is_so(&object) { Ok(object) } else { Err(object) }
        })
        .await
    }

    /// Waits until the object has this condition.
    pub(crate) async fn until_said(
        &self,
        (kind, namespace, name): Key<'_>,
        type_: &str,
        status: &str,
        reason: &str,
    ) -> Value {
        self.until(kind, namespace, name, |object| {
            said(object, type_) == (status.to_owned(), reason.to_owned())
        })
        .await
    }

    pub(crate) async fn until_ready(&self, key: Key<'_>) -> Value {
        self.until_said(key, "Ready", "True", "UpToDate").await
    }

    pub(crate) async fn until_registered(&self, key: Key<'_>) -> Value {
        self.until_said(key, "Registered", "True", "Registered").await
    }

    /// Prevents the creation of Jobs for scrapers with the quota `none`.
    pub(crate) async fn refuse_jobs(&self) {
        let none = json!({
            "apiVersion": "v1", "kind": "ResourceQuota",
            "metadata": {"name": "none", "namespace": self.scrapers},
            "spec": {"hard": {"count/jobs.batch": "0"}},
        });
        self.make(&none).await;
        self.until("ResourceQuota", &self.scrapers, "none", |quota| {
            quota["status"]["used"].is_object()
        })
        .await;
        // The API server checks the quota in a cache of its own.
        let containers = json!([{"name": "none", "image": "none"}]);
        let job = json!({
            "apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "none"},
            "spec": {"template": {"spec": {"restartPolicy": "Never", "containers": containers}}},
        });
        let job: DynamicObject = serde_json::from_value(job).unwrap();
        let params = PostParams {
            dry_run: true,
            ..PostParams::default()
        };
        wait_for("the refusal of Jobs", async || {
            let made = self.api("Job", &self.scrapers).create(&params, &job).await;
            match made.map(drop).map_err(|error| error.to_string()) {
                Err(refusal) if refusal.contains("exceeded quota") => Ok(()),
                other => Err(other),
            }
        })
        .await;
    }

    /// Deletes a group and waits until it is gone.
    pub(crate) async fn remove_group(&self, name: &str) {
        self.delete("ClientGroup", "", name).await;
        self.until("ClientGroup", "", name, Value::is_null).await;
    }

    /// Returns the reasons of the events for an object.
    pub(crate) async fn events(&self, kind: &str, name: &str) -> Vec<String> {
        let events = self.list("Event", "").await;
        events
            .iter()
            .filter(|event| event["regarding"]["kind"] == kind && event["regarding"]["name"] == name)
            .map(|event| event["reason"].as_str().unwrap().to_owned())
            .collect()
    }

    pub(crate) async fn wait_for_event(&self, kind: &str, name: &str, reason: &str) {
        wait_for(&format!("{reason} of {kind} {name}"), async || {
            let reasons = self.events(kind, name).await;
            if reasons.iter().any(|it| it == reason) {
                Ok(())
            } else {
                Err(reasons)
            }
        })
        .await;
    }

    pub(crate) async fn namespace_exists(&self, name: &str) -> bool {
        let api: Api<Namespace> = Api::all(self.client.clone());
        api.get_opt(name).await.unwrap().is_some()
    }
}

pub(crate) fn tracked(kind: &str, namespace: &str, name: &str, spec: Value) -> Value {
    let metadata = json!({"name": name, "namespace": namespace});
    json!({"apiVersion": "clipmeter.io/v1beta1", "kind": kind, "metadata": metadata, "spec": spec})
}

pub(crate) fn group(name: &str, spec: Value) -> Value {
    let metadata = json!({"name": name});
    json!({"apiVersion": "clipmeter.io/v1beta1", "kind": "ClientGroup", "metadata": metadata, "spec": spec})
}

/// Returns status and reason of a condition.
pub(crate) fn said(object: &Value, type_: &str) -> (String, String) {
    let conditions = object["status"]["conditions"].as_array();
    let condition = conditions
        .into_iter()
        .flatten()
        .find(|condition| condition["type"] == type_);
    let text = |key: &str| {
        let text = condition.and_then(|condition| condition[key].as_str());
        text.unwrap_or_default().to_owned()
    };
    (text("status"), text("reason"))
}
