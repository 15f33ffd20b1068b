//! Decides which status changes are urgent.

use clipmeter_crds::{Condition, ConditionType};

use super::Reported;

/// Returns whether a new status changes conditions or handles a request. Other changes affect only numbers, which may be minutes
/// old.
pub(super) fn is_urgent<K: Reported>(before: Option<&K::Status>, after: &K::Status) -> bool {
    before.is_none_or(|before| {
        K::handled_request(before) != K::handled_request(after)
            || !is_equivalent(K::conditions(before), K::conditions(after))
    })
}

/// Returns whether the conditions are equal except for messages, whose details change with every attempt, and waits without a
/// request, which affect thousands of accounts at once.
fn is_equivalent(before: &[Condition], after: &[Condition]) -> bool {
    let key = |condition: &Condition| {
        let Condition {
            type_,
            status,
            reason,
            ..
        } = condition.clone();
        (type_, status, reason, condition.observed_generation)
    };
    let keys = |conditions: &[Condition]| -> Vec<_> {
        let waiting = ConditionType::Waiting.as_str();
        let conditions = conditions.iter().filter(|condition| condition.type_ != waiting);
        conditions.map(key).collect()
    };
    keys(before) == keys(after)
}

#[cfg(test)]
mod tests {
    use clipmeter_crds::{InstagramAccount, InstagramAccountStatus};
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn status_change_is_urgent_for_conditions_but_not_counts() {
        let status = |change: &Value| -> InstagramAccountStatus {
            let mut status = json!({
                "posts": 7, "views": 10, "lastHandledRequest": "1",
                "conditions": [{
                    "type": "Scraped", "status": "False", "reason": "rate_limited", "message": "HTTP 429",
                    "observedGeneration": 2, "lastTransitionTime": "2026-11-21T10:00:00Z",
                }],
            });
            for (path, value) in change.as_object().unwrap() {
                *status.pointer_mut(path).unwrap() = value.clone();
            }
            serde_json::from_value(status).unwrap()
        };
        let before = status(&json!({}));
        for (change, expected) in [
            (json!({}), false),
            (json!({"/posts": 8, "/views": 11}), false),
            (json!({"/conditions/0/message": "HTTP 420"}), false),
            (json!({"/conditions/0/reason": "blocked"}), true),
            (json!({"/conditions/0/status": "True"}), true),
            (json!({"/conditions/0/observedGeneration": 3}), true),
            (json!({"/conditions": []}), true),
            (json!({"/lastHandledRequest": "2"}), true),
        ] {
            let after = status(&change);
            assert_eq!(
                is_urgent::<InstagramAccount>(Some(&before), &after),
                expected,
                "{change}"
            );
        }
        assert!(is_urgent::<InstagramAccount>(None, &before));
    }
}
