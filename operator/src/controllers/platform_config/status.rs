//! Computes the status of a platform configuration.

use clipmeter_crds::{
    Condition, ConditionChange, ConditionType, PlatformConfig, PlatformConfigStatus, Reason, clear_condition,
    set_condition,
};
use kube::ResourceExt as _;

use super::controller::PlatformConfigController;
use super::state::{ObjectRevision, SyncResult, SyncedConfig};
use crate::convert::{now, time};
use crate::status::{Reported, Reporter, StatusCache};

impl Reported for PlatformConfig {
    type Status = PlatformConfigStatus;

    fn status(&self) -> Option<&Self::Status> {
        self.status.as_ref()
    }

    fn conditions(status: &Self::Status) -> &[Condition] {
        &status.conditions
    }
}

impl Reporter for PlatformConfigController {
    type Kind = PlatformConfig;

    fn status_cache(&self) -> &StatusCache<PlatformConfig> {
        &self.status_cache
    }

    fn report(&self, object: &PlatformConfig) -> Option<PlatformConfigStatus> {
        status(object, &self.state.synced()?, now())
    }
}

/// Returns `None` until the object's current generation was sent to the API.
fn status(platform_config: &PlatformConfig, synced: &SyncedConfig, now: i64) -> Option<PlatformConfigStatus> {
    let object_revision = ObjectRevision::of(platform_config);
    let generation = object_revision.generation;
    let is_effective = platform_config.name_any() == synced.name;
    if platform_config.metadata.deletion_timestamp.is_some()
        || (is_effective && object_revision != synced.object_revision)
    {
        return None;
    }
    let mut status = platform_config.status.clone().unwrap_or_default();
    let is_changed = status.observed_generation != Some(generation);
    let older = format!("The older PlatformConfig {} takes effect", synced.name);
    let (accepted, ready, message) = match &synced.result {
        _ if !is_effective => {
            status.revision = None;
            let duplicate = (Some(false), Reason::Duplicate);
            (Some(duplicate), duplicate, older.as_str())
        }
        SyncResult::Accepted(revision) => {
            status.revision = i64::try_from(*revision).ok();
            let accepted = (Some(true), Reason::Accepted);
            (Some(accepted), (Some(true), Reason::UpToDate), "")
        }
        SyncResult::Refused(message) => {
            let invalid = (Some(false), Reason::Invalid);
            (Some(invalid), invalid, message.as_str())
        }
        SyncResult::Failed(message) => {
            // An accepted configuration stays accepted while the API is unavailable.
            let is_set = status.conditions.iter().any(|condition| {
                condition.type_ == ConditionType::Accepted.as_str()
                    && condition.observed_generation == Some(generation)
                    && condition.reason != Reason::Duplicate.as_str()
            });
            let unknown = (None, Reason::ApiUnavailable);
            (
                (!is_set).then_some(unknown),
                (Some(false), Reason::ApiUnavailable),
                message.as_str(),
            )
        }
    };
    let mut set = |type_, (status_, reason): (Option<bool>, Reason)| {
        let change = ConditionChange {
            type_,
            status: status_,
            reason: reason.as_str(),
            message,
            generation,
        };
        set_condition(&mut status.conditions, change, &time(now));
    };
    if let Some(accepted) = accepted {
        set(ConditionType::Accepted, accepted);
    }
    set(ConditionType::Ready, ready);
    // Tools fail on it instead of waiting for Ready.
    if matches!(ready.1, Reason::Duplicate | Reason::Invalid) {
        set(ConditionType::Stalled, (Some(true), ready.1));
    } else if ready.1 != Reason::ApiUnavailable || is_changed {
        clear_condition(&mut status.conditions, ConditionType::Stalled);
    }
    status.observed_generation = Some(generation);
    Some(status)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn platform_config(name: &str) -> PlatformConfig {
        serde_json::from_value(json!({"metadata": {"name": name, "uid": name, "generation": 2}, "spec": {}}))
            .unwrap()
    }

    fn synced_with(result: SyncResult) -> SyncedConfig {
        SyncedConfig {
            name: "a".to_owned(),
            object_revision: ObjectRevision::of(&platform_config("a")),
            result,
        }
    }

    fn formatted(status: &PlatformConfigStatus) -> Vec<String> {
        let conditions = status.conditions.iter();
        conditions
            .map(|it| format!("{} {} {}: {}", it.type_, it.status, it.reason, it.message))
            .collect()
    }

    #[test]
    fn platform_config_status_shows_result_and_message_of_api() {
        let accepted = status(&platform_config("a"), &synced_with(SyncResult::Accepted(7)), 0).unwrap();
        assert_eq!(
            formatted(&accepted),
            ["Accepted True Accepted: ", "Ready True UpToDate: "]
        );
        assert_eq!(
            (accepted.revision, accepted.observed_generation),
            (Some(7), Some(2))
        );

        let mut changed = platform_config("a");
        changed.status = Some(accepted);
        let refused = synced_with(SyncResult::Refused("format: must be 1".to_owned()));
        let refused = status(&changed, &refused, 0).unwrap();
        assert_eq!(
            formatted(&refused),
            [
                "Accepted False Invalid: format: must be 1",
                "Ready False Invalid: format: must be 1",
                "Stalled True Invalid: format: must be 1"
            ]
        );
        assert_eq!(refused.revision, Some(7), "the previous revision remains");

        changed.status = Some(refused);
        let mut corrected = changed.clone();
        corrected.metadata.generation = Some(3);
        let away = SyncedConfig {
            object_revision: ObjectRevision::of(&corrected),
            ..synced_with(SyncResult::Failed("away".to_owned()))
        };
        for (object, synced, is_stalled) in [
            (
                &changed,
                &synced_with(SyncResult::Failed("away".to_owned())),
                true,
            ),
            (&corrected, &away, false),
        ] {
            let unknown = formatted(&status(object, synced, 0).unwrap());
            assert_eq!(
                unknown.iter().any(|it| it.starts_with("Stalled")),
                is_stalled,
                "{unknown:?}"
            );
        }

        let accepted = status(&changed, &synced_with(SyncResult::Accepted(8)), 0).unwrap();
        assert_eq!(
            formatted(&accepted),
            ["Accepted True Accepted: ", "Ready True UpToDate: "]
        );
    }

    #[test]
    fn platform_config_duplicate_names_older_one_without_revision() {
        let mut second = platform_config("b");
        second.status = status(&platform_config("a"), &synced_with(SyncResult::Accepted(7)), 0);
        let second = status(&second, &synced_with(SyncResult::Accepted(7)), 0).unwrap();
        assert_eq!(
            formatted(&second),
            [
                "Accepted False Duplicate: The older PlatformConfig a takes effect",
                "Ready False Duplicate: The older PlatformConfig a takes effect",
                "Stalled True Duplicate: The older PlatformConfig a takes effect",
            ]
        );
        assert_eq!(second.revision, None);
    }

    #[test]
    fn platform_config_stays_accepted_while_api_is_unavailable() {
        let away = || synced_with(SyncResult::Failed("away".to_owned()));
        let new = status(&platform_config("a"), &away(), 0).unwrap();
        assert_eq!(
            formatted(&new),
            [
                "Accepted Unknown ApiUnavailable: away",
                "Ready False ApiUnavailable: away"
            ]
        );
        let mut known = platform_config("a");
        known.status = status(&known, &synced_with(SyncResult::Accepted(7)), 0);
        let known = status(&known, &away(), 0).unwrap();
        assert_eq!(
            formatted(&known),
            ["Accepted True Accepted: ", "Ready False ApiUnavailable: away"]
        );
    }

    #[test]
    fn platform_config_status_waits_for_sync_of_current_generation() {
        let mut changed = platform_config("a");
        changed.metadata.generation = Some(3);
        assert_eq!(status(&changed, &synced_with(SyncResult::Accepted(7)), 0), None);
    }
}
