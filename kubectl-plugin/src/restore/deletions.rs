//! `restore --list`: the deletions that the cluster still has events of.

use std::collections::BTreeMap;

use clipmeter_crds::Event as EventReason;
use k8s_openapi::api::events::v1::Event;
use k8s_openapi::jiff::Timestamp;
use serde::Serialize;

use crate::cluster::{Cluster, Scope};
use crate::error::Error;
use crate::items::{self, Item, Kind};
use crate::output::{Answer, table};
use crate::time::{seconds_between, span};

/// A deletion that the cluster still shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
struct Deletion {
    namespace: String,
    kind: String,
    name: String,
    age_seconds: i64,
    /// Until when it can be undone, in words.
    note: String,
}

pub(super) async fn list(cluster: &Cluster, scope: &Scope) -> Result<Answer, Error> {
    let events: Vec<Event> = cluster.list(scope, "").await?;
    let existing = items::list(cluster, scope, &Kind::ALL).await?;
    let found = deletions(&events, &existing, cluster.now().await?);
    let rows: Vec<[String; 4]> = found
        .iter()
        .map(|it| {
            let object = format!("{}/{}", it.kind, it.name);
            [
                it.namespace.clone(),
                object,
                span(it.age_seconds),
                it.note.clone(),
            ]
        })
        .collect();
    let text = if rows.is_empty() {
        "The cluster has no event of a deletion that is not undone. The dashboard lists all of them: Admin, Data protection, Recently deleted.\n".to_owned()
    } else {
        table(["NAMESPACE", "OBJECT", "DELETED", "DETAILS"], &rows)
    };
    Answer::new(text, &found)
}

/// Returns the last deletion of each account and video that does not exist under the same name, newest first.
fn deletions(events: &[Event], existing: &[Item], now: Timestamp) -> Vec<Deletion> {
    let mut found = BTreeMap::new();
    let purged = events
        .iter()
        .filter(|event| event.reason.as_deref() == Some(EventReason::Purged.as_str()));
    for event in purged {
        let regarding = event.regarding.clone().unwrap_or_default();
        let namespace = regarding.namespace.unwrap_or_default();
        let name = regarding.name.unwrap_or_default();
        let Some(kind) = Kind::parse(&regarding.kind.unwrap_or_default()) else {
            continue;
        };
        let is_same = |item: &Item| (item.kind, &item.namespace, &item.name) == (kind, &namespace, &name);
        if existing.iter().any(is_same) {
            continue;
        }
        let series = event.series.as_ref().map(|series| series.last_observed_time.0);
        let time = series.or_else(|| event.event_time.as_ref().map(|time| time.0));
        let age_seconds = time.map_or(0, |time| seconds_between(time, now));
        let deletion = Deletion {
            namespace: namespace.clone(),
            kind: kind.name(),
            name: name.clone(),
            age_seconds,
            note: event.note.clone().unwrap_or_default(),
        };
        let last = found
            .entry((namespace, kind, name))
            .or_insert_with(|| deletion.clone());
        if age_seconds < last.age_seconds {
            *last = deletion;
        }
    }
    let mut found: Vec<Deletion> = found.into_values().collect();
    found.sort_by_key(|it| it.age_seconds);
    found
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::items::tests::account;

    #[test]
    fn deletions_are_the_last_ones_of_objects_that_do_not_exist() {
        let event = |reason: &str, kind: &str, name: &str, second: u8| -> Event {
            serde_json::from_value(json!({
                "metadata": {"name": "e"}, "reason": reason, "note": "can be restored",
                "regarding": {"kind": kind, "name": name, "namespace": "cg-acme"},
                "eventTime": format!("2026-11-25T10:00:{second:02}.000000Z"),
            }))
            .unwrap()
        };
        let events = [
            event("Purged", "InstagramAccount", "gone", 1),
            event("Purged", "InstagramAccount", "gone", 5),
            event("Purged", "InstagramAccount", "gone", 3),
            event("Purged", "InstagramAccount", "natgeo-8178a654", 2),
            event("PurgeStarted", "InstagramAccount", "gone", 9),
            event("Purged", "ClientGroup", "acme", 2),
            event("Purged", "TikTokAccount", "natgeo-8178a654", 8),
        ];
        let existing = [account(&json!({}), &Value::Null)];
        let found = deletions(&events, &existing, "2026-11-25T10:00:10Z".parse().unwrap());
        let shown: Vec<_> = found
            .iter()
            .map(|it| (it.kind.as_str(), it.name.as_str(), it.age_seconds))
            .collect();
        assert_eq!(
            shown,
            [
                ("TikTokAccount", "natgeo-8178a654", 2),
                ("InstagramAccount", "gone", 5)
            ]
        );
    }
}
