//! What the status of the policy says.

use clipmeter_crds::{
    Change, Condition, ConditionType, Reason, ScrapePolicy, ScrapePolicyStatus, set_condition,
};
use clipmeter_proto::v1::Platform;
use kube::Resource as _;

use super::sessions::sessions;
use super::state::Known;
use crate::context::{Context, now, time};
use crate::status::{Ledger, Reported};
use crate::wait::Wait;

const PLATFORMS: [(Platform, ConditionType); 2] = [
    (Platform::Instagram, ConditionType::InstagramAvailable),
    (Platform::Tiktok, ConditionType::TikTokAvailable),
];

impl Reported for ScrapePolicy {
    type Status = ScrapePolicyStatus;

    fn ledger(context: &Context) -> &Ledger<Self> {
        &context.policies
    }

    fn status(&self) -> Option<&Self::Status> {
        self.status.as_ref()
    }

    fn conditions(status: &Self::Status) -> &[Condition] {
        &status.conditions
    }

    fn report(&self, context: &Context) -> Option<Self::Status> {
        let known = context.policy.known();
        known.synced.is_some().then(|| status(self, &known, now()))
    }
}

fn status(policy: &ScrapePolicy, known: &Known, now: i64) -> ScrapePolicyStatus {
    let mut status = policy.status.clone().unwrap_or_default();
    let is_throttled = known.pressure.as_ref().is_some_and(|pressure| pressure.throttled);
    let (ready, reason, message) = match &known.synced {
        None => (None, Reason::Pending, String::new()),
        Some(Err(why)) => (Some(false), Reason::ApiUnavailable, why.clone()),
        Some(Ok(())) if policy.spec.suspend => (Some(true), Reason::Suspended, String::new()),
        Some(Ok(())) if is_throttled => (
            Some(false),
            Reason::Throttled,
            "Accounts are due faster than the caps let them be read".to_owned(),
        ),
        Some(Ok(())) => match held_up(known) {
            Some(wait) => (Some(false), wait.reason, wait.message),
            None => (Some(true), Reason::UpToDate, String::new()),
        },
    };
    let generation = policy.meta().generation.unwrap_or(0);
    let change = Change {
        type_: ConditionType::Ready,
        status: ready,
        reason: reason.as_str(),
        message: &message,
        generation,
    };
    set_condition(&mut status.conditions, change, &time(now));
    if let Some(capacity) = &known.capacity {
        let (is_available, reason, message) = sessions(capacity);
        let change = Change {
            type_: ConditionType::SessionsAvailable,
            status: Some(is_available),
            reason: reason.as_str(),
            message: &message,
            generation,
        };
        set_condition(&mut status.conditions, change, &time(now));
        for (platform, type_) in PLATFORMS {
            let wait = Wait::of(capacity, platform);
            let change = Change {
                type_,
                status: Some(wait.is_none()),
                reason: wait
                    .as_ref()
                    .map_or(Reason::Available, |wait| wait.reason)
                    .as_str(),
                message: wait.as_ref().map_or("", |wait| wait.message.as_str()),
                generation,
            };
            set_condition(&mut status.conditions, change, &time(now));
        }
    }
    status.observed_generation = Some(generation);
    if let Some(pressure) = &known.pressure {
        status.queue_depth = i32::try_from(pressure.queue_depth()).ok();
        status.oldest_due_seconds = Some(pressure.oldest_due_seconds);
        status.running_jobs = i32::try_from(pressure.running_jobs).ok();
    }
    status
}

/// Why accounts are overdue, if that is because their platform cannot be read.
fn held_up(known: &Known) -> Option<Wait> {
    let platform = known.pressure.as_ref()?.held_up?;
    Wait::of(known.capacity.as_ref()?, platform)
}

#[cfg(test)]
mod tests {
    use clipmeter_proto::v1::Capacity;
    use serde_json::json;

    use super::*;
    use crate::schedule::Pressure;

    fn policy(suspend: bool) -> ScrapePolicy {
        serde_json::from_value(
            json!({"metadata": {"name": "default", "generation": 2}, "spec": {"suspend": suspend}}),
        )
        .unwrap()
    }

    #[test]
    fn the_queue_and_what_holds_it_back_are_said() {
        let pressure = |throttled| Pressure {
            instagram_due: 3,
            tiktok_due: 4,
            oldest_due_seconds: 130,
            running_jobs: 20,
            throttled,
            held_up: None,
        };
        let known = |synced, throttled| Known {
            synced: Some(synced),
            pressure: Some(pressure(throttled)),
            ..Known::default()
        };
        for (suspend, known, ready, reason) in [
            (false, known(Ok(()), false), "True", "UpToDate"),
            (false, known(Ok(()), true), "False", "Throttled"),
            (true, known(Ok(()), true), "True", "Suspended"),
            (
                false,
                known(Err("away".to_owned()), true),
                "False",
                "ApiUnavailable",
            ),
        ] {
            let status = serde_json::to_value(status(&policy(suspend), &known, 1_795_255_200)).unwrap();
            let message = status["conditions"][0]["message"].clone();
            let expected = json!({
                "observedGeneration": 2,
                "conditions": [{
                    "type": "Ready", "status": ready, "reason": reason, "message": message,
                    "observedGeneration": 2, "lastTransitionTime": "2026-11-21T10:00:00Z",
                }],
                "queueDepth": 7, "oldestDueSeconds": 130, "runningJobs": 20,
            });
            assert_eq!(status, expected);
        }
    }

    #[test]
    fn sessions_are_spoken_of_once_they_are_known() {
        let known = Known {
            synced: Some(Ok(())),
            capacity: Some(Capacity {
                sessions: 3,
                wanted_sessions: 1,
                ..Capacity::default()
            }),
            ..Known::default()
        };
        let status = serde_json::to_value(status(&policy(false), &known, 1_795_255_200)).unwrap();
        assert_eq!(
            status["conditions"][1],
            json!({
                "type": "SessionsAvailable", "status": "False", "reason": "SessionsGone",
                "message": "0 of 3 Instagram sessions can be used, and the accounts ask for 1",
                "observedGeneration": 2, "lastTransitionTime": "2026-11-21T10:00:00Z",
            })
        );
    }
}
