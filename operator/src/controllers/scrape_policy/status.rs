//! Computes the status of the policy.

use clipmeter_crds::{
    Condition, ConditionChange, ConditionType, Reason, ScrapePolicy, ScrapePolicyStatus, clear_condition,
    set_condition,
};
use kube::Resource as _;

use super::controller::ScrapePolicyController;
use crate::convert::{now, time};
use crate::state::{AVAILABILITY, PolicySnapshot, SessionCounts, Wait, sessions};
use crate::status::{Reported, Reporter, StatusCache};

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
    let generation = policy.meta().generation.unwrap_or(0);
    let mut set = |type_, is_true, reason: Reason, message: &str| {
        let change = ConditionChange {
            type_,
            status: is_true,
            reason: reason.as_str(),
            message,
            generation,
        };
        set_condition(&mut status.conditions, change, &time(now));
    };
    let is_suspended = policy.spec.suspend;
    match &snapshot.synced {
        None => set(ConditionType::Ready, None, Reason::Pending, ""),
        Some(Err(message)) => set(ConditionType::Ready, Some(false), Reason::ApiUnavailable, message),
        Some(Ok(())) if is_suspended => set(ConditionType::Ready, Some(true), Reason::Suspended, ""),
        Some(Ok(())) => set(ConditionType::Ready, Some(true), Reason::UpToDate, ""),
    }
    let is_scheduling = matches!(snapshot.synced, Some(Ok(()))) && !is_suspended;
    if is_scheduling {
        match delay(snapshot) {
            Some((reason, message)) => set(ConditionType::OnSchedule, Some(false), reason, &message),
            None => set(ConditionType::OnSchedule, Some(true), Reason::UpToDate, ""),
        }
    }
    if let Some(capacity) = &snapshot.capacity {
        let (is_available, reason, message) = sessions(SessionCounts::from(capacity));
        set(
            ConditionType::SessionsAvailable,
            Some(is_available),
            reason,
            &message,
        );
        for (platform, type_) in AVAILABILITY {
            match Wait::of(&capacity.waits, platform) {
                Some(wait) => set(type_, Some(false), wait.reason, &wait.message),
                None => set(type_, Some(true), Reason::Available, ""),
            }
        }
    }
    if !is_scheduling {
        clear_condition(&mut status.conditions, ConditionType::OnSchedule);
    }
    status.observed_generation = Some(generation);
    if let Some(pressure) = &snapshot.pressure {
        status.queue_depth = i32::try_from(pressure.queue_depth()).ok();
        status.oldest_due_seconds = Some(pressure.oldest_due_seconds);
        status.running_jobs = i32::try_from(pressure.running_jobs).ok();
    }
    status
}

/// Returns why due accounts are not scraped in time.
fn delay(snapshot: &PolicySnapshot) -> Option<(Reason, String)> {
    if snapshot
        .pressure
        .as_ref()
        .is_some_and(|pressure| pressure.throttled)
    {
        let message = "Accounts become due faster than the limits allow them to be scraped";
        return Some((Reason::Throttled, message.to_owned()));
    }
    blocking_wait(snapshot).map(|wait| (wait.reason, wait.message))
}

/// Returns why accounts are overdue, if the reason is a platform that cannot be scraped.
fn blocking_wait(snapshot: &PolicySnapshot) -> Option<Wait> {
    let platform = snapshot.pressure.as_ref()?.blocked_platform?;
    Wait::of(&snapshot.capacity.as_ref()?.waits, platform)
}

#[cfg(test)]
mod tests {
    use clipmeter_domain::platforms::PerPlatform;
    use clipmeter_proto::v1::{Platform, ScrapingCapacity};
    use serde_json::json;

    use super::*;
    use crate::state::Pressure;

    fn policy(suspend: bool) -> ScrapePolicy {
        serde_json::from_value(
            json!({"metadata": {"name": "default", "generation": 2}, "spec": {"suspend": suspend}}),
        )
        .unwrap()
    }

    fn on_schedule() -> PolicySnapshot {
        PolicySnapshot {
            synced: Some(Ok(())),
            ..PolicySnapshot::default()
        }
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
        for (suspend, snapshot, expected) in [
            (
                false,
                snapshot(Ok(()), false),
                "Ready True UpToDate, OnSchedule True UpToDate",
            ),
            (
                false,
                snapshot(Ok(()), true),
                "Ready True UpToDate, OnSchedule False Throttled",
            ),
            (true, snapshot(Ok(()), true), "Ready True Suspended"),
            (
                false,
                snapshot(Err("away".to_owned()), true),
                "Ready False ApiUnavailable",
            ),
        ] {
            let mut policy = policy(suspend);
            // A condition that no longer applies is removed.
            policy.status = Some(status(&self::policy(false), &on_schedule(), 0));
            let status = status(&policy, &snapshot, 1_795_255_200);
            let conditions: Vec<String> = status
                .conditions
                .iter()
                .map(|it| format!("{} {} {}", it.type_, it.status, it.reason))
                .collect();
            assert_eq!(conditions.join(", "), expected);
            assert_eq!(
                (status.queue_depth, status.oldest_due_seconds, status.running_jobs),
                (Some(7), Some(130), Some(20))
            );
            assert_eq!(status.observed_generation, Some(2));
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
            status["conditions"][2],
            json!({
                "type": "SessionsAvailable", "status": "False", "reason": "NoUsableSessions",
                "message": "0 of 3 Instagram sessions are usable; the accounts need 1",
                "observedGeneration": 2, "lastTransitionTime": "2026-11-21T10:00:00Z",
            })
        );
    }
}
