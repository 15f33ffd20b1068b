//! Runs a kind's reconciliation: on changes, on requeues, and after errors.

use std::fmt::Debug;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::{Stream, StreamExt as _, future, stream};
use kube::Resource;
use kube::runtime::controller::Action;
use kube::runtime::reflector::{ObjectRef, Store};
use kube::runtime::{Config, applier};
use tokio::sync::mpsc::UnboundedReceiver;

use crate::backoff::Backoff;
use crate::context::Context;
use crate::error::Error;
use crate::metrics::{Controller, Fault, Pass};
use crate::object_key::ObjectKey;
use crate::watch::WatchEvent;

/// Concurrent reconciliations: as many calls as a database with a few connections handles without queueing.
const CONCURRENCY: u16 = 16;
/// Window for combining changes. Short, because users wait at a terminal.
const DEBOUNCE: Duration = Duration::from_millis(200);

/// A kind that the operator reconciles.
pub(crate) trait Controlled: Resource<DynamicType = ()> + Clone + Send + Sync + 'static {
    fn store(context: &Context) -> &Store<Self>;

    fn backoff(context: &Context) -> &Backoff;

    /// Handles a watch event.
    fn seen(context: &Context, seen: &WatchEvent);

    /// Brings the cluster and the API to the object's desired state. Idempotent; may be called at any time.
    fn reconcile(
        object: Arc<Self>,
        context: Arc<Context>,
    ) -> impl Future<Output = Result<Action, Error>> + Send;
}

/// Runs until the watch ends, which it does not.
pub(crate) async fn run<K: Controlled + Debug>(
    context: Arc<Context>,
    watch: impl Stream<Item = WatchEvent> + Send + 'static,
    requeues: UnboundedReceiver<ObjectRef<K>>,
) {
    let watching = Arc::clone(&context);
    let changed = watch.filter_map(move |seen| {
        K::seen(&watching, &seen);
        future::ready(match seen {
            WatchEvent::Changed(key) => Some(key.reference()),
            WatchEvent::Written(_) | WatchEvent::Deleted(_) | WatchEvent::All => None,
        })
    });
    let again = stream::unfold(requeues, async |mut requeues| {
        requeues.recv().await.map(|object| (object, requeues))
    });
    let queue = stream::select(changed, again).map(Ok::<_, Error>);
    let store = K::store(&context).clone();
    let config = Config::default().concurrency(CONCURRENCY).debounce(DEBOUNCE);
    applier(
        |object, context| Box::pin(pass::<K>(object, context)),
        |object, error, context| retry_later::<K>(&object, error, &context),
        context,
        store,
        Box::pin(queue),
        config,
    )
    .for_each(|_| future::ready(()))
    .await;
}

async fn pass<K: Controlled>(object: Arc<K>, context: Arc<Context>) -> Result<Action, Error> {
    let controller = controller::<K>();
    let began = Instant::now();
    let key = ObjectKey::of(&*object);
    let done = K::reconcile(object, Arc::clone(&context)).await;
    let outcome = if done.is_ok() { "done" } else { "failed" };
    if done.is_ok() {
        K::backoff(&context).succeeded(&key);
    }
    let metrics = &context.metrics;
    metrics.passes.get_or_create(&Pass { controller, outcome }).inc();
    metrics
        .pass_seconds
        .get_or_create(&Controller { controller })
        .observe(began.elapsed().as_secs_f64());
    done
}

fn retry_later<K: Controlled>(object: &K, error: &Error, context: &Context) -> Action {
    let key = ObjectKey::of(object);
    let controller = controller::<K>();
    let reason = error.reason();
    context
        .metrics
        .errors
        .get_or_create(&Fault { controller, reason })
        .inc();
    tracing::warn!(%error, controller, namespace = key.namespace, object = key.name, "trying again");
    Action::requeue(K::backoff(context).failed(key))
}

/// Leaks the string: there are few kinds, and their names are needed as long as the program runs.
fn controller<K: Resource<DynamicType = ()>>() -> &'static str {
    match K::kind(&()) {
        std::borrow::Cow::Borrowed(kind) => kind,
        std::borrow::Cow::Owned(_) => "",
    }
}
