//! Reconciles accounts and videos when something about them changes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use clipmeter_crds::{Event, Reason, scrape_request};
use clipmeter_scheduler::UnitKey;
use futures::future;
use kube::Api;
use tokio::time::sleep;
use tonic::Code;

use super::kind::TrackedResource;
use super::validate::{refused_pool, validate};
use super::{TrackedController, build, purge};
use crate::error::Error;
use crate::kubernetes::backoff::ObjectBackoff;
use crate::kubernetes::finalizer;
use crate::kubernetes::objects::ObjectKey;
use crate::kubernetes::queue::ReconcileQueue;
use crate::kubernetes::reconcile::{self, NextPass, Reconciler};
use crate::kubernetes::store::{ObjectStore, WatchEvent};
use crate::kubernetes::watch::{self, intent, watched_leniently};
use crate::metrics::Metrics;
use crate::state::{NamespaceBinding, Registration, Tracker};

/// Interval for resending registrations to the API, in case the API lost them. One part of the objects is resent at a time, so that
/// all are resent within one or two hours. There is a single timer, because a timer for each object would need much memory.
const RESYNC_EVERY: Duration = Duration::from_mins(1);
const PARTS: u64 = 60;
/// Minimum time before a registration is resent.
const RESYNC_AFTER: Duration = Duration::from_mins(30);
/// Delay before a refused object is checked again, because the group's limit or number of accounts may change without an event
/// for this object.
const RETRY_AFTER: Duration = Duration::from_mins(5);
/// Delay before checking again whether the API supports scraper pools. Usually, the group requeues its accounts earlier.
const WAIT_FOR_POOLS: Duration = Duration::from_secs(15);
/// Message while the API has not accepted the pools. It does not contain the API's message, which may name pools of other groups.
const POOLS_UNAVAILABLE: &str = "The API has not accepted the scraper pools yet";

impl<K: TrackedResource> TrackedController<K> {
    /// Runs until it is dropped.
    pub(crate) async fn run(self: Arc<Self>) {
        let api = Api::all(self.client.clone());
        let store = Arc::clone(self.tracker.status_cache.store());
        let watch = watched_leniently(api, watch::all(), store, intent, Arc::clone(&self.metrics));
        let resync = resync(Arc::clone(&self.tracker));
        future::join(resync, reconcile::run(self, watch)).await;
    }

    /// Registers the object with the API, unless the registration is up to date.
    async fn register(
        &self,
        object: &K,
        key: &ObjectKey,
        binding: &NamespaceBinding,
    ) -> Result<NextPass, Error> {
        let tracker = &self.tracker;
        let group_suspended = binding.suspended;
        let pool_refusal = refused_pool(object, binding);
        let request = build::request(object, &binding.group);
        let digest = build::digest(&request);
        let is_synced = tracker.state(key).is_some_and(|state| {
            state.registration == Some(Registration::Registered)
                && state
                    .synced
                    .is_some_and(|(synced, at)| synced == digest && at.elapsed() < RESYNC_AFTER)
        });
        if is_synced {
            tracker.update(key, |state| {
                state.group_suspended = group_suspended;
                state.pool_refusal = pool_refusal;
            });
            return Ok(NextPass::OnChange);
        }
        let result = self.api.sync_tracked(request).await;
        let unit = result.as_ref().ok().and_then(Option::as_ref);
        let unit = unit.and_then(|unit| UnitKey::try_from(unit).ok());
        let registration = result
            .as_ref()
            .map_or_else(registration, |_| Some(Registration::Registered));
        let is_registered = registration == Some(Registration::Registered);
        tracker.update(key, |state| {
            state.group_suspended = group_suspended;
            state.pool_refusal = pool_refusal;
            state.unit = unit.or(state.unit);
            state.synced = is_registered.then(|| (digest, Instant::now()));
            // From now on, this process tracks the handled request, so that changes of the status by other clients have no effect.
            if is_registered
                && state.registration != Some(Registration::Registered)
                && state.handled_request.is_none()
            {
                let written = object.progress();
                state.handled_request = written.and_then(|written| written.last_handled_request.clone());
            }
            state.registration = registration.clone().or(state.registration.take());
        });
        self.groups.update_counts(key.namespace());
        match (result, registration) {
            (Ok(_), _) => {
                self.schedule_wake.notify_one();
                Ok(NextPass::OnChange)
            }
            (Err(_), Some(Registration::Refused { .. })) => Ok(NextPass::After(RETRY_AFTER)),
            (Err(error), _) => {
                if error.code() == Some(Code::NotFound) {
                    self.groups.resync(&binding.group);
                }
                Err(error)
            }
        }
    }

    /// Passes an unhandled request to the scheduler. A request for what is suspended is passed on when it is resumed: the scheduler
    /// looks at a limited number of them.
    async fn request_scrape(&self, object: &K, key: &ObjectKey) {
        let Some(state) = self.tracker.state(key) else {
            return;
        };
        let (Some(requested), Some(unit), Some(Registration::Registered)) =
            (scrape_request(object), state.unit, &state.registration)
        else {
            return;
        };
        if object.tracked_spec().suspended || state.group_suspended {
            self.requests.withdraw(unit, K::KIND, key);
            return;
        }
        if state.handled_request.as_deref() == Some(requested) {
            return;
        }
        if self.requests.add(unit, K::KIND, key, requested) {
            let reference = object.object_ref(&());
            self.events
                .publish(&reference, Event::ScrapeRequested, requested)
                .await;
            self.schedule_wake.notify_one();
        }
    }
}

async fn resync<K: TrackedResource>(tracker: Arc<Tracker<K>>) {
    for part in (0..PARTS).cycle() {
        sleep(RESYNC_EVERY).await;
        tracker.requeue_part(part, PARTS);
    }
}

impl<K: TrackedResource> Reconciler for TrackedController<K> {
    type Kind = K;

    fn store(&self) -> &ObjectStore<K> {
        self.tracker.status_cache.store()
    }

    fn queue(&self) -> &ReconcileQueue {
        &self.tracker.queue
    }

    fn backoff(&self) -> &ObjectBackoff {
        &self.tracker.backoff
    }

    fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    fn on_event(&self, event: &WatchEvent) {
        match event {
            WatchEvent::Changed(key) => self.tracker.add(key),
            WatchEvent::Written(key) => self.tracker.status_cache.queue_written(key),
            WatchEvent::Deleted(key) => {
                self.tracker.remove(key);
                self.requests.remove(K::KIND, key);
                self.groups.update_counts(key.namespace());
            }
            WatchEvent::InitialList => {
                self.tracker.initial_sync.set();
                self.groups.update_all_counts();
            }
        }
    }

    async fn reconcile(&self, key: &ObjectKey, object: &K) -> Result<NextPass, Error> {
        let namespace_status = self.groups.namespace_status(key.namespace());
        if object.meta().deletion_timestamp.is_some() {
            return purge::purge(object, key, &namespace_status, self).await;
        }
        if self.tracker.state(key).is_some_and(|state| state.purge.is_some()) {
            // The last pass of the deletion of an earlier object of this name ended after this one was added.
            self.tracker.update(key, |state| state.purge = None);
        }
        let same = self.tracker.tracking(key.namespace(), &object.subject());
        let binding = match validate(object, &namespace_status, same.iter().map(|other| &**other)) {
            Ok(Some(binding)) => binding,
            Ok(None) => return Ok(NextPass::After(purge::WAIT_FOR_GROUP)),
            Err(registration) => {
                self.tracker
                    .update(key, |state| state.registration = Some(registration));
                return Ok(NextPass::After(RETRY_AFTER));
            }
        };
        // Accounts are deleted with their group.
        if binding.deletion.is_some() {
            return Ok(NextPass::OnChange);
        }
        finalizer::add_finalizer(&self.client, object).await?;
        let selects_pool = binding.scraper_pool.is_some() || object.tracked_spec().scraper_pool.is_some();
        // An API of the previous version would read the account without the pool.
        if selects_pool && !self.pools.is_accepted() {
            if self.pools.sync_error().is_some() {
                self.tracker.update(key, |state| {
                    state.group_suspended = binding.suspended;
                    state.pool_refusal = refused_pool(object, binding);
                    state.registration = Some(Registration::Unavailable(POOLS_UNAVAILABLE.to_owned()));
                });
            }
            return Ok(NextPass::After(WAIT_FOR_POOLS));
        }
        let action = self.register(object, key, binding).await?;
        self.request_scrape(object, key).await;
        Ok(action)
    }
}

/// Prefix of the API's message for a handle that was erased on request.
const ERASED: &str = "erased";

/// Returns the registration state that an error implies, or `None` if the API does not have the group yet.
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

#[cfg(test)]
mod tests {
    use clipmeter_crds::TikTokAccount;
    use clipmeter_scheduler::{Platform, Target};
    use kube::core::DeserializeGuard;
    use kube::runtime::watcher;
    use serde_json::json;
    use tonic::Status;

    use super::*;
    use crate::api::ApiClient;
    use crate::kubernetes::events::Events;
    use crate::kubernetes::test_client;
    use crate::state::{Groups, Policy, Pools};

    const UNIT: UnitKey = UnitKey {
        platform: Platform::Tiktok,
        target: Target::Account(1),
    };

    /// Returns an account whose scrape is requested.
    fn account(suspend: bool) -> TikTokAccount {
        let annotations = json!({"clipmeter.io/scrape-requested-at": "now"});
        serde_json::from_value(json!({
            "metadata": {"name": "a", "namespace": "ns", "annotations": annotations},
            "spec": {"username": "nasa", "suspend": suspend},
        }))
        .unwrap()
    }

    #[tokio::test]
    async fn suspended_object_passes_scrape_request_once_it_is_resumed() {
        let folder = tempfile::tempdir().unwrap();
        let token = folder.path().join("token");
        std::fs::write(&token, "token").unwrap();
        let client = test_client::accepting();
        let metrics = Arc::new(Metrics::new());
        let controller = TrackedController::<TikTokAccount> {
            api: ApiClient::new("http://127.0.0.1:9", None, &token, Arc::clone(&metrics)).unwrap(),
            events: Arc::new(Events::new(client.clone(), "pod")),
            client,
            metrics,
            tracker: Arc::new(Tracker::new(ObjectStore::encoded())),
            groups: Arc::new(Groups::new()),
            policy: Arc::new(Policy::new()),
            pools: Arc::new(Pools::new()),
            requests: Arc::default(),
            schedule_wake: Arc::default(),
        };
        let (key, applied) = (ObjectKey::new("ns", "a"), DeserializeGuard(Ok(account(true))));
        controller.store().handle(watcher::Event::Apply(applied), intent);
        controller.tracker.add(&key);
        for (suspend, group_suspended, expected) in [
            (true, false, Vec::new()),
            (false, true, Vec::new()),
            (false, false, vec![UNIT]),
            (false, true, Vec::new()),
        ] {
            controller.tracker.update(&key, |state| {
                state.registration = Some(Registration::Registered);
                state.unit = Some(UNIT);
                state.group_suspended = group_suspended;
            });
            controller.request_scrape(&account(suspend), &key).await;
            assert_eq!(
                controller.requests.units(9),
                expected,
                "{suspend} {group_suspended}"
            );
        }
    }

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
            Status::unavailable("the database is unavailable"),
            Status::invalid_argument("no username"),
            Status::failed_precondition("not now"),
        ] {
            let text = status.message().to_owned();
            let Some(Registration::Unavailable(message)) = of(status) else {
                panic!("{text} is not reported");
            };
            assert!(message.contains(&text), "{message}");
        }
    }
}
