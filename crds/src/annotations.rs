//! Annotations with which users make requests.

use kube::Resource;

use crate::keys::{SCRAPE_REQUESTED_AT, SKIP_PURGE};
use crate::tracked::Tracked;

/// Returns the value of an unhandled scrape request annotation. Once handled, the value is stored in `status.lastHandledRequest`.
pub fn scrape_request<K: Tracked>(object: &K) -> Option<&str> {
    let handled = object
        .progress()
        .and_then(|progress| progress.last_handled_request.as_deref());
    annotation(object, SCRAPE_REQUESTED_AT)
        .filter(|requested| !requested.is_empty() && handled != Some(*requested))
}

/// Returns whether the annotation requests deleting the object without deleting its collected data.
pub fn purge_is_skipped<K: Resource>(object: &K) -> bool {
    annotation(object, SKIP_PURGE) == Some("true")
}

fn annotation<'a, K: Resource>(object: &'a K, key: &str) -> Option<&'a str> {
    object.meta().annotations.as_ref()?.get(key).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::TikTokAccount;

    fn account(annotations: &Value, status: &Value) -> TikTokAccount {
        serde_json::from_value(json!({
            "metadata": {"name": "a", "annotations": annotations},
            "spec": {"username": "khaby.lame"},
            "status": status,
        }))
        .unwrap()
    }

    #[test]
    fn scrape_request_is_pending_until_handled() {
        let requested = json!({"clipmeter.io/scrape-requested-at": "2026-11-21T10:00:00Z"});
        for (annotations, status, expected) in [
            (json!({}), json!({}), None),
            (requested.clone(), Value::Null, Some("2026-11-21T10:00:00Z")),
            (
                requested.clone(),
                json!({"lastHandledRequest": "2026-11-20T10:00:00Z"}),
                Some("2026-11-21T10:00:00Z"),
            ),
            (
                requested,
                json!({"lastHandledRequest": "2026-11-21T10:00:00Z"}),
                None,
            ),
            (json!({"clipmeter.io/scrape-requested-at": ""}), json!({}), None),
        ] {
            assert_eq!(
                scrape_request(&account(&annotations, &status)),
                expected,
                "{annotations} {status}"
            );
        }
    }

    #[test]
    fn skip_purge_requires_the_value_true() {
        for (value, skipped) in [("true", true), ("", false), ("false", false), ("yes", false)] {
            let object = account(&json!({"clipmeter.io/skip-purge": value}), &Value::Null);
            assert_eq!(purge_is_skipped(&object), skipped, "{value}");
        }
    }
}
