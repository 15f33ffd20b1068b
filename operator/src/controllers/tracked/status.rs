//! Computes the status of an account or video.

use clipmeter_crds::{ConditionChange, ConditionType, Progress, Reason, clear_condition, set_condition};
use clipmeter_proto::v1::{self, Outcome};
use clipmeter_scheduler::{AT_ONCE, PoolId, Unit, UnitKey, next_due};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::Time;

use super::TrackedController;
use super::kind::TrackedResource;
use crate::convert::{now, time};
use crate::kubernetes::finalizer::PurgeState;
use crate::kubernetes::objects::ObjectKey;
use crate::state::{EncodedProgress, Registration, TrackedState, WaitingScrape, is_fresh};
use crate::status::{Reported, Reporter, StatusCache};

/// Message while another group decides the scraper pool. It does not name the pool, which belongs to the other group.
const SHARED_ACCOUNT: &str = "Another group also tracks this account or video, and its scraper pool applies";

/// Inputs of a status besides the object and its state.
#[derive(Clone, Copy, Debug, Default)]
struct StatusInputs {
    policy_suspended: bool,
    /// Whether the waiting units are known.
    waits_known: bool,
    now: i64,
}

impl<K: TrackedResource> Reported for K {
    type Status = <K as TrackedResource>::Status;

    fn status(&self) -> Option<&Self::Status> {
        self.written_status()
    }

    fn conditions(status: &Self::Status) -> &[clipmeter_crds::Condition] {
        &K::shared_fields(status).conditions
    }

    fn handled_request(status: &Self::Status) -> Option<&str> {
        K::shared_fields(status).last_handled_request.as_deref()
    }
}

impl<K: TrackedResource> Reporter for TrackedController<K> {
    type Kind = K;

    fn status_cache(&self) -> &StatusCache<K> {
        &self.tracker.status_cache
    }

    fn is_awaited(&self, object: &K) -> bool {
        let state = self.tracker.state(&ObjectKey::of(object));
        state.is_some_and(|state| state.current_wait().is_some_and(|waiting| waiting.requested))
    }

    fn report(&self, object: &K) -> Option<<K as TrackedResource>::Status> {
        let state = self.tracker.state(&ObjectKey::of(object))?;
        let inputs = StatusInputs {
            policy_suspended: self.policy.spec().suspend,
            waits_known: self.policy.has_capacity(),
            now: now(),
        };
        Some(status(object, &state, inputs))
    }
}

/// Returns the last written status, updated with the current state.
fn status<K: TrackedResource>(object: &K, state: &TrackedState, inputs: StatusInputs) -> K::Status {
    let mut status = object.written_status().cloned().unwrap_or_default();
    let mut writer = ConditionWriter {
        generation: object.meta().generation.unwrap_or(0),
        now: inputs.now,
    };
    if let Some(purge) = &state.purge {
        writer.purging(K::shared_fields_mut(&mut status), purge);
        return status;
    }
    let tracked_spec = object.tracked_spec();
    let progress = state.progress.as_ref().map(EncodedProgress::decode);
    if let Some(progress) = &progress {
        K::set_own_fields(&mut status, progress);
        set_progress(K::shared_fields_mut(&mut status), progress);
    }
    let shared = K::shared_fields_mut(&mut status);
    shared.observed_generation = Some(writer.generation);
    if state.handled_request.is_some() || state.registration == Some(Registration::Registered) {
        shared.last_handled_request.clone_from(&state.handled_request);
    }
    if object.meta().deletion_timestamp.is_none() {
        clear_condition(&mut shared.conditions, ConditionType::Purging);
    }
    writer.scraped(shared, progress.as_ref());
    let refused = state
        .registration
        .as_ref()
        .and_then(|registration| writer.registered(shared, registration))
        .or(pool_refusal(state));
    writer.pool_in_effect(shared, progress.as_ref());
    // `Ready` is about the resource: deployment tools wait for it, and a private account would block them forever. `Scraped` and
    // `Fresh` are about the platform.
    let (ready, reason, message) = match refused {
        Some((reason, message)) => (Some(false), reason, message),
        None if state.registration.is_none() => (None, Reason::Pending, ""),
        None if tracked_spec.suspended => (Some(true), Reason::Suspended, ""),
        None if state.group_suspended => (Some(true), Reason::GroupSuspended, ""),
        None if inputs.policy_suspended => (Some(true), Reason::PolicySuspended, ""),
        None => (Some(true), Reason::UpToDate, ""),
    };
    writer.condition(shared, ConditionType::Ready, ready, reason.as_str(), message);
    // A group that is missing may be created a moment later, and the API is back soon.
    let is_stalled = !matches!(reason, Reason::OutsideGroup | Reason::ApiUnavailable);
    match refused.filter(|_| is_stalled) {
        Some((reason, message)) => {
            writer.condition(
                shared,
                ConditionType::Stalled,
                Some(true),
                reason.as_str(),
                message,
            );
        }
        None => clear_condition(&mut shared.conditions, ConditionType::Stalled),
    }
    let is_suspended =
        refused.is_some() || tracked_spec.suspended || state.group_suspended || inputs.policy_suspended;
    writer.fresh(shared, progress.as_ref(), is_suspended);
    match state.current_wait().filter(|_| !is_suspended) {
        Some(WaitingScrape { wait, .. }) => {
            let (reason, message) = (wait.reason.as_str(), wait.message.as_str());
            writer.condition(shared, ConditionType::Waiting, Some(true), reason, message);
        }
        None if is_suspended || inputs.waits_known => {
            clear_condition(&mut shared.conditions, ConditionType::Waiting);
        }
        None => {}
    }
    shared.next_scrape_time = if is_suspended {
        None
    } else {
        next_scrape(
            state.unit,
            progress.as_ref(),
            inputs,
            shared.next_scrape_time.take(),
        )
    };
    status
}

/// Returns why a registered object is not read, if it may not select its scraper pool.
fn pool_refusal(state: &TrackedState) -> Option<(Reason, &str)> {
    let message = state.pool_refusal.as_deref()?;
    Some((Reason::PoolNotAllowed, message))
}

/// Returns the time of the next scrape: the last written value while it is unknown, and `None` before the first attempt, which is
/// due immediately.
fn next_scrape(
    unit: Option<UnitKey>,
    progress: Option<&v1::Progress>,
    inputs: StatusInputs,
    written: Option<Time>,
) -> Option<Time> {
    let (Some(progress), Some(key)) = (progress, unit) else {
        return written;
    };
    if progress.interval_seconds == 0 {
        return written;
    }
    let unit = Unit {
        key,
        pool: PoolId::NONE,
        interval_seconds: progress.interval_seconds,
        last_attempt: Some(progress.last_attempt_at?),
        consecutive_failures: progress.consecutive_failures,
        delay_seconds: progress.delay_seconds,
        group: 0,
        requested: false,
    };
    let due = next_due(&unit, inputs.now);
    (due != AT_ONCE).then(|| time(due))
}

fn set_progress(shared: &mut Progress, progress: &v1::Progress) {
    shared.views = progress.views.and_then(|views| i64::try_from(views).ok());
    shared.last_scrape_time = progress.last_success_at.map(time);
    shared.last_outcome =
        (progress.last_outcome() != Outcome::Unspecified).then(|| progress.last_outcome().code().to_owned());
    shared.consecutive_failures = progress
        .last_attempt_at
        .and_then(|_| i32::try_from(progress.consecutive_failures).ok());
}

struct ConditionWriter {
    generation: i64,
    now: i64,
}

impl ConditionWriter {
    fn condition(
        &mut self,
        shared: &mut Progress,
        type_: ConditionType,
        status: Option<bool>,
        reason: &str,
        message: &str,
    ) {
        let change = ConditionChange {
            type_,
            status,
            reason,
            message,
            generation: self.generation,
        };
        set_condition(&mut shared.conditions, change, &time(self.now));
    }

    fn purging(&mut self, shared: &mut Progress, purge: &PurgeState) {
        let (reason, message) = purge.condition();
        self.condition(
            shared,
            ConditionType::Purging,
            Some(true),
            reason.as_str(),
            message,
        );
    }

    /// Reports the last attempt. Keeps the written condition until this operator has received progress.
    fn scraped(&mut self, shared: &mut Progress, progress: Option<&v1::Progress>) {
        let type_ = ConditionType::Scraped;
        let written = shared
            .conditions
            .iter()
            .find(|condition| condition.type_ == type_.as_str());
        match progress {
            None if written.is_some() => {}
            Some(progress) if progress.last_outcome() != Outcome::Unspecified => {
                let outcome = progress.last_outcome();
                let is_success = Some(outcome.is_success());
                self.condition(shared, type_, is_success, outcome.code(), &progress.last_detail);
            }
            _ => self.condition(shared, type_, None, Reason::Pending.as_str(), ""),
        }
    }

    /// Reports the age of the numbers. Keeps the written condition until this operator has received progress.
    fn fresh(&mut self, shared: &mut Progress, progress: Option<&v1::Progress>, is_suspended: bool) {
        if is_suspended {
            clear_condition(&mut shared.conditions, ConditionType::Fresh);
            return;
        }
        let reason = match progress.and_then(|progress| is_fresh(progress, self.now)) {
            Some(true) => Reason::UpToDate,
            Some(false) => Reason::Stale,
            None => return,
        };
        let is_fresh = Some(reason == Reason::UpToDate);
        self.condition(shared, ConditionType::Fresh, is_fresh, reason.as_str(), "");
    }

    /// Reports whether another group decides the scraper pool. Keeps the written condition until this operator has received progress.
    fn pool_in_effect(&mut self, shared: &mut Progress, progress: Option<&v1::Progress>) {
        let type_ = ConditionType::PoolInEffect;
        match progress {
            Some(progress) if progress.pool_differs => {
                let reason = Reason::SharedAccount.as_str();
                self.condition(shared, type_, Some(false), reason, SHARED_ACCOUNT);
            }
            Some(_) => clear_condition(&mut shared.conditions, type_),
            None => {}
        }
    }

    /// Returns the reason why the object is not tracked, if it is not.
    fn registered<'a>(
        &mut self,
        shared: &mut Progress,
        registration: &'a Registration,
    ) -> Option<(Reason, &'a str)> {
        let type_ = ConditionType::Registered;
        let (registered, reason, message) = match registration {
            Registration::Registered => (Some(true), Reason::Registered, ""),
            Registration::Refused { reason, message } => (Some(false), *reason, message.as_str()),
            Registration::Unavailable(message) => {
                let generation = Some(self.generation);
                let is_still_registered = shared.conditions.iter().any(|condition| {
                    condition.type_ == type_.as_str()
                        && condition.status == "True"
                        && condition.observed_generation == generation
                });
                if is_still_registered {
                    return None;
                }
                (None, Reason::ApiUnavailable, message.as_str())
            }
        };
        self.condition(shared, type_, registered, reason.as_str(), message);
        (registered != Some(true)).then_some((reason, message))
    }
}

#[cfg(test)]
#[path = "status_tests.rs"]
mod tests;
