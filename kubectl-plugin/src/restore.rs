//! `restore`: creates the object of a deleted account or video again, and lists deletions that the cluster still has events of.

use std::fmt::Debug;
use std::time::Duration;

use clipmeter_crds::{
    ConditionType, Event as EventReason, InstagramAccount, InstagramAccountSpec, TikTokAccount,
    TikTokAccountSpec, TikTokVideo, TikTokVideoSpec, account_name, video_name,
};
use clipmeter_domain::{Platform, VideoAddress};
use k8s_openapi::NamespaceResourceScope;
use k8s_openapi::api::events::v1::Event;
use k8s_openapi::jiff::Timestamp;
use kube::api::PostParams;
use kube::{Api, Resource};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::cli;
use crate::cluster::{Cluster, FIELD_MANAGER, Scope};
use crate::error::Error;
use crate::items::{self, Item, Kind};
use crate::output::{Answer, table};
use crate::time::span;
use crate::wait::poll;

/// The operator registers an object within seconds.
const READY_WITHIN: Duration = Duration::from_secs(30);

pub(crate) async fn run(cluster: &Cluster, arguments: &cli::Restore) -> Result<Answer, Error> {
    if arguments.list {
        let scope = if arguments.all_namespaces {
            Scope::All
        } else {
            cluster.scope()
        };
        return list(cluster, &scope).await;
    }
    let targets: Vec<Target> = arguments
        .accounts
        .iter()
        .map(|text| Target::parse(text))
        .collect::<Result<_, _>>()?;
    let existing = items::list(cluster, &cluster.scope(), &Kind::ALL).await?;
    for target in &targets {
        target.check_absent(&existing)?;
    }
    for target in &targets {
        target.create(cluster).await?;
    }
    let mut restored = Vec::new();
    let is_complete = poll(READY_WITHIN, async || {
        let items = items::list(cluster, &cluster.scope(), &Kind::ALL).await?;
        restored = targets.iter().map(|target| target.result(&items)).collect();
        Ok(restored.iter().all(|result| result.ready.is_some()))
    })
    .await?;
    answer(&restored, is_complete)
}

fn answer(restored: &[Restored], is_complete: bool) -> Result<Answer, Error> {
    let rows: Vec<[String; 4]> = restored
        .iter()
        .map(|it| {
            [
                it.object.clone(),
                it.subject.clone(),
                it.state().to_owned(),
                it.message.clone(),
            ]
        })
        .collect();
    let text = table(["OBJECT", "SUBJECT", "STATE", "DETAILS"], &rows);
    let is_refused = restored.iter().any(|it| it.ready == Some(false));
    let exit_code = if is_complete { u8::from(is_refused) } else { 3 };
    Ok(Answer::new(text, &restored)?.with_exit_code(exit_code))
}

/// A restored object.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Restored {
    object: String,
    subject: String,
    /// Whether it is tracked again; `None` while the operator has not decided.
    ready: Option<bool>,
    message: String,
}

impl Restored {
    fn state(&self) -> &'static str {
        match self.ready {
            Some(true) => "tracked",
            Some(false) => "refused",
            None => "created",
        }
    }
}

/// What to restore.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Target {
    kind: Kind,
    /// The username, or the URL of a video.
    text: String,
    /// The username, video ID or short link, as in [`Item`].
    subject: String,
    /// The name of the object, as the dashboard would name it.
    name: String,
}

impl Target {
    fn parse(text: &str) -> Result<Self, Error> {
        let wrong = |reason: String| Error::Refused(format!("{text}: {reason}"));
        let (Some(kind), rest) = items::parse_reference(text)? else {
            return Err(wrong("name the kind too, such as iga/natgeo".to_owned()));
        };
        if kind == Kind::TikTokVideo {
            let address = VideoAddress::parse(rest)
                .or_else(|| VideoAddress::of_id(rest))
                .ok_or_else(|| wrong("this is not the URL or ID of a TikTok video".to_owned()))?;
            let (subject, url) = match &address {
                VideoAddress::Video { id, url } => (id.clone(), url.clone()),
                VideoAddress::Short { url } => (url.clone(), url.clone()),
            };
            return Ok(Self {
                kind,
                name: video_name(&address),
                text: url,
                subject,
            });
        }
        let username = rest.trim_start_matches('@').to_ascii_lowercase();
        let platform: Platform = kind.platform();
        platform
            .descriptor()
            .usernames
            .check(&username)
            .map_err(|error| wrong(error.to_string()))?;
        Ok(Self {
            kind,
            name: account_name(&username),
            text: username.clone(),
            subject: username,
        })
    }

    fn is_of(&self, item: &Item) -> bool {
        item.kind == self.kind && (item.subject == self.subject || item.name == self.name)
    }

    /// Fails if an object tracks the subject, or has the name that the new object would have.
    fn check_absent(&self, existing: &[Item]) -> Result<(), Error> {
        let Some(item) = existing.iter().find(|item| self.is_of(item)) else {
            return Ok(());
        };
        let reference = format!("{} -n {}", item.reference(), item.namespace);
        Err(Error::Refused(
            match (&item.deleted_at, item.subject == self.subject) {
                (Some(_), _) => format!(
                    "{reference} is still being deleted: wait until it is gone (kubectl clipmeter why {reference} shows what it waits for)"
                ),
                (None, true) => format!("{reference} tracks {} already: nothing to restore", self.subject),
                (None, false) => format!(
                    "the name {} is taken by an object that tracks {}: create the object with another name",
                    item.name, item.subject
                ),
            },
        ))
    }

    async fn create(&self, cluster: &Cluster) -> Result<(), Error> {
        let text = self.text.clone();
        match self.kind {
            Kind::InstagramAccount => {
                let spec = InstagramAccountSpec {
                    username: text,
                    suspend: false,
                    interval_minutes: None,
                    cost: None,
                    deletion_policy: None,
                    note: None,
                };
                create(cluster, &InstagramAccount::new(&self.name, spec)).await
            }
            Kind::TikTokAccount => {
                let spec = TikTokAccountSpec {
                    username: text,
                    suspend: false,
                    interval_minutes: None,
                    cost: None,
                    deletion_policy: None,
                    note: None,
                };
                create(cluster, &TikTokAccount::new(&self.name, spec)).await
            }
            Kind::TikTokVideo => {
                let spec = TikTokVideoSpec {
                    url: text,
                    suspend: false,
                    deletion_policy: None,
                };
                create(cluster, &TikTokVideo::new(&self.name, spec)).await
            }
        }
    }

    fn result(&self, items: &[Item]) -> Restored {
        let item = items
            .iter()
            .find(|item| item.kind == self.kind && item.name == self.name);
        let ready = item.and_then(|item| item.condition(ConditionType::Ready));
        let is_ready = ready.and_then(|ready| match ready.status.as_str() {
            "True" => Some(true),
            "False" => Some(false),
            _ => None,
        });
        let message = match (is_ready, ready) {
            (Some(false), Some(ready)) => format!("{}: {}", ready.reason, ready.message),
            (None, _) => "the operator has not registered it yet".to_owned(),
            _ => String::new(),
        };
        Restored {
            object: format!("{}/{}", self.kind.short(), self.name),
            subject: self.subject.clone(),
            ready: is_ready,
            message,
        }
    }
}

async fn create<K>(cluster: &Cluster, object: &K) -> Result<(), Error>
where
    K: Resource<DynamicType = (), Scope = NamespaceResourceScope>
        + Clone
        + Debug
        + DeserializeOwned
        + Serialize,
{
    let api: Api<K> = Api::namespaced(cluster.client.clone(), &cluster.namespace);
    let params = PostParams {
        field_manager: Some(FIELD_MANAGER.to_owned()),
        ..PostParams::default()
    };
    api.create(&params, object).await?;
    Ok(())
}

/// A deletion that the cluster still shows.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
struct Deletion {
    namespace: String,
    kind: String,
    name: String,
    age_seconds: i64,
    /// Until when it can be undone, in words.
    note: String,
}

async fn list(cluster: &Cluster, scope: &Scope) -> Result<Answer, Error> {
    let events: Vec<Event> = cluster.list(scope, "").await?;
    let existing = items::list(cluster, scope, &Kind::ALL).await?;
    let found = deletions(&events, &existing, Timestamp::now());
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
        "The cluster has no event of a deletion that is not undone. The dashboard lists all of them: Admin, Recently Deleted.\n".to_owned()
    } else {
        table(["NAMESPACE", "OBJECT", "DELETED", "DETAILS"], &rows)
    };
    Answer::new(text, &found)
}

/// Returns the deletions of accounts and videos that were not undone under the same name, newest first.
fn deletions(events: &[Event], existing: &[Item], now: Timestamp) -> Vec<Deletion> {
    let mut found: Vec<Deletion> = Vec::new();
    for event in events {
        if event.reason.as_deref() != Some(EventReason::Purged.as_str()) {
            continue;
        }
        let regarding = event.regarding.clone().unwrap_or_default();
        let (Some(kind), Some(name)) = (regarding.kind, regarding.name) else {
            continue;
        };
        let Some(parsed) = Kind::parse(&kind) else {
            continue;
        };
        let namespace = regarding.namespace.unwrap_or_default();
        let exists = existing
            .iter()
            .any(|item| (item.kind, &item.namespace, &item.name) == (parsed, &namespace, &name));
        let time = event.series.as_ref().map(|series| series.last_observed_time.0);
        let time = time.or_else(|| event.event_time.as_ref().map(|time| time.0));
        let age_seconds = time.map_or(0, |time| crate::time::seconds_between(time, now));
        let note = event.note.clone().unwrap_or_default();
        // An object can be deleted more than once; the last time counts.
        let former = found
            .iter()
            .position(|it| (&it.kind, &it.namespace, &it.name) == (&kind, &namespace, &name));
        if exists || former.is_some_and(|at| found[at].age_seconds <= age_seconds) {
            continue;
        }
        if let Some(at) = former {
            found.remove(at);
        }
        found.push(Deletion {
            namespace,
            kind,
            name,
            age_seconds,
            note,
        });
    }
    found.sort_by_key(|it| it.age_seconds);
    found
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::items::tests::account;

    #[test]
    fn subject_is_a_username_or_url_with_a_kind() {
        for (text, expected) in [
            ("iga/natgeo", Ok(("natgeo", "natgeo-8178a654"))),
            (
                "TikTokAccount/@Khaby.Lame",
                Ok(("khaby.lame", "khaby-lame-0b8bc2b6")),
            ),
            (
                "ttv/https://www.tiktok.com/@nasa/video/7350000000000000000",
                Ok(("7350000000000000000", "7350000000000000000-")),
            ),
            (
                "ttv/7350000000000000000",
                Ok(("7350000000000000000", "7350000000000000000-")),
            ),
            (
                "ttv/https://example.com",
                Err("not the URL or ID of a TikTok video"),
            ),
            ("natgeo", Err("name the kind too")),
            ("iga/nat geo", Err("iga/nat geo: ")),
            ("cg/acme", Err("one of the kinds")),
        ] {
            match (Target::parse(text), expected) {
                (Ok(found), Ok((subject, name))) => {
                    assert_eq!(found.subject, subject, "{text}");
                    assert!(found.name.starts_with(name), "{text}: {}", found.name);
                }
                (Err(error), Err(part)) => assert!(error.to_string().contains(part), "{text}: {error}"),
                (found, _) => panic!("{text}: {found:?}"),
            }
        }
    }

    #[test]
    fn existing_object_is_not_restored() {
        let target = Target::parse("iga/natgeo").unwrap();
        let item = account(&json!({}), &Value::Null);
        let deleted = Item {
            deleted_at: serde_json::from_value(json!("2026-11-25T09:00:00Z")).unwrap(),
            ..item.clone()
        };
        let renamed = Item {
            name: "other".to_owned(),
            ..item.clone()
        };
        let taken = Item {
            subject: "other".to_owned(),
            ..item.clone()
        };
        let unrelated = Item {
            kind: Kind::TikTokAccount,
            ..item.clone()
        };
        for (existing, expected) in [
            (item, Some("iga/natgeo-8178a654 -n cg-acme tracks natgeo already")),
            (renamed, Some("iga/other -n cg-acme tracks natgeo already")),
            (deleted, Some("is still being deleted")),
            (taken, Some("is taken by an object that tracks other")),
            (unrelated, None),
        ] {
            let error = target
                .check_absent(&[existing])
                .err()
                .map(|error| error.to_string());
            match (error, expected) {
                (None, None) => {}
                (Some(error), Some(part)) => assert!(error.contains(part), "{error}"),
                (error, expected) => panic!("{error:?} {expected:?}"),
            }
        }
    }

    #[test]
    fn result_is_the_condition_ready() {
        let target = Target::parse("iga/natgeo").unwrap();
        let ready = |status: &str, reason: &str| {
            let condition = json!({
                "type": "Ready", "status": status, "reason": reason, "message": "m",
                "lastTransitionTime": "2026-11-25T09:00:00Z",
            });
            account(&json!({}), &json!({"conditions": [condition]}))
        };
        for (item, state, message) in [
            (
                account(&json!({}), &Value::Null),
                "created",
                "the operator has not registered it yet",
            ),
            (
                ready("Unknown", "Pending"),
                "created",
                "the operator has not registered it yet",
            ),
            (ready("True", "UpToDate"), "tracked", ""),
            (ready("False", "LimitReached"), "refused", "LimitReached: m"),
        ] {
            let result = target.result(&[item]);
            assert_eq!((result.state(), result.message.as_str()), (state, message));
        }
    }

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
