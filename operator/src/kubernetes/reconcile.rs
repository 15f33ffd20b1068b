//! Runs a kind's reconciliation: on changes, on requeues, and after errors.

use std::borrow::Cow;
use std::fmt::Debug;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::{Stream, StreamExt as _, future, stream};
use kube::Resource;
use kube::runtime::controller::Action;
use kube::runtime::reflector::{ObjectRef, Store};
use kube::runtime::{Config, applier};
use tokio::sync::mpsc::UnboundedReceiver;

use super::backoff::ObjectBackoff;
use super::objects::ObjectKey;
use super::watch::WatchEvent;
use crate::error::Error;
use crate::metrics::{ControllerLabels, Metrics, ReconcileErrorLabels, ReconcileLabels};

/// Number of concurrent reconciliations: as many calls as a database with a few connections handles without queueing.
const CONCURRENCY: u16 = 16;
/// Time for which changes are combined; short, because users are waiting.
const DEBOUNCE: Duration = Duration::from_millis(200);

/// Reconciles the objects of a kind.
pub(crate) trait Reconciler: Send + Sync + 'static {
    type Kind: Resource<DynamicType = ()> + Clone + Debug + Send + Sync + 'static;

    fn store(&self) -> &Store<Self::Kind>;

    fn backoff(&self) -> &ObjectBackoff;

    fn metrics(&self) -> &Metrics;

    /// Handles a watch event, before the object is reconciled.
    fn on_event(&self, event: &WatchEvent);

    /// Makes the state of the cluster and the API match the object. Idempotent; may be called at any time.
    fn reconcile(&self, object: Arc<Self::Kind>) -> impl Future<Output = Result<Action, Error>> + Send;
}

/// Runs until the watch ends, which it does not.
pub(crate) async fn run<R: Reconciler>(
    reconciler: Arc<R>,
    watch: impl Stream<Item = WatchEvent> + Send + 'static,
    requeues: UnboundedReceiver<ObjectRef<R::Kind>>,
) {
    let handler = Arc::clone(&reconciler);
    let changed = watch.filter_map(move |event| {
        handler.on_event(&event);
        future::ready(match event {
            WatchEvent::Changed(key) => Some(key.reference()),
            WatchEvent::Written(_) | WatchEvent::Deleted(_) | WatchEvent::InitialList => None,
        })
    });
    let retried = stream::unfold(requeues, async |mut requeues| {
        requeues.recv().await.map(|object| (object, requeues))
    });
    let queue = stream::select(changed, retried).map(Ok::<_, Error>);
    let store = reconciler.store().clone();
    let config = Config::default().concurrency(CONCURRENCY).debounce(DEBOUNCE);
    applier(
        |object, reconciler| Box::pin(reconcile_one::<R>(object, reconciler)),
        |object, error, reconciler| retry_later::<R>(&object, error, &reconciler),
        reconciler,
        store,
        Box::pin(queue),
        config,
    )
    .for_each(|_| future::ready(()))
    .await;
}

async fn reconcile_one<R: Reconciler>(object: Arc<R::Kind>, reconciler: Arc<R>) -> Result<Action, Error> {
    let controller = controller_name::<R::Kind>();
    let began = Instant::now();
    let key = ObjectKey::of(&*object);
    let result = reconciler.reconcile(object).await;
    let outcome = if result.is_ok() { "done" } else { "failed" };
    if result.is_ok() {
        reconciler.backoff().reset(&key);
    }
    let metrics = reconciler.metrics();
    let labels = ReconcileLabels { controller, outcome };
    metrics.reconciliations.get_or_create(&labels).inc();
    metrics
        .reconcile_seconds
        .get_or_create(&ControllerLabels { controller })
        .observe(began.elapsed().as_secs_f64());
    result
}

fn retry_later<R: Reconciler>(object: &R::Kind, error: &Error, reconciler: &R) -> Action {
    let key = ObjectKey::of(object);
    let controller = controller_name::<R::Kind>();
    let reason = error.reason();
    reconciler
        .metrics()
        .reconcile_errors
        .get_or_create(&ReconcileErrorLabels { controller, reason })
        .inc();
    tracing::warn!(%error, controller, namespace = key.namespace, object = key.name, "reconciliation failed; retrying");
    Action::requeue(reconciler.backoff().record_error(key))
}

/// Returns the kind as a static string, which derived kinds have.
fn controller_name<K: Resource<DynamicType = ()>>() -> &'static str {
    match K::kind(&()) {
        Cow::Borrowed(kind) => kind,
        Cow::Owned(_) => "",
    }
}
