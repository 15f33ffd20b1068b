//! Writes the statuses of all kinds, at a limited rate. A status that changes while it waits is written once.

use std::sync::Arc;
use std::time::{Duration, Instant};

use clipmeter_crds::keys;
use clipmeter_runtime::saturate;
use kube::api::{Patch, PatchParams};
use kube::{Client, Resource as _, ResourceExt as _};
use parking_lot::Mutex;
use serde_json::json;

use super::foreign_fields::removal;
use super::status_cache::NextCheck;
use super::transitions::transitions;
use super::urgency::is_urgent;
use super::write_rate::{WriteRate, WriteResult};
use super::{Reported, Reporter};
use crate::error::Error;
use crate::kubernetes::events::Events;
use crate::kubernetes::objects::{self, ObjectKey};
use crate::metrics::{KindLabels, Metrics};

/// Delay before a failed write is retried. Other objects are processed meanwhile.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// An object and its status, which differs from the written one.
type DueStatus<K> = (Arc<K>, <K as Reported>::Status);

/// Writes statuses; the loops of all kinds share the rate limit.
pub(crate) struct StatusWriter {
    client: Client,
    events: Arc<Events>,
    metrics: Arc<Metrics>,
    rate: Mutex<WriteRate>,
}

impl StatusWriter {
    pub(crate) fn new(client: Client, events: Arc<Events>, metrics: Arc<Metrics>) -> Self {
        let rate = WriteRate::new(tokio::time::Instant::now());
        metrics.status_write_limit.set(rate.per_second());
        Self {
            client,
            events,
            metrics,
            rate: Mutex::new(rate),
        }
    }

    /// Writes the statuses of a kind until it is dropped.
    pub(crate) async fn run<R: Reporter>(self: Arc<Self>, reporter: Arc<R>) {
        let kind = KindLabels {
            kind: R::Kind::kind(&()).into_owned(),
        };
        let queue = self.metrics.status_queue.get_or_create(&kind).clone();
        loop {
            // Yields to other tasks, because most queued objects need no write, which would yield.
            tokio::task::consume_budget().await;
            let status_cache = reporter.status_cache();
            let next = status_cache.next().await;
            let queued = status_cache.queued();
            queue.set(saturate::<i64>(queued));
            self.rate.lock().set_queued(&kind.kind, queued);
            let (key, result) = match next {
                NextCheck::Touched(key) => {
                    let result = self.handle_change(&*reporter, &key).await;
                    (key, result)
                }
                NextCheck::Written(key) => {
                    if due(&*reporter, &key).is_some() {
                        let delay = status_cache.repairs.next_delay(&key, Instant::now());
                        touch_after(&reporter, key, delay);
                    }
                    continue;
                }
                NextCheck::Deferred(key) => {
                    let result = self.write_one(&*reporter, &key).await;
                    (key, result)
                }
            };
            if let Err(error) = result {
                self.metrics.status_write_errors.get_or_create(&kind).inc();
                tracing::warn!(%error, kind = kind.kind, object = key.name(), "cannot write a status; retrying");
                touch_after(&reporter, key, RETRY_AFTER);
            }
        }
    }

    /// Writes urgent statuses, and defers the others until no urgent one is queued.
    async fn handle_change<R: Reporter>(&self, reporter: &R, key: &ObjectKey) -> Result<(), Error> {
        match due(reporter, key) {
            Some((object, status))
                if is_urgent::<R::Kind>(object.status(), &status) || reporter.is_awaited(&object) =>
            {
                self.write_one(reporter, key).await
            }
            Some(_) => {
                reporter.status_cache().defer(key);
                Ok(())
            }
            None => Ok(()),
        }
    }

    async fn write_one<R: Reporter>(&self, reporter: &R, key: &ObjectKey) -> Result<(), Error> {
        if due(reporter, key).is_none() {
            return Ok(());
        }
        let slot = self.rate.lock().reserve(tokio::time::Instant::now());
        tokio::time::sleep_until(slot).await;
        // The state may have changed in the meantime.
        let Some((object, status)) = due(reporter, key) else {
            return Ok(());
        };
        let patch = json!({
            "apiVersion": R::Kind::api_version(&()),
            "kind": R::Kind::kind(&()),
            "metadata": {"name": key.name(), "uid": object.uid()},
            "status": status,
        });
        let params = PatchParams::apply(keys::OPERATOR).force();
        let api = objects::api::<R::Kind>(&self.client, key.namespace());
        let begun = Instant::now();
        let written = api
            .patch_status(key.name(), &params, &Patch::Apply(patch))
            .await
            .map_err(Error::from);
        self.adapt_rate(begun, &written);
        match written {
            Ok(written) => {
                let written: R::Kind = objects::parsed(written)?;
                let version = written.meta().resource_version.as_deref();
                let written_status = serde_json::to_value(written.status())?;
                if let Some(removal) = removal(version, &written_status, &serde_json::to_value(&status)?) {
                    let removal: Patch<()> = Patch::Json(serde_json::from_value(removal)?);
                    // After a conflict, a watch event causes another check.
                    api.patch_status(key.name(), &PatchParams::default(), &removal)
                        .await?;
                }
                reporter.status_cache().store().record_write(written);
            }
            // The object was deleted, or replaced by one with the same name. The watch will report this.
            Err(error) if error.has_http_code(404) || error.has_http_code(409) => return Ok(()),
            Err(error) => return Err(error),
        }
        let kind = KindLabels {
            kind: R::Kind::kind(&()).into_owned(),
        };
        self.metrics.status_writes.get_or_create(&kind).inc();
        let before = object.status().map(R::Kind::conditions).unwrap_or_default();
        for (event, note) in transitions(before, R::Kind::conditions(&status)) {
            self.events.publish(&object.object_ref(&()), event, &note).await;
        }
        Ok(())
    }

    fn adapt_rate<T>(&self, begun: Instant, written: &Result<T, Error>) {
        let result = match written {
            Err(error) if error.is_overload() => WriteResult::Overloaded,
            Ok(_) | Err(_) => WriteResult::Responded(begun.elapsed()),
        };
        let mut rate = self.rate.lock();
        rate.record(result);
        self.metrics.status_write_limit.set(rate.per_second());
    }
}

fn touch_after<R: Reporter>(reporter: &Arc<R>, key: ObjectKey, delay: Duration) {
    // Does not keep the state of a leader that lost its lease.
    let reporter = Arc::downgrade(reporter);
    tokio::spawn(async move {
        tokio::time::sleep(delay).await;
        if let Some(reporter) = reporter.upgrade() {
            reporter.status_cache().touch(&key);
        }
    });
}

/// Returns the object and its status, if it differs from the written one. The status of an object that cannot be parsed is not
/// written, because the response could not be parsed either.
fn due<R: Reporter>(reporter: &R, key: &ObjectKey) -> Option<DueStatus<R::Kind>> {
    let status_cache = reporter.status_cache();
    if status_cache.store().is_unparsable(key) {
        return None;
    }
    let object = status_cache.get(key)?;
    let status = reporter.report(&object)?;
    (object.status() != Some(&status)).then_some((object, status))
}
