//! Standard Kubernetes conditions.

pub use k8s_openapi::apimachinery::pkg::apis::meta::v1::Condition;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::Time;
use strum::{IntoStaticStr, VariantArray};

/// Types of conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoStaticStr, VariantArray)]
pub enum ConditionType {
    /// All resources: the resource is accepted and takes effect. This is the condition to wait for.
    Ready,
    /// Groups, accounts, videos, platform configurations and scraper pools: the resource is rejected until it, or the resource it
    /// conflicts with, is changed. Otherwise, the condition is absent.
    Stalled,
    /// Accounts and videos: the API tracks the item for the group.
    Registered,
    /// Accounts and videos: the last scrape succeeded. The reason is the outcome's code.
    Scraped,
    /// Accounts and videos: the numbers are at most two intervals old. Absent while scraping is suspended.
    Fresh,
    /// Platform configuration: scrapers use this configuration.
    Accepted,
    /// Policy: due accounts are scraped in time; otherwise the reason is a limit or a platform that cannot be scraped. Absent while
    /// scraping is suspended or the API is unreachable.
    OnSchedule,
    /// Policy and scraper pools: Instagram sessions are available, if any are needed.
    SessionsAvailable,
    /// Policy and scraper pools: Instagram can be scraped; otherwise the message states the reason and the time of the next attempt.
    InstagramAvailable,
    /// Policy and scraper pools: TikTok can be scraped; otherwise the message states the reason and the time of the next attempt.
    TikTokAvailable,
    /// Accounts and videos: a scrape is due or was requested, and cannot run now. Otherwise, the condition is absent.
    Waiting,
    /// Accounts and videos: False while another group that tracks it decides the scraper pool. Otherwise, the condition is absent.
    PoolInEffect,
    /// Groups: namespace, quota and role bindings are in place.
    Provisioned,
    /// Groups, accounts and videos: collected data is being deleted.
    Purging,
}

impl ConditionType {
    /// All variants.
    pub const ALL: &[Self] = <Self as VariantArray>::VARIANTS;

    /// Returns the variant's name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// A condition to set.
#[derive(Clone, Copy, Debug)]
pub struct ConditionChange<'a> {
    /// The condition to set.
    pub type_: ConditionType,
    /// `Some(true)` is True, `Some(false)` is False, and `None` is Unknown.
    pub status: Option<bool>,
    /// A [`crate::Reason`], or the code of an outcome.
    pub reason: &'a str,
    /// Human-readable details; empty when the reason is sufficient.
    pub message: &'a str,
    /// `metadata.generation` of the observed object.
    pub generation: i64,
}

/// Sets the condition, and returns whether anything changed, so that a status is written only on changes. The transition time
/// changes with the status, not with the reason, as `kubectl wait` and dashboards expect. New conditions come last.
pub fn set_condition(conditions: &mut Vec<Condition>, change: ConditionChange<'_>, now: &Time) -> bool {
    let status = match change.status {
        Some(true) => "True",
        Some(false) => "False",
        None => "Unknown",
    };
    let type_ = change.type_.as_str();
    let index = conditions.iter().position(|condition| condition.type_ == type_);
    let before = index.and_then(|index| conditions.get(index));
    let transition = before
        .filter(|before| before.status == status)
        .map_or(now, |before| &before.last_transition_time);
    let after = Condition {
        type_: type_.to_owned(),
        status: status.to_owned(),
        reason: change.reason.to_owned(),
        message: change.message.to_owned(),
        observed_generation: Some(change.generation),
        last_transition_time: transition.clone(),
    };
    if before == Some(&after) {
        return false;
    }
    match index {
        Some(index) => conditions[index] = after,
        None => conditions.push(after),
    }
    true
}

/// Removes a condition that is present only while it is True.
pub fn clear_condition(conditions: &mut Vec<Condition>, type_: ConditionType) {
    conditions.retain(|condition| condition.type_ != type_.as_str());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Reason;

    fn at(hour: u8) -> Time {
        serde_json::from_value(format!("2026-11-21T{hour:02}:00:00Z").into()).unwrap()
    }

    fn ready(status: bool, reason: Reason) -> ConditionChange<'static> {
        ConditionChange {
            type_: ConditionType::Ready,
            status: Some(status),
            reason: reason.as_str(),
            message: "",
            generation: 1,
        }
    }

    #[test]
    fn transition_time_changes_only_with_status() {
        let mut conditions = Vec::new();
        for (change, now, changed, transition) in [
            (ready(false, Reason::Pending), 1, true, 1),
            (ready(false, Reason::Pending), 2, false, 1),
            (ready(false, Reason::OutsideGroup), 3, true, 1),
            (ready(true, Reason::UpToDate), 4, true, 4),
            (
                ConditionChange {
                    generation: 2,
                    ..ready(true, Reason::UpToDate)
                },
                5,
                true,
                4,
            ),
            (
                ConditionChange {
                    message: "Once more",
                    generation: 2,
                    ..ready(true, Reason::UpToDate)
                },
                6,
                true,
                4,
            ),
        ] {
            assert_eq!(
                set_condition(&mut conditions, change, &at(now)),
                changed,
                "{change:?}"
            );
            assert_eq!(conditions.len(), 1);
            assert_eq!(conditions[0].last_transition_time, at(transition), "{change:?}");
            assert_eq!(conditions[0].observed_generation, Some(change.generation));
            assert_eq!(conditions[0].reason, change.reason);
        }
    }

    #[test]
    fn set_condition_keeps_other_conditions_in_place() {
        let mut conditions = Vec::new();
        let scraped = ConditionChange {
            type_: ConditionType::Scraped,
            reason: "rate_limited",
            ..ready(false, Reason::Pending)
        };
        set_condition(&mut conditions, scraped, &at(1));
        set_condition(
            &mut conditions,
            ConditionChange {
                status: None,
                ..ready(true, Reason::Pending)
            },
            &at(2),
        );
        set_condition(
            &mut conditions,
            ConditionChange {
                status: Some(true),
                reason: "ok",
                ..scraped
            },
            &at(3),
        );
        let shown: Vec<_> = conditions
            .iter()
            .map(|it| (it.type_.as_str(), it.status.as_str(), it.reason.as_str()))
            .collect();
        assert_eq!(
            shown,
            [("Scraped", "True", "ok"), ("Ready", "Unknown", "Pending")]
        );
    }
}
