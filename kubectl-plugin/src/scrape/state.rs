//! The state of a requested scrape, from an account or video at the time of the request and now.

use clipmeter_crds::{ConditionType, Reason};
use serde::Serialize;

use crate::items::Item;

/// The state of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "camelCase")]
pub(super) enum State {
    /// It was not requested, for this reason.
    Skipped { reason: String },
    /// The annotation is set; there may be a reason why it has to wait.
    Requested {
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// There is a Job.
    Started,
    /// An attempt was reported after the request.
    Finished { outcome: String, success: bool },
    /// The object was deleted in the meantime.
    Deleted,
}

impl State {
    pub(super) fn is_final(&self) -> bool {
        matches!(self, Self::Skipped { .. } | Self::Finished { .. } | Self::Deleted)
    }

    pub(super) fn cells(&self) -> [String; 2] {
        let (state, details) = match self {
            Self::Skipped { reason } => ("skipped", reason.clone()),
            Self::Requested { reason } => ("requested", reason.clone().unwrap_or_default()),
            Self::Started => ("started", String::new()),
            Self::Finished {
                outcome,
                success: true,
            } => ("succeeded", outcome.clone()),
            Self::Finished {
                outcome,
                success: false,
            } => ("failed", outcome.clone()),
            Self::Deleted => ("deleted", String::new()),
        };
        [state.to_owned(), details]
    }
}

/// Returns why a request would stay pending until someone changes something.
pub(super) fn blocked(item: &Item) -> Option<String> {
    if item.deleted_at.is_some() {
        return Some("the object is being deleted".to_owned());
    }
    if item.suspend {
        return Some("suspended: unset spec.suspend first".to_owned());
    }
    let ready = item.condition(ConditionType::Ready)?;
    let is_suspended = [Reason::GroupSuspended, Reason::PolicySuspended]
        .iter()
        .any(|reason| reason.as_str() == ready.reason);
    if ready.status == "True" && !is_suspended {
        return None;
    }
    // A new object becomes ready in a moment, and the operator retries an API that cannot be reached.
    if ready.status != "False" && !is_suspended || ready.reason == Reason::ApiUnavailable.as_str() {
        return None;
    }
    let details = if ready.message.is_empty() {
        String::new()
    } else {
        format!(": {}", ready.message)
    };
    Some(format!("{}{details}", ready.reason))
}

/// Compares the object with itself at the time of the request. An attempt changes the time of the last success, or the number of
/// failures.
pub(super) fn state_of(before: &Item, now: Option<&Item>) -> State {
    let Some(now) = now.filter(|now| now.deleted_at.is_none()) else {
        return State::Deleted;
    };
    if now.request.is_some() {
        let waiting = now.condition(ConditionType::Waiting);
        let reason = waiting.map(|waiting| format!("{}: {}", waiting.reason, waiting.message));
        return State::Requested {
            reason: reason.or_else(|| blocked(now)),
        };
    }
    let attempt = |item: &Item| {
        let progress = &item.progress;
        (
            progress.last_scrape_time.clone(),
            progress.consecutive_failures,
            progress.last_outcome.clone(),
        )
    };
    if attempt(before) == attempt(now) {
        return State::Started;
    }
    let scraped = now.condition(ConditionType::Scraped);
    State::Finished {
        outcome: now.progress.last_outcome.clone().unwrap_or_default(),
        success: scraped.is_some_and(|scraped| scraped.status == "True"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::items::tests::account;

    fn condition(type_: &str, status: &str, reason: &str, message: &str) -> Value {
        json!({
            "type": type_, "status": status, "reason": reason, "message": message,
            "lastTransitionTime": "2026-11-25T09:00:00Z",
        })
    }

    #[test]
    fn objects_that_cannot_be_scraped_are_skipped_with_reason() {
        for (suspend, status, reason, message, expected) in [
            (false, "True", "UpToDate", "", None),
            (
                true,
                "True",
                "Suspended",
                "",
                Some("suspended: unset spec.suspend first"),
            ),
            (false, "True", "GroupSuspended", "", Some("GroupSuspended")),
            (false, "True", "PolicySuspended", "", Some("PolicySuspended")),
            (
                false,
                "False",
                "Duplicate",
                "old tracks it",
                Some("Duplicate: old tracks it"),
            ),
            (false, "Unknown", "Pending", "", None),
            (false, "False", "ApiUnavailable", "away", None),
        ] {
            let conditions = json!([condition("Ready", status, reason, message)]);
            let item = account(&json!({"suspend": suspend}), &json!({"conditions": conditions}));
            assert_eq!(blocked(&item).as_deref(), expected, "{reason}");
        }
        assert_eq!(blocked(&account(&json!({}), &Value::Null)), None, "a new object");
    }

    #[test]
    fn request_is_finished_when_an_attempt_was_reported_after_it_was_handled() {
        let at = |time: &str, failures: i32, outcome: &str, request: Option<&str>, conditions: Value| {
            let mut item = account(
                &json!({}),
                &json!({
                    "lastScrapeTime": time, "consecutiveFailures": failures, "lastOutcome": outcome,
                    "conditions": conditions,
                }),
            );
            item.request = request.map(str::to_owned);
            item
        };
        let (old, new) = ("2026-11-25T09:00:00Z", "2026-11-25T10:00:00Z");
        let scraped = |status: &str| json!([condition("Scraped", status, "x", "")]);
        let before = at(old, 1, "private", None, json!([]));
        let requested = |reason: Option<&str>| State::Requested {
            reason: reason.map(str::to_owned),
        };
        let finished = |outcome: &str, success| State::Finished {
            outcome: outcome.to_owned(),
            success,
        };
        for (now, expected) in [
            (at(old, 1, "private", Some("r"), json!([])), requested(None)),
            (
                at(
                    old,
                    1,
                    "private",
                    Some("r"),
                    json!([condition("Waiting", "True", "RateLimit", "until 10:20")]),
                ),
                requested(Some("RateLimit: until 10:20")),
            ),
            // An attempt of an earlier run.
            (at(new, 0, "ok", Some("r"), scraped("True")), requested(None)),
            (at(old, 1, "private", None, json!([])), State::Started),
            (
                at(old, 2, "private", None, scraped("False")),
                finished("private", false),
            ),
            (at(new, 0, "ok", None, scraped("True")), finished("ok", true)),
        ] {
            assert_eq!(state_of(&before, Some(&now)), expected, "{now:?}");
        }
        assert_eq!(state_of(&before, None), State::Deleted);
    }
}
