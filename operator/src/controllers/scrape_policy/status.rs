//! Computes the status of the policy.

use clipmeter_crds::{
    Condition, ConditionChange, ConditionType, Reason, ScrapePolicy, ScrapePolicyStatus, set_condition,
};
use clipmeter_proto::v1::Platform;
use kube::Resource as _;

use super::controller::ScrapePolicyController;
use crate::convert::{now, time};
use crate::state::{PolicySnapshot, Wait, sessions};
use crate::status::{Reported, Reporter, StatusCache};

const PLATFORMS: [(Platform, ConditionType); 2] = [
    (Platform::Instagram, ConditionType::InstagramAvailable),
    (Platform::Tiktok, ConditionType::TikTokAvailable),
];

impl Reported for ScrapePolicy {
    type Status = ScrapePolicyStatus;

    fn status(&self) -> Option<&Self::Status> {
        self.status.as_ref()
    }

    fn conditions(status: &Self::Status) -> &[Condition] {
        &status.conditions
    }
}

impl Reporter for ScrapePolicyController {
    type Kind = ScrapePolicy;

    fn status_cache(&self) -> &StatusCache<ScrapePolicy> {
        &self.policy.status_cache
    }

    fn report(&self, policy: &ScrapePolicy) -> Option<ScrapePolicyStatus> {
        let snapshot = self.policy.snapshot();
        snapshot
            .synced
            .is_some()
            .then(|| status(policy, &snapshot, now()))
    }
}

fn status(policy: &ScrapePolicy, snapshot: &PolicySnapshot, now: i64) -> ScrapePolicyStatus {
    let mut status = policy.status.clone().unwrap_or_default();
    let is_throttled = snapshot
        .pressure
        .as_ref()
        .is_some_and(|pressure| pressure.throttled);
    let (ready, reason, message) = match &snapshot.synced {
        None => (None, Reason::Pending, String::new()),
        Some(Err(message)) => (Some(false), Reason::ApiUnavailable, message.clone()),
        Some(Ok(())) if policy.spec.suspend => (Some(true), Reason::Suspended, String::new()),
        Some(Ok(())) if is_throttled => (
            Some(false),
            Reason::Throttled,
            "Accounts become due faster than the limits allow them to be scraped".to_owned(),
        ),
        Some(Ok(())) => match blocking_wait(snapshot) {
            Some(wait) => (Some(false), wait.reason, wait.message),
            None => (Some(true), Reason::UpToDate, String::new()),
        },
    };
    let generation = policy.meta().generation.unwrap_or(0);
    let change = ConditionChange {
        type_: ConditionType::Ready,
        status: ready,
        reason: reason.as_str(),
        message: &message,
        generation,
    };
    set_condition(&mut status.conditions, change, &time(now));
    if let Some(capacity) = &snapshot.capacity {
        let (is_available, reason, message) = sessions(capacity);
        let change = ConditionChange {
            type_: ConditionType::SessionsAvailable,
            status: Some(is_available),
            reason: reason.as_str(),
            message: &message,
            generation,
        };
        set_condition(&mut status.conditions, change, &time(now));
        for (platform, type_) in PLATFORMS {
            let wait = Wait::of(capacity, platform);
            let change = ConditionChange {
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
    if let Some(pressure) = &snapshot.pressure {
        status.queue_depth = i32::try_from(pressure.queue_depth()).ok();
        status.oldest_due_seconds = Some(pressure.oldest_due_seconds);
        status.running_jobs = i32::try_from(pressure.running_jobs).ok();
    }
    status
}

/// Returns why accounts are overdue, if the reason is a platform that cannot be scraped.
fn blocking_wait(snapshot: &PolicySnapshot) -> Option<Wait> {
    let platform = snapshot.pressure.as_ref()?.blocked_platform?;
    Wait::of(snapshot.capacity.as_ref()?, platform)
}

#[cfg(test)]
mod tests {
    use clipmeter_domain::platforms::PerPlatform;
    use clipmeter_proto::v1::ScrapingCapacity;
    use serde_json::json;

    use super::*;
    use crate::state::Pressure;

    fn policy(suspend: bool) -> ScrapePolicy {
        serde_json::from_value(
            json!({"metadata": {"name": "default", "generation": 2}, "spec": {"suspend": suspend}}),
        )
        .unwrap()
    }

    #[test]
    fn policy_status_reports_queue_and_reason_for_delay() {
        let pressure = |throttled| Pressure {
            due: PerPlatform::from_fn(|platform| if platform == Platform::Instagram { 3 } else { 4 }),
            oldest_due_seconds: 130,
            running_jobs: 20,
            throttled,
            blocked_platform: None,
        };
        let snapshot = |synced, throttled| PolicySnapshot {
            synced: Some(synced),
            pressure: Some(pressure(throttled)),
            ..PolicySnapshot::default()
        };
        for (suspend, snapshot, ready, reason) in [
            (false, snapshot(Ok(()), false), "True", "UpToDate"),
            (false, snapshot(Ok(()), true), "False", "Throttled"),
            (true, snapshot(Ok(()), true), "True", "Suspended"),
            (
                false,
                snapshot(Err("away".to_owned()), true),
                "False",
                "ApiUnavailable",
            ),
        ] {
            let status = serde_json::to_value(status(&policy(suspend), &snapshot, 1_795_255_200)).unwrap();
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
    fn policy_status_has_sessions_condition_once_capacity_is_known() {
        let snapshot = PolicySnapshot {
            synced: Some(Ok(())),
            capacity: Some(ScrapingCapacity {
                sessions: 3,
                required_sessions: 1,
                ..ScrapingCapacity::default()
            }),
            ..PolicySnapshot::default()
        };
        let status = serde_json::to_value(status(&policy(false), &snapshot, 1_795_255_200)).unwrap();
        assert_eq!(
            status["conditions"][1],
            json!({
                "type": "SessionsAvailable", "status": "False", "reason": "NoUsableSessions",
                "message": "0 of 3 Instagram sessions are usable; the accounts need 1",
                "observedGeneration": 2, "lastTransitionTime": "2026-11-21T10:00:00Z",
            })
        );
    }
}
