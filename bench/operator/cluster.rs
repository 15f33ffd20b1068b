//! The part of a Kubernetes API that the operator uses.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use clipmeter_crds::keys;
use futures::stream;
use parking_lot::Mutex;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout_at};

use crate::Failure;
use crate::accounts::World;

/// The kinds with many objects.
pub(crate) const KINDS: [(&str, &str); 3] = [
    ("clientgroups", "ClientGroup"),
    ("instagramaccounts", "InstagramAccount"),
    ("tiktokaccounts", "TikTokAccount"),
];

/// A server. It ends when it is dropped.
pub(crate) struct Cluster {
    pub(crate) address: SocketAddr,
    state: Arc<Objects>,
    server: JoinHandle<()>,
}

#[derive(Default)]
struct Objects {
    collections: Mutex<BTreeMap<&'static str, Collection>>,
    leases: Mutex<BTreeMap<String, Value>>,
    /// The latest resource version.
    version: watch::Sender<u64>,
    /// Watches of earlier versions have expired.
    oldest: Mutex<u64>,
    /// The number of complete lists.
    lists: Mutex<usize>,
}

#[derive(Default)]
struct Collection {
    kind: &'static str,
    /// By namespace and name.
    objects: BTreeMap<(String, String), Object>,
    /// Changed objects by version.
    changes: BTreeMap<u64, (String, String)>,
}

/// An object as text, because the values of 50,000 objects need gigabytes.
struct Object {
    metadata: String,
    spec: String,
    status: String,
    version: u64,
}

impl Object {
    fn text(&self, kind: &str) -> String {
        let Self {
            metadata,
            spec,
            status,
            version,
        } = self;
        let metadata = metadata.strip_suffix('}').unwrap_or(metadata);
        format!(
            r#"{{"apiVersion":"clipmeter.io/v1beta1","kind":"{kind}","metadata":{metadata},"resourceVersion":"{version}"}},"spec":{spec},"status":{status}}}"#
        )
    }
}

impl Cluster {
    pub(crate) async fn start(world: &World) -> Result<Self, Failure> {
        let mut collections: BTreeMap<&'static str, Collection> = KINDS
            .map(|(plural, kind)| {
                let collection = Collection {
                    kind,
                    ..Collection::default()
                };
                (plural, collection)
            })
            .into();
        let mut insert =
            |plural: &str, key: (String, String), (metadata, spec): (Value, Value), status: Value| {
                let object = Object {
                    // The version must be the last field.
                    metadata: metadata.to_string(),
                    spec: spec.to_string(),
                    status: status.to_string(),
                    version: 1,
                };
                if let Some(collection) = collections.get_mut(plural) {
                    collection.objects.insert(key, object);
                }
            };
        for group in &world.groups {
            let metadata = json!({
                "name": group, "uid": format!("uid-of-{group}"), "generation": 1, "creationTimestamp": "2026-11-21T10:00:00Z",
                "finalizers": [keys::FINALIZER],
            });
            let spec = json!({"displayName": group});
            insert(
                "clientgroups",
                (String::new(), group.clone()),
                (metadata, spec),
                json!({}),
            );
        }
        for account in &world.accounts {
            let plural = if account.is_tiktok {
                "tiktokaccounts"
            } else {
                "instagramaccounts"
            };
            let key = (account.namespace(), account.name());
            insert(plural, key, account.parts(), world.status(account));
        }
        let state = Arc::new(Objects {
            collections: Mutex::new(collections),
            version: watch::Sender::new(1),
            ..Objects::default()
        });
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let router = Router::new().fallback(handle).with_state(Arc::clone(&state));
        let server = tokio::spawn(async move {
            if let Err(error) = axum::serve(listener, router).await {
                eprintln!("{error}");
            }
        });
        Ok(Self {
            address,
            state,
            server,
        })
    }

    /// Returns how often a kind was listed completely.
    pub(crate) fn lists(&self) -> usize {
        *self.state.lists.lock()
    }

    pub(crate) async fn wait_for_lists(&self, lists: usize) {
        while self.lists() < lists {
            sleep(Duration::from_millis(100)).await;
        }
    }

    /// Forces all clients to list all objects again.
    pub(crate) fn expire_watches(&self) {
        let version = *self.state.version.borrow() + 1;
        *self.state.oldest.lock() = version;
        self.state.version.send_replace(version);
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// What a request refers to: a kind, a namespace or none, a name or none.
struct Path<'a> {
    plural: &'a str,
    namespace: &'a str,
    name: Option<&'a str>,
}

impl<'a> Path<'a> {
    fn of(path: &'a str) -> Self {
        // /api/v1/… or /apis/GROUP/VERSION/…
        let skipped = if path.starts_with("/api/") { 3 } else { 4 };
        let parts: Vec<&str> = path.split('/').skip(skipped).collect();
        match parts[..] {
            ["namespaces", namespace, plural, ..] => Self {
                plural,
                namespace,
                name: parts.get(3).copied(),
            },
            _ => Self {
                plural: parts.first().copied().unwrap_or_default(),
                namespace: "",
                name: parts.get(1).copied(),
            },
        }
    }
}

async fn handle(State(objects): State<Arc<Objects>>, request: Request) -> Response {
    let uri = request.uri().clone();
    let query: BTreeMap<&str, &str> = uri
        .query()
        .unwrap_or_default()
        .split('&')
        .filter_map(|pair| pair.split_once('='))
        .collect();
    let number = |name: &str| query.get(name).and_then(|value| value.parse::<u64>().ok());
    let path = Path::of(uri.path());
    let method = request.method().clone();
    let body = to_bytes(request.into_body(), usize::MAX)
        .await
        .unwrap_or_default();
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    match (method, path.plural, path.name) {
        (Method::GET, "leases", Some(name)) => found(objects.leases.lock().get(name).map(Value::to_string)),
        (Method::POST | Method::PUT, "leases", _) => objects.write_lease(body).into_response(),
        (Method::GET, "namespaces", Some(name)) => namespace(name),
        (Method::GET, plural, None) if query.get("watch") == Some(&"true") => {
            let seconds = Duration::from_secs(number("timeoutSeconds").unwrap_or(20));
            let from = number("resourceVersion").unwrap_or(0);
            objects.watch(plural.to_owned(), from, seconds)
        }
        (Method::GET, plural, None) => {
            let skipped = number("continue").unwrap_or(0);
            objects.list(plural, skipped, number("limit").unwrap_or(u64::MAX))
        }
        (Method::PATCH, plural, Some(name)) => {
            let key = (path.namespace.to_owned(), name.to_owned());
            found(objects.apply(plural, key, &body))
        }
        (Method::POST, ..) => json_response(body.to_string()),
        _ => found(None),
    }
}

fn json_response(text: String) -> Response {
    ([("content-type", "application/json")], text).into_response()
}

fn found(text: Option<String>) -> Response {
    let missing = json!({
        "kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure", "reason": "NotFound", "code": 404,
        "message": "not found",
    });
    text.map_or_else(
        || (StatusCode::NOT_FOUND, json_response(missing.to_string())).into_response(),
        json_response,
    )
}

/// Returns the namespace of a group.
fn namespace(name: &str) -> Response {
    let group = name.strip_prefix("cg-").unwrap_or(name);
    let namespace = json!({
        "apiVersion": "v1", "kind": "Namespace",
        "metadata": {"name": name, "uid": name, "labels": {keys::CLIENT_GROUP: group}},
    });
    json_response(namespace.to_string())
}

impl Objects {
    fn next_version(&self) -> u64 {
        let mut next = 0;
        self.version.send_modify(|version| {
            *version += 1;
            next = *version;
        });
        next
    }

    fn write_lease(&self, mut lease: Value) -> Response {
        lease["metadata"]["resourceVersion"] = json!(self.next_version().to_string());
        lease["metadata"]["creationTimestamp"] = json!("2026-11-21T10:00:00Z");
        lease["metadata"]["uid"] = json!("lease");
        let name = lease["metadata"]["name"].as_str().unwrap_or_default().to_owned();
        let text = lease.to_string();
        self.leases.lock().insert(name, lease);
        json_response(text)
    }

    fn list(&self, plural: &str, skipped: u64, limit: u64) -> Response {
        let collections = self.collections.lock();
        let version = *self.version.borrow();
        let mut items = Vec::new();
        let mut next = None;
        if let Some(collection) = collections.get(plural) {
            let from = usize::try_from(skipped).unwrap_or(usize::MAX);
            let limit = usize::try_from(limit).unwrap_or(usize::MAX);
            let page = collection.objects.values().skip(from).take(limit);
            items = page.map(|object| object.text(collection.kind)).collect();
            next = (from + items.len() < collection.objects.len()).then(|| (from + items.len()).to_string());
            if next.is_none() {
                *self.lists.lock() += 1;
            }
        }
        let metadata = json!({"resourceVersion": version.to_string(), "continue": next.unwrap_or_default()});
        json_response(format!(
            r#"{{"apiVersion":"v1","kind":"List","metadata":{metadata},"items":[{}]}}"#,
            items.join(",")
        ))
    }

    /// Applies a status, or something that the object already has. Returns the object.
    fn apply(&self, plural: &str, key: (String, String), patch: &Value) -> Option<String> {
        let mut collections = self.collections.lock();
        let collection = collections.get_mut(plural)?;
        let object = collection.objects.get_mut(&key)?;
        if let Some(status) = patch.get("status") {
            object.status = status.to_string();
            object.version = self.next_version();
            collection.changes.insert(object.version, key);
        }
        Some(object.text(collection.kind))
    }

    /// Streams changes after this version for a time.
    fn watch(self: Arc<Self>, plural: String, from: u64, time: Duration) -> Response {
        let end = Instant::now() + time;
        let latest = self.version.subscribe();
        let events = stream::unfold(Some((self, latest, from)), move |watch| {
            let plural = plural.clone();
            async move {
                let (objects, mut latest, from) = watch?;
                loop {
                    let now = *latest.borrow_and_update();
                    if from < *objects.oldest.lock() {
                        let expired = json!({"type": "ERROR", "object": {
                            "kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure",
                            "message": "too old resource version", "reason": "Expired", "code": 410,
                        }});
                        return Some((Bytes::from(format!("{expired}\n")), None));
                    }
                    let changes = objects.changes(&plural, from, now);
                    if !changes.is_empty() {
                        return Some((Bytes::from(changes), Some((objects, latest, now))));
                    }
                    match timeout_at(end, latest.changed()).await {
                        Ok(Ok(())) => {}
                        Ok(Err(_)) | Err(_) => return None,
                    }
                }
            }
        });
        let body = Body::from_stream(futures::StreamExt::map(events, Ok::<_, Infallible>));
        ([("content-type", "application/json")], body).into_response()
    }

    /// Returns the events after one version, up to another one.
    fn changes(&self, plural: &str, from: u64, to: u64) -> String {
        let collections = self.collections.lock();
        let Some(collection) = collections.get(plural) else {
            return String::new();
        };
        let mut events = String::new();
        for (_, key) in collection.changes.range(from + 1..=to.max(from + 1)) {
            if let Some(object) = collection.objects.get(key) {
                events.push_str("{\"type\":\"MODIFIED\",\"object\":");
                events.push_str(&object.text(collection.kind));
                events.push_str("}\n");
            }
        }
        events
    }
}
