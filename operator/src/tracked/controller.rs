//! Reconciles accounts and videos when something about them changes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use clipmeter_crds::{Event, Reason, scrape_request};
use clipmeter_scheduler::UnitKey;
use futures::future;
use kube::Api;
use kube::runtime::controller::Action;
use kube::runtime::reflector::ObjectRef;
use kube::runtime::reflector::store::Writer;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::sleep;
use tonic::Code;

use super::kind::TrackedResource;
use super::state::Registration;
use super::validate::validate;
use super::{build, purge};
use crate::context::Context;
use crate::error::Error;
use crate::object_key::ObjectKey;
use crate::objects;
use crate::reconcile::{self, Controlled};
use crate::watch::{self, WatchEvent, intent, watched};

/// Interval for resending registrations to the API, in case the API lost them: one part at a time, so that all are sent within an
/// hour, or in the next one if sent recently. A single timer for all, because a timer for each object would be a large part of
/// the memory for it.
const RESYNC_EVERY: Duration = Duration::from_mins(1);
const PARTS: u64 = 60;
/// Registrations are not sent again within this time.
const RESYNC_AFTER: Duration = Duration::from_mins(30);
/// A group's limit, or the number of its accounts, may change without a change to this object. Most such changes are noticed at
/// once; this delay covers the rest.
const RETRY_AFTER: Duration = Duration::from_mins(5);

/// Runs until it is dropped.
pub(crate) async fn run<K: TrackedResource>(
    context: Arc<Context>,
    writer: Writer<K>,
    requeues: UnboundedReceiver<ObjectRef<K>>,
) {
    let api: Api<K> = Api::all(context.client.clone());
    let watch = watched(api, watch::all(), writer, intent, Arc::clone(&context.metrics));
    let again = resync::<K>(Arc::clone(&context));
    future::join(again, reconcile::run(context, watch, requeues)).await;
}

async fn resync<K: TrackedResource>(context: Arc<Context>) {
    for part in (0..PARTS).cycle() {
        sleep(RESYNC_EVERY).await;
        K::tracker(&context).requeue_part(part, PARTS);
    }
}

impl<K: TrackedResource> Controlled for K {
    fn store(context: &Context) -> &kube::runtime::reflector::Store<Self> {
        K::tracker(context).status_cache.store()
    }

    fn backoff(context: &Context) -> &crate::backoff::Backoff {
        &K::tracker(context).backoff
    }

    fn seen(context: &Context, seen: &WatchEvent) {
        let tracker = K::tracker(context);
        match seen {
            WatchEvent::Changed(key) => tracker.came(key),
            WatchEvent::Written(key) => tracker.status_cache.written(key),
            WatchEvent::Deleted(key) => {
                tracker.remove(key);
                context.requests.remove(K::KIND, key);
                context.groups.count_anew(&key.namespace);
            }
            WatchEvent::All => {
                tracker.initial_sync.set();
                context.groups.count_all_anew();
            }
        }
    }

    async fn reconcile(object: Arc<Self>, context: Arc<Context>) -> Result<Action, Error> {
        let key = ObjectKey::of(&*object);
        let namespace_status = context.groups.namespace_status(&key.namespace);
        if object.meta().deletion_timestamp.is_some() {
            return purge::purge(&*object, &key, &namespace_status, &context).await;
        }
        let tracker = K::tracker(&context);
        let same = tracker.tracking(&key.namespace, &object.subject());
        let binding = match validate(&*object, &namespace_status, same.iter().map(|other| &**other)) {
            Ok(Some(binding)) => binding,
            Ok(None) => return Ok(Action::requeue(purge::WAIT_FOR_GROUP)),
            Err(registration) => {
                tracker.update(&key, |state| state.registration = Some(registration));
                return Ok(Action::requeue(RETRY_AFTER));
            }
        };
        // Accounts are deleted with their group.
        if binding.leaving.is_some() {
            return Ok(Action::await_change());
        }
        objects::add_finalizer(&context.client, &*object).await?;
        let action = register(&*object, &key, &binding.group, binding.suspended, &context).await?;
        request_scrape(&*object, &key, &context).await;
        Ok(action)
    }
}

/// Registers the object with the API, unless that is up to date.
async fn register<K: TrackedResource>(
    object: &K,
    key: &ObjectKey,
    group: &str,
    group_suspended: bool,
    context: &Context,
) -> Result<Action, Error> {
    let tracker = K::tracker(context);
    let request = build::request(object, group);
    let digest = build::digest(&request);
    let is_synced = tracker.state(key).is_some_and(|state| {
        state.registration == Some(Registration::Registered)
            && state
                .synced
                .is_some_and(|(synced, at)| synced == digest && at.elapsed() < RESYNC_AFTER)
    });
    if is_synced {
        tracker.update(key, |state| state.group_suspended = group_suspended);
        return Ok(Action::await_change());
    }
    let result = context.api.sync_tracked(request).await;
    let unit = result.as_ref().ok().and_then(Option::as_ref);
    let unit = unit.and_then(|unit| UnitKey::try_from(unit).ok());
    let registration = result
        .as_ref()
        .map_or_else(registration, |_| Some(Registration::Registered));
    let is_registered = registration == Some(Registration::Registered);
    tracker.update(key, |state| {
        state.group_suspended = group_suspended;
        state.unit = unit.or(state.unit);
        state.synced = is_registered.then(|| (digest, Instant::now()));
        // From here on this process tracks the handled request, whatever other clients write into the status.
        if is_registered && state.registration != Some(Registration::Registered) && state.handled.is_none() {
            let written = object.progress();
            state.handled = written.and_then(|written| written.last_handled_request.clone());
        }
        state.registration = registration.clone().or(state.registration.take());
    });
    context.groups.count_anew(&key.namespace);
    match (result, registration) {
        (Ok(_), _) => {
            context.schedule_wake.set();
            Ok(Action::await_change())
        }
        (Err(_), Some(Registration::Refused { .. })) => Ok(Action::requeue(RETRY_AFTER)),
        (Err(error), _) => {
            if error.code() == Some(Code::NotFound) {
                context.groups.resync(context, group);
            }
            Err(error)
        }
    }
}

/// Prefix of the API's message for a handle that was erased on request.
const ERASED: &str = "erased";

/// Returns the registration state that an error implies; `None` if it concerns the group, which the API does not know yet.
fn registration(error: &Error) -> Option<Registration> {
    let refused = |reason, message: &str| Registration::Refused {
        reason,
        message: message.to_owned(),
    };
    match error {
        Error::Api(status) => match status.code() {
            Code::ResourceExhausted => Some(refused(Reason::LimitReached, status.message())),
            Code::FailedPrecondition if status.message().starts_with(ERASED) => {
                Some(refused(Reason::Erased, status.message()))
            }
            Code::AlreadyExists => Some(refused(Reason::Duplicate, status.message())),
            Code::NotFound => None,
            _ => Some(Registration::Unavailable(error.to_string())),
        },
        _ => Some(Registration::Unavailable(error.to_string())),
    }
}

/// Passes an unhandled request to the scheduler.
async fn request_scrape<K: TrackedResource>(object: &K, key: &ObjectKey, context: &Context) {
    let Some(state) = K::tracker(context).state(key) else {
        return;
    };
    let (Some(requested), Some(unit), Some(Registration::Registered)) =
        (scrape_request(object), state.unit, &state.registration)
    else {
        return;
    };
    if state.handled.as_deref() == Some(requested) {
        return;
    }
    if context.requests.add(unit, K::KIND, key, requested) {
        let reference = object.object_ref(&());
        context
            .events
            .publish(&reference, Event::ScrapeRequested, requested)
            .await;
        context.schedule_wake.set();
    }
}

#[cfg(test)]
mod tests {
    use tonic::Status;

    use super::*;

    #[test]
    fn registration_reports_api_errors_except_unknown_group() {
        let of = |status: Status| registration(&status.into());
        let full = Registration::Refused {
            reason: Reason::LimitReached,
            message: "The group may track 10".to_owned(),
        };
        assert_eq!(
            of(Status::resource_exhausted("The group may track 10")),
            Some(full)
        );
        let erased = Registration::Refused {
            reason: Reason::Erased,
            message: "erased: on request".to_owned(),
        };
        assert_eq!(
            of(Status::failed_precondition("erased: on request")),
            Some(erased)
        );
        assert_eq!(of(Status::not_found("no such group")), None);
        for status in [
            Status::unavailable("the database is away"),
            Status::invalid_argument("no username"),
            Status::failed_precondition("not now"),
        ] {
            let text = status.message().to_owned();
            let Some(Registration::Unavailable(why)) = of(status) else {
                panic!("{text} is not said");
            };
            assert!(why.contains(&text), "{why}");
        }
    }
}
