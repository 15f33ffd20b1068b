//! Runs a kind's reconciliation: on changes, on requeues, and after errors.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::{Stream, StreamExt as _, future, stream};
use kube::Resource;
use tracing::{Instrument as _, info_span};

use super::backoff::ObjectBackoff;
use super::objects::ObjectKey;
use super::queue::ReconcileQueue;
use super::store::{ObjectStore, WatchEvent};
use super::watch::InitialSync;
use crate::error::Error;
use crate::metrics::{ControllerLabels, Metrics, ReconcileErrorLabels, ReconcileLabels};

/// Number of concurrent reconciliations: as many calls as a database with a few connections handles without queueing.
const CONCURRENCY: usize = 16;

/// When an object is reconciled again, besides on changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NextPass {
    OnChange,
    After(Duration),
}

/// Reconciles the objects of a kind.
pub(crate) trait Reconciler: Send + Sync + 'static {
    type Kind: Resource<DynamicType = ()> + Send + Sync + 'static;

    fn store(&self) -> &ObjectStore<Self::Kind>;

    fn queue(&self) -> &ReconcileQueue;

    fn backoff(&self) -> &ObjectBackoff;

    fn metrics(&self) -> &Metrics;

    /// Handles a watch event, before the object is reconciled.
    fn on_event(&self, event: &WatchEvent);

    /// Makes the state of the cluster and the API match the object. Idempotent; may be called at any time.
    fn reconcile(
        &self,
        key: &ObjectKey,
        object: &Self::Kind,
    ) -> impl Future<Output = Result<NextPass, Error>> + Send;
}

/// Runs until the watch ends, which it does not. The first object is reconciled once all are known.
pub(crate) async fn run<R: Reconciler>(
    reconciler: Arc<R>,
    watch: impl Stream<Item = WatchEvent> + Send + 'static,
) {
    let reconciler = &*reconciler;
    let (listed, queue) = (&InitialSync::default(), reconciler.queue());
    let watch = watch.for_each(|event| {
        reconciler.on_event(&event);
        match &event {
            WatchEvent::Changed(key) => queue.add(key),
            WatchEvent::InitialList => listed.set(),
            WatchEvent::Written(_) | WatchEvent::Deleted(_) => {}
        }
        future::ready(())
    });
    let passes = async {
        listed.wait().await;
        stream::unfold((), async |()| Some((queue.next().await, ())))
            .for_each_concurrent(CONCURRENCY, async |key| {
                if let Some(object) = reconciler.store().get(&key) {
                    let next = reconcile_one(reconciler, &key, &object).await;
                    if let NextPass::After(delay) = next {
                        queue.add_after(&key, delay);
                    }
                }
                queue.finish(&key);
            })
            .await;
    };
    tokio::select! {
        () = watch => {}
        () = passes => {}
    }
}

async fn reconcile_one<R: Reconciler>(reconciler: &R, key: &ObjectKey, object: &R::Kind) -> NextPass {
    let controller = controller_name::<R::Kind>();
    let began = Instant::now();
    let span = info_span!(
        "reconcile",
        controller,
        namespace = key.namespace(),
        object = key.name()
    );
    let result = reconciler.reconcile(key, object).instrument(span).await;
    let outcome = if result.is_ok() { "done" } else { "failed" };
    let metrics = reconciler.metrics();
    let labels = ReconcileLabels { controller, outcome };
    metrics.reconciliations.get_or_create(&labels).inc();
    metrics
        .reconcile_seconds
        .get_or_create(&ControllerLabels { controller })
        .observe(began.elapsed().as_secs_f64());
    match result {
        Ok(next) => {
            reconciler.backoff().reset(key);
            next
        }
        Err(error) => NextPass::After(record_error(reconciler, key, &error)),
    }
}

/// Counts and logs an error. Returns the delay before the retry.
fn record_error<R: Reconciler>(reconciler: &R, key: &ObjectKey, error: &Error) -> Duration {
    let controller = controller_name::<R::Kind>();
    let reason = error.reason();
    reconciler
        .metrics()
        .reconcile_errors
        .get_or_create(&ReconcileErrorLabels { controller, reason })
        .inc();
    let (namespace, object) = (key.namespace(), key.name());
    tracing::warn!(%error, controller, namespace, object, "reconciliation failed; retrying");
    reconciler.backoff().record_error(key.clone())
}

/// Returns the kind as a static string, which derived kinds have.
fn controller_name<K: Resource<DynamicType = ()>>() -> &'static str {
    match K::kind(&()) {
        Cow::Borrowed(kind) => kind,
        Cow::Owned(_) => "",
    }
}
