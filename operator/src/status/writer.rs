//! Writes the statuses of a kind.

use std::sync::Arc;
use std::time::{Duration, Instant};

use clipmeter_crds::keys;
use kube::ResourceExt as _;
use kube::api::{Patch, PatchParams};
use serde_json::json;

use super::Reported;
use super::left_over::removal;
use super::status_cache::Next;
use super::transitions::transitions;
use super::urgency::is_urgent;
use crate::context::Context;
use crate::error::Error;
use crate::metrics::KindLabels;
use crate::object_key::ObjectKey;
use crate::objects;

/// Delay before retrying a failed write; other objects are processed meanwhile.
const TRY_AGAIN_AFTER: Duration = Duration::from_secs(5);

/// Writes until it is dropped.
pub(crate) async fn write<K: Reported>(context: Arc<Context>) {
    let kind = KindLabels {
        kind: K::kind(&()).into_owned(),
    };
    let queue = context.metrics.status_queue.get_or_create(&kind).clone();
    loop {
        // Most queued objects need no write, so nothing else in this loop yields to other tasks.
        tokio::task::consume_budget().await;
        let next = K::status_cache(&context).next().await;
        queue.set(i64::try_from(K::status_cache(&context).queued()).unwrap_or(i64::MAX));
        let (key, done) = match next {
            Next::Touched(key) => {
                let done = handle_change::<K>(&context, &key).await;
                (key, done)
            }
            Next::Written(key) => {
                if due::<K>(&context, &key).is_some() {
                    let delay = K::status_cache(&context).repairs.next_delay(&key, Instant::now());
                    touch_after::<K>(&context, key, delay);
                }
                continue;
            }
            Next::Deferred(key) => {
                let done = write_one::<K>(&context, &key).await;
                (key, done)
            }
        };
        if let Err(error) = done {
            context.metrics.status_write_errors.get_or_create(&kind).inc();
            tracing::warn!(%error, kind = %K::kind(&()), object = key.name, "cannot write a status; trying again");
            touch_after::<K>(&context, key, TRY_AGAIN_AFTER);
        }
    }
}

fn touch_after<K: Reported>(context: &Arc<Context>, key: ObjectKey, delay: Duration) {
    let context = Arc::clone(context);
    tokio::spawn(async move {
        tokio::time::sleep(delay).await;
        K::status_cache(&context).touch(&key);
    });
}

/// Writes urgent statuses, and defers the others until no urgent one is queued.
async fn handle_change<K: Reported>(context: &Context, key: &ObjectKey) -> Result<(), Error> {
    match due::<K>(context, key) {
        Some((object, status)) if is_urgent::<K>(object.status(), &status) || object.is_awaited(context) => {
            write_one::<K>(context, key).await
        }
        Some(_) => {
            K::status_cache(context).defer(key);
            Ok(())
        }
        None => Ok(()),
    }
}

/// Returns the object and its status, if it differs from the written one.
fn due<K: Reported>(context: &Context, key: &ObjectKey) -> Option<(Arc<K>, K::Status)> {
    let object = K::status_cache(context).get(key)?;
    let status = object.report(context)?;
    (object.status() != Some(&status)).then_some((object, status))
}

async fn write_one<K: Reported>(context: &Context, key: &ObjectKey) -> Result<(), Error> {
    if due::<K>(context, key).is_none() {
        return Ok(());
    }
    context.write_throttle.acquire().await;
    // The state may have changed meanwhile.
    let Some((object, status)) = due::<K>(context, key) else {
        return Ok(());
    };
    let patch = json!({
        "apiVersion": K::api_version(&()),
        "kind": K::kind(&()),
        "metadata": {"name": key.name, "uid": object.uid()},
        "status": status,
    });
    let params = PatchParams::apply(keys::OPERATOR).force();
    let api = objects::api::<K>(&context.client, &key.namespace);
    let written = api
        .patch_status(&key.name, &params, &Patch::Apply(patch))
        .await
        .map_err(Error::from);
    match written {
        Ok(written) => {
            let written: K = objects::parsed(written)?;
            let version = written.meta().resource_version.as_deref();
            let left = serde_json::to_value(written.status())?;
            if let Some(removal) = removal(version, &left, &serde_json::to_value(&status)?) {
                let removal: Patch<()> = Patch::Json(serde_json::from_value(removal)?);
                // A conflict causes another watch event, and so another check.
                api.patch_status(&key.name, &PatchParams::default(), &removal)
                    .await?;
            }
            K::status_cache(context).wrote(written);
        }
        // The object is gone or was replaced by another of its name: the watch will report it.
        Err(error) if error.has_http_code(404) || error.has_http_code(409) => return Ok(()),
        Err(error) => return Err(error),
    }
    let kind = KindLabels {
        kind: K::kind(&()).into_owned(),
    };
    context.metrics.status_writes.get_or_create(&kind).inc();
    let before = object.status().map(K::conditions).unwrap_or_default();
    for (event, note) in transitions(before, K::conditions(&status)) {
        context
            .events
            .publish(&object.object_ref(&()), event, &note)
            .await;
    }
    Ok(())
}
