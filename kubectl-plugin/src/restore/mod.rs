//! `restore`: creates the object of a deleted account or video again.

mod deletions;

use std::fmt::Debug;
use std::time::Duration;

use clipmeter_crds::{
    ConditionType, InstagramAccount, InstagramAccountSpec, Reason, TikTokAccount, TikTokAccountSpec,
    TikTokVideo, TikTokVideoSpec, account_name, video_name,
};
use clipmeter_domain::{Platform, VideoAddress};
use k8s_openapi::NamespaceResourceScope;
use kube::api::PostParams;
use kube::{Api, Resource};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::cli;
use crate::cluster::{Cluster, FIELD_MANAGER, Scope};
use crate::error::Error;
use crate::items::{self, Item, Kind};
use crate::output::{Answer, table};
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
        return deletions::list(cluster, &scope).await;
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
            .map_err(|error| wrong(format!("{error}; use the username, not the name of the object")))?;
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
                    ..Default::default()
                };
                create(cluster, &InstagramAccount::new(&self.name, spec)).await
            }
            Kind::TikTokAccount => {
                let spec = TikTokAccountSpec {
                    username: text,
                    ..Default::default()
                };
                create(cluster, &TikTokAccount::new(&self.name, spec)).await
            }
            Kind::TikTokVideo => {
                let spec = TikTokVideoSpec {
                    url: text,
                    ..Default::default()
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
            // The operator retries an API that cannot be reached.
            "False" if ready.reason != Reason::ApiUnavailable.as_str() => Some(false),
            _ => None,
        });
        let message = match ready {
            Some(ready) if ready.status == "False" => format!("{}: {}", ready.reason, ready.message),
            _ if is_ready.is_none() => "the operator has not registered it yet".to_owned(),
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
            (ready("False", "ApiUnavailable"), "created", "ApiUnavailable: m"),
        ] {
            let result = target.result(&[item]);
            assert_eq!((result.state(), result.message.as_str()), (state, message));
        }
    }
}
