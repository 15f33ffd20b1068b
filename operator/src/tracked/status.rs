//! Computes the status of an account or video.

use clipmeter_crds::{ConditionChange, ConditionType, Progress, Reason, clear_condition, set_condition};
use clipmeter_proto::v1::{self, Outcome};
use clipmeter_scheduler::{AT_ONCE, Unit, next_due};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::Time;

use super::kind::TrackedResource;
use super::state::{Purge, Registration, TrackedState, Waiting};
use crate::context::{Context, now, time};
use crate::object_key::ObjectKey;
use crate::status::{Reported, StatusCache};

/// Inputs of a status besides the object and its state.
#[derive(Clone, Copy, Debug, Default)]
struct Around {
    policy_suspended: bool,
    /// Whether the waiting units are known.
    waits_known: bool,
    now: i64,
}

impl<K: TrackedResource> Reported for K {
    type Status = <K as TrackedResource>::Status;

    fn status_cache(context: &Context) -> &StatusCache<Self> {
        &K::tracker(context).status_cache
    }

    fn status(&self) -> Option<&Self::Status> {
        self.written()
    }

    fn conditions(status: &Self::Status) -> &[clipmeter_crds::Condition] {
        &K::progress_of(status).conditions
    }

    fn handled_request(status: &Self::Status) -> Option<&str> {
        K::progress_of(status).last_handled_request.as_deref()
    }

    fn is_awaited(&self, context: &Context) -> bool {
        let state = K::tracker(context).state(&ObjectKey::of(self));
        state.is_some_and(|state| state.waits().is_some_and(|waiting| waiting.requested))
    }

    fn report(&self, context: &Context) -> Option<Self::Status> {
        let state = K::tracker(context).state(&ObjectKey::of(self))?;
        let around = Around {
            policy_suspended: context.policy_spec().suspend,
            waits_known: context.policy.is_counted(),
            now: now(),
        };
        Some(status(self, &state, around))
    }
}

/// Returns the last written status, updated with the current state.
fn status<K: TrackedResource>(object: &K, state: &TrackedState, around: Around) -> K::Status {
    let mut status = object.written().cloned().unwrap_or_default();
    let mut writer = ConditionWriter {
        generation: object.meta().generation.unwrap_or(0),
        now: around.now,
    };
    if let Some(purge) = &state.purge {
        writer.purging(K::common(&mut status), purge);
        return status;
    }
    let tracked_spec = object.tracked_spec();
    if let Some(known) = &state.progress {
        K::describe(&mut status, known);
        progress(K::common(&mut status), known);
    }
    let common = K::common(&mut status);
    common.observed_generation = Some(writer.generation);
    if state.handled.is_some() || state.registration == Some(Registration::Registered) {
        common.last_handled_request.clone_from(&state.handled);
    }
    if object.meta().deletion_timestamp.is_none() {
        clear_condition(&mut common.conditions, ConditionType::Purging);
    }
    let scraped = writer.scraped(common, state.progress.as_deref());
    let refused = state
        .registration
        .as_ref()
        .and_then(|registration| writer.registered(common, registration));
    let ended_with = |outcome: Outcome| common.last_outcome.as_deref() == Some(outcome.code());
    let is_identity_lost = ended_with(Outcome::IdentityChanged);
    let is_identity_doubted = ended_with(Outcome::IdentityUnconfirmed);
    let (ready, reason, message) = match refused {
        Some((reason, message)) => (Some(false), reason, message),
        None if state.registration.is_none() => (None, Reason::Pending, ""),
        None if tracked_spec.suspended => (Some(true), Reason::Suspended, ""),
        None if state.group_suspended => (Some(false), Reason::GroupSuspended, ""),
        None if around.policy_suspended => (Some(false), Reason::PolicySuspended, ""),
        None if is_identity_lost => (Some(false), Reason::IdentityChanged, ""),
        None if is_identity_doubted => (
            Some(false),
            Reason::IdentityUnconfirmed,
            Outcome::IdentityUnconfirmed.text(),
        ),
        None => match scraped {
            Some(true) => (Some(true), Reason::UpToDate, ""),
            Some(false) => (Some(false), Reason::ScrapeFailed, ""),
            None => (None, Reason::Pending, ""),
        },
    };
    writer.condition(common, ConditionType::Ready, ready, reason.as_str(), message);
    let is_suspended =
        refused.is_some() || tracked_spec.suspended || state.group_suspended || around.policy_suspended;
    match state.waits().filter(|_| !is_suspended) {
        Some(Waiting { wait, .. }) => {
            let (reason, message) = (wait.reason.as_str(), wait.message.as_str());
            writer.condition(common, ConditionType::Waiting, Some(true), reason, message);
        }
        None if is_suspended || around.waits_known => {
            clear_condition(&mut common.conditions, ConditionType::Waiting);
        }
        None => {}
    }
    common.next_scrape_time = if is_suspended {
        None
    } else {
        due(state, around, common.next_scrape_time.take())
    };
    status
}

/// Returns the time of the next scrape: the written value while unknown, and `None` before the first attempt, which is due
/// immediately.
fn due(state: &TrackedState, around: Around, written: Option<Time>) -> Option<Time> {
    let (Some(progress), Some(key)) = (&state.progress, state.unit) else {
        return written;
    };
    if progress.interval_seconds == 0 {
        return written;
    }
    let unit = Unit {
        key,
        interval_seconds: progress.interval_seconds,
        last_attempt: Some(progress.last_attempt_at?),
        consecutive_failures: progress.consecutive_failures,
        delay_seconds: progress.delay_seconds,
        group: 0,
        requested: false,
    };
    let due = next_due(&unit, around.now);
    (due != AT_ONCE).then(|| time(due))
}

fn progress(common: &mut Progress, known: &v1::Progress) {
    common.views = known.views.and_then(|views| i64::try_from(views).ok());
    common.last_scrape_time = known.last_success_at.map(time);
    common.last_outcome =
        (known.last_outcome() != Outcome::Unspecified).then(|| known.last_outcome().code().to_owned());
    common.consecutive_failures = known
        .last_attempt_at
        .and_then(|_| i32::try_from(known.consecutive_failures).ok());
}

struct ConditionWriter {
    generation: i64,
    now: i64,
}

impl ConditionWriter {
    fn condition(
        &mut self,
        common: &mut Progress,
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
        set_condition(&mut common.conditions, change, &time(self.now));
    }

    fn purging(&mut self, common: &mut Progress, purge: &Purge) {
        let (reason, message) = purge.said();
        self.condition(
            common,
            ConditionType::Purging,
            Some(true),
            reason.as_str(),
            message,
        );
    }

    /// Returns whether the last attempt succeeded, if there was one. While this operator has no progress, the written condition
    /// applies.
    fn scraped(&mut self, common: &mut Progress, known: Option<&v1::Progress>) -> Option<bool> {
        let type_ = ConditionType::Scraped;
        let written = common
            .conditions
            .iter()
            .find(|condition| condition.type_ == type_.as_str());
        match known {
            None if written.is_some() => {
                written.and_then(|condition| condition.status.to_lowercase().parse().ok())
            }
            Some(known) if known.last_outcome() != Outcome::Unspecified => {
                let outcome = known.last_outcome();
                let worked = Some(outcome.is_success());
                self.condition(common, type_, worked, outcome.code(), &known.last_detail);
                worked
            }
            _ => {
                self.condition(common, type_, None, Reason::Pending.as_str(), "");
                None
            }
        }
    }

    /// Returns the reason why the object is not tracked, if it is not.
    fn registered<'a>(
        &mut self,
        common: &mut Progress,
        registration: &'a Registration,
    ) -> Option<(Reason, &'a str)> {
        let type_ = ConditionType::Registered;
        let (registered, reason, message) = match registration {
            Registration::Registered => (Some(true), Reason::Registered, ""),
            Registration::Refused { reason, message } => (Some(false), *reason, message.as_str()),
            Registration::Unavailable(why) => {
                let generation = Some(self.generation);
                let is_as_it_was = common.conditions.iter().any(|condition| {
                    condition.type_ == type_.as_str()
                        && condition.status == "True"
                        && condition.observed_generation == generation
                });
                if is_as_it_was {
                    return None;
                }
                (None, Reason::ApiUnavailable, why.as_str())
            }
        };
        self.condition(common, type_, registered, reason.as_str(), message);
        (registered != Some(true)).then_some((reason, message))
    }
}

#[cfg(test)]
#[path = "status_tests.rs"]
mod tests;
