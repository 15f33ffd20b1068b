//! Computes the status of a group.

use clipmeter_crds::{
    AccountCounts, ClientGroup, ClientGroupStatus, Condition, ConditionChange, ConditionType, Reason,
    TrackedCounts, clear_condition, set_condition,
};
use clipmeter_scheduler::PoolId;
use kube::{Resource as _, ResourceExt as _};

use super::ClientGroupController;
use crate::convert::{now, time};
use crate::state::{GroupRefusal, GroupState, names_pools};
use crate::status::{Reported, Reporter, StatusCache};

/// The numbers of what a group tracks.
#[derive(Clone, Copy, Default)]
struct Counts {
    accounts: AccountCounts,
    videos: TrackedCounts,
}

/// Message for the moment after a quota was created or changed.
const QUOTA_PENDING: &str = "The quota does not count the group's accounts yet";
/// Message while no object of the group's scraper pool takes effect.
const POOL_MISSING: &str = "The scraper pool of the group does not exist, so nothing is read for the group";

impl Reported for ClientGroup {
    type Status = ClientGroupStatus;

    fn status(&self) -> Option<&Self::Status> {
        self.status.as_ref()
    }

    fn conditions(status: &Self::Status) -> &[Condition] {
        &status.conditions
    }
}

impl Reporter for ClientGroupController {
    type Kind = ClientGroup;

    fn status_cache(&self) -> &StatusCache<ClientGroup> {
        &self.groups.status_cache
    }

    fn report(&self, group: &ClientGroup) -> Option<ClientGroupStatus> {
        let state = self.groups.state(&group.name_any())?;
        let namespace = group.target_namespace();
        let counts = |(tracked, failing)| TrackedCounts { tracked, failing };
        let counts = Counts {
            accounts: AccountCounts {
                instagram: counts(self.trackers.instagram_accounts.counts(&namespace)?),
                tiktok: counts(self.trackers.tiktok_accounts.counts(&namespace)?),
            },
            videos: counts(self.trackers.tiktok_videos.counts(&namespace)?),
        };
        let selected = group.spec.scraper_pool.as_deref().unwrap_or_default();
        let is_pool_missing = self.pools.is_missing(PoolId::of(selected));
        Some(status(group, &state, counts, is_pool_missing, now()))
    }
}

/// Returns the last written status, updated with the current state.
fn status(
    group: &ClientGroup,
    state: &GroupState,
    counts: Counts,
    is_pool_missing: bool,
    now: i64,
) -> ClientGroupStatus {
    let mut status = group.status.clone().unwrap_or_default();
    if group.metadata.deletion_timestamp.is_none() && state.purge.is_none() {
        clear_condition(&mut status.conditions, ConditionType::Purging);
    }
    let generation = group.meta().generation.unwrap_or(0);
    let is_written = status.conditions.iter().any(|condition| {
        condition.type_ == ConditionType::Ready.as_str() && condition.observed_generation == Some(generation)
    });
    let mut set = |type_, state, reason: Reason, message: &str| {
        let change = ConditionChange {
            type_,
            status: state,
            reason: reason.as_str(),
            message,
            generation,
        };
        set_condition(&mut status.conditions, change, &time(now));
    };
    if let Some(purge) = &state.purge {
        let (reason, message) = purge.condition();
        set(ConditionType::Purging, Some(true), reason, message);
        return status;
    }
    if let Some(message) = &state.rejection {
        set(ConditionType::Provisioned, None, Reason::Pending, message);
        set(ConditionType::Ready, None, Reason::Pending, message);
        status.observed_generation = Some(generation);
        return status;
    }
    let Some(namespace) = &state.namespace else {
        return status;
    };
    match namespace {
        Ok(()) if !state.counted => set(ConditionType::Provisioned, None, Reason::Pending, QUOTA_PENDING),
        Ok(()) => set(ConditionType::Provisioned, Some(true), Reason::Provisioned, ""),
        Err(GroupRefusal { reason, message }) => {
            set(ConditionType::Provisioned, Some(false), *reason, message);
        }
    }
    status.observed_generation = Some(generation);
    status.accounts = Some(counts.accounts);
    status.videos = Some(counts.videos);
    let refusal = namespace.as_ref().err();
    let refusal = refusal.or(state
        .registered
        .as_ref()
        .and_then(|registered| registered.as_ref().err()));
    let (ready, reason, message) = match refusal {
        Some(GroupRefusal { reason, message }) => (Some(false), *reason, message.as_str()),
        None if !state.counted => (None, Reason::Pending, QUOTA_PENDING),
        // The API receives the pools a moment after this operator became the leader.
        None if state.registered.is_none() && is_written && names_pools(group) => return status,
        None if state.registered.is_none() => (None, Reason::Pending, ""),
        None if group.spec.suspend => (Some(true), Reason::Suspended, ""),
        // The pool may be created later, so the group is registered and not stalled.
        None if is_pool_missing => (Some(false), Reason::PoolMissing, POOL_MISSING),
        None => (Some(true), Reason::UpToDate, ""),
    };
    set(ConditionType::Ready, ready, reason, message);
    let is_stalled = matches!(
        reason,
        Reason::NamespaceInUse | Reason::Duplicate | Reason::Invalid
    );
    if is_stalled {
        set(ConditionType::Stalled, Some(true), reason, message);
    } else {
        clear_condition(&mut status.conditions, ConditionType::Stalled);
    }
    status
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::kubernetes::finalizer::PurgeState;

    fn group(suspend: bool) -> ClientGroup {
        serde_json::from_value(json!({
            "metadata": {"name": "acme", "generation": 3},
            "spec": {"displayName": "Acme", "suspend": suspend},
        }))
        .unwrap()
    }

    fn rendered(group: &ClientGroup, state: &GroupState) -> serde_json::Value {
        let counts = Counts {
            accounts: AccountCounts {
                instagram: TrackedCounts {
                    tracked: 2,
                    failing: 1,
                },
                ..AccountCounts::default()
            },
            videos: TrackedCounts {
                tracked: 3,
                failing: 0,
            },
        };
        serde_json::to_value(status(group, state, counts, false, 1_795_255_200)).unwrap()
    }

    #[test]
    fn group_with_namespace_and_registration_is_ready() {
        let state = GroupState {
            namespace: Some(Ok(())),
            counted: true,
            registered: Some(Ok(())),
            ..GroupState::default()
        };
        let condition = |type_: &str, reason: &str| {
            json!({
                "type": type_, "status": "True", "reason": reason, "message": "", "observedGeneration": 3,
                "lastTransitionTime": "2026-11-21T10:00:00Z",
            })
        };
        let expected = |reason: &str| {
            json!({
                "observedGeneration": 3,
                "conditions": [condition("Provisioned", "Provisioned"), condition("Ready", reason)],
                "accounts": {"instagram": {"tracked": 2, "failing": 1}, "tiktok": {"tracked": 0, "failing": 0}},
                "videos": {"tracked": 3, "failing": 0},
            })
        };
        assert_eq!(rendered(&group(false), &state), expected("UpToDate"));
        assert_eq!(rendered(&group(true), &state), expected("Suspended"));
    }

    #[test]
    fn group_status_reports_reason_when_not_ready() {
        let refusal = |reason| GroupRefusal {
            reason,
            message: "why".to_owned(),
        };
        for (state, expected) in [
            (
                GroupState {
                    namespace: Some(Err(refusal(Reason::NamespaceInUse))),
                    registered: Some(Ok(())),
                    ..GroupState::default()
                },
                vec![
                    ("Provisioned", "False", "NamespaceInUse"),
                    ("Ready", "False", "NamespaceInUse"),
                    ("Stalled", "True", "NamespaceInUse"),
                ],
            ),
            (
                GroupState {
                    namespace: Some(Ok(())),
                    counted: true,
                    registered: Some(Err(refusal(Reason::ApiUnavailable))),
                    ..GroupState::default()
                },
                vec![
                    ("Provisioned", "True", "Provisioned"),
                    ("Ready", "False", "ApiUnavailable"),
                ],
            ),
            (
                GroupState {
                    namespace: Some(Ok(())),
                    counted: true,
                    registered: Some(Err(refusal(Reason::Invalid))),
                    ..GroupState::default()
                },
                vec![
                    ("Provisioned", "True", "Provisioned"),
                    ("Ready", "False", "Invalid"),
                    ("Stalled", "True", "Invalid"),
                ],
            ),
            (
                GroupState {
                    namespace: Some(Ok(())),
                    registered: Some(Ok(())),
                    ..GroupState::default()
                },
                vec![
                    ("Provisioned", "Unknown", "Pending"),
                    ("Ready", "Unknown", "Pending"),
                ],
            ),
            (
                GroupState {
                    namespace: Some(Ok(())),
                    counted: true,
                    ..GroupState::default()
                },
                vec![
                    ("Provisioned", "True", "Provisioned"),
                    ("Ready", "Unknown", "Pending"),
                ],
            ),
            (
                GroupState {
                    namespace: Some(Ok(())),
                    rejection: Some("quotas are forbidden".to_owned()),
                    registered: Some(Ok(())),
                    ..GroupState::default()
                },
                vec![
                    ("Provisioned", "Unknown", "Pending"),
                    ("Ready", "Unknown", "Pending"),
                ],
            ),
            (
                GroupState {
                    purge: Some(PurgeState {
                        stored: Some("can be restored by creating it again".into()),
                        blocked: Some("why".into()),
                    }),
                    ..GroupState::default()
                },
                vec![("Purging", "True", "PurgeBlocked")],
            ),
        ] {
            let status = status(&group(false), &state, Counts::default(), false, 0);
            let said: Vec<_> = status
                .conditions
                .iter()
                .map(|it| (it.type_.as_str(), it.status.as_str(), it.reason.as_str()))
                .collect();
            assert_eq!(said, expected);
        }
    }

    #[test]
    fn group_that_names_pools_keeps_written_ready_before_registration() {
        let unregistered = GroupState {
            namespace: Some(Ok(())),
            counted: true,
            ..GroupState::default()
        };
        let registered = GroupState {
            registered: Some(Ok(())),
            ..unregistered.clone()
        };
        let mut group = group(false);
        group.status = Some(status(&group, &registered, Counts::default(), false, 0));
        let ready = |group: &ClientGroup| {
            let status = status(group, &unregistered, Counts::default(), false, 0);
            let mut conditions = status.conditions.iter();
            let ready = conditions.find(|it| it.type_ == "Ready").unwrap();
            format!("{} {}", ready.status, ready.reason)
        };
        assert_eq!(ready(&group), "Unknown Pending");
        group.spec.scraper_pool = Some("eu".to_owned());
        assert_eq!(ready(&group), "True UpToDate");
        group.metadata.generation = Some(4);
        assert_eq!(ready(&group), "Unknown Pending", "the spec has changed");
    }

    #[test]
    fn group_without_its_pool_is_not_ready_and_not_stalled() {
        let state = GroupState {
            namespace: Some(Ok(())),
            counted: true,
            registered: Some(Ok(())),
            ..GroupState::default()
        };
        for (suspend, expected) in [(false, "False PoolMissing"), (true, "True Suspended")] {
            let status = status(&group(suspend), &state, Counts::default(), true, 0);
            let said: Vec<_> = status
                .conditions
                .iter()
                .map(|it| format!("{} {} {}", it.type_, it.status, it.reason))
                .collect();
            let ready = format!("Ready {expected}");
            assert_eq!(said, ["Provisioned True Provisioned", ready.as_str()]);
        }
    }
}
