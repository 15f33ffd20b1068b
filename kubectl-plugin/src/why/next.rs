//! When the next scrape is tried, and why then.

use clipmeter_crds::{ConditionType, Reason};
use k8s_openapi::jiff::Timestamp;
use serde::Serialize;

use super::chain::{Snapshot, State, sentence};
use crate::cluster::Observed;
use crate::items::condition;
use crate::time::{clock, seconds_between, span};

/// The next scrape.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Next {
    pub(super) state: State,
    pub(super) text: String,
    /// As the operator has computed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) time: Option<String>,
}

/// Returns the first reason that decides, in the order in which the operator checks them.
pub(super) fn next(snapshot: &Snapshot) -> Next {
    let stopped = |text: String| Next {
        state: State::Stops,
        text,
        time: None,
    };
    match stopped_by(snapshot) {
        Some(text) => stopped(text),
        None => due(snapshot),
    }
}

/// Returns what prevents scrapes until someone changes something.
fn stopped_by(snapshot: &Snapshot) -> Option<String> {
    let item = &snapshot.item;
    let ready = item.condition(ConditionType::Ready);
    if item.deleted_at.is_some() {
        return Some("none: the object is being deleted".to_owned());
    }
    if let Some(ready) = ready.filter(|ready| ready.status == "False") {
        return Some(format!("none while {}", sentence(ready, snapshot.now)));
    }
    if item.suspend {
        return Some("none until spec.suspend of the object is unset".to_owned());
    }
    let has_reason = |reason: Reason| ready.is_some_and(|ready| ready.reason == reason.as_str());
    match &snapshot.group {
        Observed::Missing => return Some("none until a ClientGroup has the namespace".to_owned()),
        Observed::Known(group) if group.spec.suspend => {
            return Some("none until spec.suspend of the group is unset".to_owned());
        }
        Observed::Forbidden if has_reason(Reason::GroupSuspended) => {
            return Some("none while the group is suspended: ask a platform admin".to_owned());
        }
        _ => {}
    }
    match &snapshot.policy {
        Observed::Known(policy) if policy.spec.suspend => {
            return Some(
                "none until spec.suspend of the ScrapePolicy is unset (kubectl clipmeter undrain)".to_owned(),
            );
        }
        Observed::Known(policy) if policy.spec.concurrency.max_jobs == 0 => {
            return Some("none until concurrency.maxJobs of the ScrapePolicy is above 0".to_owned());
        }
        Observed::Forbidden if has_reason(Reason::PolicySuspended) => {
            return Some("none while the ScrapePolicy is suspended: ask a platform admin".to_owned());
        }
        _ => {}
    }
    let is_leaderless = snapshot
        .leader
        .known()
        .is_some_and(|leader| !leader.is_active(snapshot.now));
    is_leaderless.then(|| "none until an operator leads: check its pods".to_owned())
}

/// Returns when a scrape is due that nothing prevents.
fn due(snapshot: &Snapshot) -> Next {
    let item = &snapshot.item;
    let planned = item.progress.next_scrape_time.as_ref().map(|time| time.0);
    let (state, text) = if let Some(waiting) = item.condition(ConditionType::Waiting) {
        (State::Waits, sentence(waiting, snapshot.now))
    } else if let Some(request) = &item.request {
        (
            State::Waits,
            format!(
                "with the next Job, ahead of the queue, because of the request {request}; {}",
                queue(snapshot)
            ),
        )
    } else {
        match planned {
            Some(time) if time > snapshot.now => {
                let text = format!(
                    "in {}, at {}",
                    span(seconds_between(snapshot.now, time)),
                    clock(time)
                );
                (State::Ok, format!("{text}: {}", reason(snapshot, time)))
            }
            Some(time) => (
                State::Waits,
                format!(
                    "due for {}; {}",
                    span(seconds_between(time, snapshot.now)),
                    queue(snapshot)
                ),
            ),
            None => (
                State::Waits,
                format!(
                    "as soon as possible: no attempt has been reported; {}",
                    queue(snapshot)
                ),
            ),
        }
    };
    Next {
        state,
        text,
        time: planned.map(clock),
    }
}

/// Returns why the time is not earlier.
fn reason(snapshot: &Snapshot, time: Timestamp) -> String {
    let progress = &snapshot.item.progress;
    if progress.consecutive_failures.is_some_and(|failures| failures > 0) {
        return "the operator delays attempts after failures".to_owned();
    }
    match &progress.last_scrape_time {
        Some(last) => format!("{} after the last success", span(seconds_between(last.0, time))),
        None => "as the operator has planned it".to_owned(),
    }
}

/// Describes the queue that a due account is in.
fn queue(snapshot: &Snapshot) -> String {
    let Some(policy) = snapshot.policy.known() else {
        return "the length of the queue is unknown".to_owned();
    };
    let status = policy.status.clone().unwrap_or_default();
    let text = format!(
        "{} due, {} of {} Jobs running",
        status.queue_depth.unwrap_or_default(),
        status.running_jobs.unwrap_or_default(),
        policy.spec.concurrency.max_jobs
    );
    let problem = [ConditionType::Ready, ConditionType::OnSchedule]
        .into_iter()
        .filter_map(|type_| condition(&status.conditions, type_))
        .find(|condition| condition.status == "False");
    match problem {
        Some(problem) => format!("{text}; the policy's {}", sentence(problem, snapshot.now)),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::chain::tests::{group_with, healthy, policy, said};
    use super::*;

    type Change = fn(&mut Snapshot);
    const CASES: &[(&str, Change, State, &str)] = &[
        (
            "planned",
            |_| {},
            State::Ok,
            "in 30m, at 2026-11-25T10:30:00Z: 60m after the last success",
        ),
        (
            "after failures",
            |it| it.item.progress.consecutive_failures = Some(1),
            State::Ok,
            "in 30m, at 2026-11-25T10:30:00Z: the operator delays attempts after failures",
        ),
        (
            "due",
            |it| {
                it.item.progress.next_scrape_time =
                    serde_json::from_value(json!("2026-11-25T09:58:00Z")).unwrap();
            },
            State::Waits,
            "due for 2m; 7 due, 20 of 20 Jobs running",
        ),
        (
            "due while the policy is not on schedule",
            |it| {
                it.item.progress.next_scrape_time = None;
                let late = said("OnSchedule", "False", "Throttled", "");
                it.policy = Observed::Known(policy(&json!({}), &json!([late])));
            },
            State::Waits,
            "as soon as possible: no attempt has been reported; 7 due, 20 of 20 Jobs running; the policy's OnSchedule is \
                 False (Throttled) for 60m",
        ),
        (
            "waiting",
            |it| {
                let waiting = said("Waiting", "True", "AddressCooldown", "until 10:20");
                it.item.progress.conditions = serde_json::from_value(json!([waiting])).unwrap();
            },
            State::Waits,
            "Waiting is True (AddressCooldown) for 60m: until 10:20",
        ),
        (
            "requested",
            |it| {
                it.item.request = Some("r".to_owned());
                it.policy = Observed::Forbidden;
            },
            State::Waits,
            "with the next Job, ahead of the queue, because of the request r; the length of the queue is unknown",
        ),
        (
            "deleted",
            |it| {
                it.item.deleted_at = serde_json::from_value(json!("2026-11-25T09:58:00Z")).unwrap();
                it.item.suspend = true;
            },
            State::Stops,
            "none: the object is being deleted",
        ),
        (
            "refused",
            |it| {
                let ready = said("Ready", "False", "LimitReached", "");
                it.item.progress.conditions = serde_json::from_value(json!([ready])).unwrap();
            },
            State::Stops,
            "none while Ready is False (LimitReached) for 60m",
        ),
        (
            "suspended",
            |it| it.item.suspend = true,
            State::Stops,
            "none until spec.suspend of the object is unset",
        ),
        (
            "suspended group",
            |it| it.group = Observed::Known(group_with(&json!({"suspend": true}))),
            State::Stops,
            "none until spec.suspend of the group is unset",
        ),
        (
            "suspended group, as a tenant sees it",
            |it| {
                it.group = Observed::Forbidden;
                let ready = said("Ready", "True", "GroupSuspended", "");
                it.item.progress.conditions = serde_json::from_value(json!([ready])).unwrap();
            },
            State::Stops,
            "none while the group is suspended: ask a platform admin",
        ),
        (
            "suspended policy",
            |it| it.policy = Observed::Known(policy(&json!({"suspend": true}), &json!([]))),
            State::Stops,
            "none until spec.suspend of the ScrapePolicy is unset (kubectl clipmeter undrain)",
        ),
        (
            "suspended policy, as a tenant sees it",
            |it| {
                it.policy = Observed::Forbidden;
                let ready = said("Ready", "True", "PolicySuspended", "");
                it.item.progress.conditions = serde_json::from_value(json!([ready])).unwrap();
            },
            State::Stops,
            "none while the ScrapePolicy is suspended: ask a platform admin",
        ),
        (
            "no leader",
            |it| it.now = "2026-11-25T10:05:00Z".parse().unwrap(),
            State::Stops,
            "none until an operator leads: check its pods",
        ),
    ];

    #[test]
    fn next_scrape_has_the_first_reason_that_decides() {
        for (what, change, state, text) in CASES {
            let mut snapshot = healthy();
            change(&mut snapshot);
            let next = next(&snapshot);
            assert_eq!((next.state, next.text.as_str()), (*state, *text), "{what}");
        }
    }
}
