//! Accounts and videos of all kinds, and how users name them.

use clipmeter_crds::{
    ClientGroup, Condition, ConditionType, InstagramAccount, Progress, TikTokAccount, TikTokVideo, Tracked,
    keys, scrape_request,
};
use clipmeter_domain::Platform;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::Time;
use kube::{CustomResourceExt, Resource, ResourceExt as _};

use crate::cluster::{Cluster, Scope};
use crate::error::Error;
use crate::output::count;

/// The kinds of what groups track.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    InstagramAccount,
    TikTokAccount,
    TikTokVideo,
}

impl Kind {
    pub(crate) const ALL: [Self; 3] = [Self::InstagramAccount, Self::TikTokAccount, Self::TikTokVideo];

    /// Parses what kubectl accepts: kind, plural or short name, optionally with the API group.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let text = text.to_ascii_lowercase();
        let name = text
            .strip_suffix(keys::API_GROUP)
            .and_then(|name| name.strip_suffix('.'));
        let name = name.unwrap_or(&text);
        Self::ALL.into_iter().find(|kind| {
            let (singular, plural, short) = kind.names();
            name == singular.to_ascii_lowercase() || name == plural || short.contains(&name)
        })
    }

    /// Returns the kind, its plural and its short names.
    fn names(self) -> (String, String, &'static [&'static str]) {
        fn of<K: Resource<DynamicType = ()> + CustomResourceExt>() -> (String, String, &'static [&'static str])
        {
            (
                K::kind(&()).into_owned(),
                K::plural(&()).into_owned(),
                K::shortnames(),
            )
        }
        match self {
            Self::InstagramAccount => of::<InstagramAccount>(),
            Self::TikTokAccount => of::<TikTokAccount>(),
            Self::TikTokVideo => of::<TikTokVideo>(),
        }
    }

    pub(crate) fn short(self) -> &'static str {
        self.names().2.first().copied().unwrap_or_default()
    }

    pub(crate) fn name(self) -> String {
        self.names().0
    }

    pub(crate) fn platform(self) -> Platform {
        match self {
            Self::InstagramAccount => Platform::Instagram,
            Self::TikTokAccount | Self::TikTokVideo => Platform::Tiktok,
        }
    }
}

/// An account or video of any kind.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Item {
    pub(crate) kind: Kind,
    pub(crate) namespace: String,
    pub(crate) name: String,
    /// The username, or the video's ID or short link.
    pub(crate) subject: String,
    pub(crate) suspend: bool,
    pub(crate) interval_minutes: Option<i32>,
    pub(crate) scraper_pool: Option<String>,
    pub(crate) generation: Option<i64>,
    pub(crate) deleted_at: Option<Time>,
    pub(crate) has_finalizer: bool,
    /// The value of a scrape request that is not handled yet.
    pub(crate) request: Option<String>,
    pub(crate) progress: Progress,
}

impl Item {
    fn new<K: Tracked>(
        kind: Kind,
        object: &K,
        suspend: bool,
        interval_minutes: Option<i32>,
        scraper_pool: Option<&str>,
    ) -> Self {
        let meta = object.meta();
        Self {
            kind,
            namespace: object.namespace().unwrap_or_default(),
            name: object.name_any(),
            subject: object.subject(),
            suspend,
            interval_minutes,
            scraper_pool: scraper_pool.map(str::to_owned),
            generation: meta.generation,
            deleted_at: meta.deletion_timestamp.clone(),
            has_finalizer: object
                .finalizers()
                .iter()
                .any(|finalizer| finalizer == keys::FINALIZER),
            request: scrape_request(object).map(str::to_owned),
            progress: object.progress().cloned().unwrap_or_default(),
        }
    }

    pub(crate) fn condition(&self, type_: ConditionType) -> Option<&Condition> {
        condition(&self.progress.conditions, type_)
    }

    /// Returns `iga/natgeo-8178a654`.
    pub(crate) fn reference(&self) -> String {
        format!("{}/{}", self.kind.short(), self.name)
    }
}

impl From<&InstagramAccount> for Item {
    fn from(object: &InstagramAccount) -> Self {
        let spec = &object.spec;
        Self::new(
            Kind::InstagramAccount,
            object,
            spec.suspend,
            spec.interval_minutes,
            spec.scraper_pool.as_deref(),
        )
    }
}

impl From<&TikTokAccount> for Item {
    fn from(object: &TikTokAccount) -> Self {
        let spec = &object.spec;
        Self::new(
            Kind::TikTokAccount,
            object,
            spec.suspend,
            spec.interval_minutes,
            spec.scraper_pool.as_deref(),
        )
    }
}

impl From<&TikTokVideo> for Item {
    fn from(object: &TikTokVideo) -> Self {
        Self::new(Kind::TikTokVideo, object, object.spec.suspend, None, None)
    }
}

/// Returns the condition of this type.
pub(crate) fn condition(conditions: &[Condition], type_: ConditionType) -> Option<&Condition> {
    conditions
        .iter()
        .find(|condition| condition.type_ == type_.as_str())
}

/// Returns the conditions of a policy or scraper pool that report whether a platform can be scraped.
pub(crate) fn availability(platform: Platform) -> &'static [ConditionType] {
    if platform == Platform::Instagram {
        &[
            ConditionType::SessionsAvailable,
            ConditionType::InstagramAvailable,
        ]
    } else {
        &[ConditionType::TikTokAvailable]
    }
}

/// Returns the items of these kinds in the scope, in the order of kinds and namespaces.
pub(crate) async fn list(cluster: &Cluster, scope: &Scope, kinds: &[Kind]) -> Result<Vec<Item>, Error> {
    let mut items = Vec::new();
    for kind in kinds {
        match kind {
            Kind::InstagramAccount => {
                let found: Vec<InstagramAccount> = cluster.list(scope, "").await?;
                items.extend(found.iter().map(Item::from));
            }
            Kind::TikTokAccount => {
                let found: Vec<TikTokAccount> = cluster.list(scope, "").await?;
                items.extend(found.iter().map(Item::from));
            }
            Kind::TikTokVideo => {
                let found: Vec<TikTokVideo> = cluster.list(scope, "").await?;
                items.extend(found.iter().map(Item::from));
            }
        }
    }
    Ok(items)
}

/// Splits `iga/natgeo` into kind and name. Without a kind, all kinds are meant.
pub(crate) fn parse_reference(text: &str) -> Result<(Option<Kind>, &str), Error> {
    let Some((kind, name)) = text.split_once('/') else {
        return Ok((None, text));
    };
    match Kind::parse(kind) {
        Some(kind) if !name.is_empty() => Ok((Some(kind), name)),
        _ => Err(Error::Refused(format!(
            "{text} names no account or video: use KIND/NAME with one of the kinds {}",
            Kind::ALL.map(Kind::short).join(", ")
        ))),
    }
}

/// Returns the item that a user means: by the name of its object or else by its username, video ID or short link.
pub(crate) fn find<'a>(items: &'a [Item], text: &str, namespace: &str) -> Result<&'a Item, Error> {
    let (kind, name) = parse_reference(text)?;
    let of_kind = || {
        items
            .iter()
            .filter(|item| kind.is_none_or(|kind| item.kind == kind))
    };
    let mut found: Vec<&Item> = of_kind().filter(|item| item.name == name).collect();
    if found.is_empty() {
        let subject = name.trim_start_matches('@').to_ascii_lowercase();
        found = of_kind()
            .filter(|item| item.subject.to_ascii_lowercase() == subject)
            .collect();
    }
    match found.as_slice() {
        [item] => Ok(item),
        [] => Err(Error::Refused(format!(
            "no account or video {text} in the namespace {namespace}: kubectl get iga,tta,ttv -A lists all of them"
        ))),
        several => {
            let names: Vec<String> = several.iter().map(|item| item.reference()).collect();
            Err(Error::Refused(format!(
                "{text} means {}: name one of {}",
                count(several.len(), "object"),
                names.join(", ")
            )))
        }
    }
}

/// Returns the group whose namespace this is.
pub(crate) fn group_of<'a>(groups: &'a [ClientGroup], namespace: &str) -> Option<&'a ClientGroup> {
    groups.iter().find(|group| group.target_namespace() == namespace)
}

#[cfg(test)]
pub(crate) mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// Returns an Instagram account `natgeo` in `cg-acme`.
    pub(crate) fn account(spec: &Value, status: &Value) -> Item {
        let mut object = json!({
            "metadata": {"name": "natgeo-8178a654", "namespace": "cg-acme", "generation": 2},
            "spec": {"username": "natgeo"},
            "status": status,
        });
        for (key, value) in spec.as_object().into_iter().flatten() {
            object["spec"][key] = value.clone();
        }
        Item::from(&serde_json::from_value::<InstagramAccount>(object).unwrap())
    }

    #[test]
    fn kind_is_parsed_from_all_names() {
        for (text, expected) in [
            ("iga", Some(Kind::InstagramAccount)),
            ("InstagramAccount", Some(Kind::InstagramAccount)),
            ("instagramaccounts", Some(Kind::InstagramAccount)),
            ("tiktokaccounts.clipmeter.io", Some(Kind::TikTokAccount)),
            ("ttv", Some(Kind::TikTokVideo)),
            ("cg", None),
            ("", None),
            ("ig", None),
        ] {
            assert_eq!(Kind::parse(text), expected, "{text}");
        }
    }

    #[test]
    fn item_is_found_by_name_then_by_subject() {
        let of = |kind: Kind, name: &str, subject: &str| Item {
            kind,
            name: name.to_owned(),
            subject: subject.to_owned(),
            ..account(&Value::Null, &Value::Null)
        };
        let items = [
            of(Kind::InstagramAccount, "natgeo-8178a654", "natgeo"),
            of(Kind::TikTokAccount, "natgeo-8178a654", "natgeo"),
            of(Kind::TikTokAccount, "nasa", "esa"),
            of(Kind::TikTokAccount, "other", "nasa"),
            of(Kind::TikTokVideo, "v", "7350000000000000000"),
        ];
        for (text, expected) in [
            ("nasa", Ok(2)),
            ("tta/esa", Ok(2)),
            ("@ESA", Ok(2)),
            ("iga/natgeo", Ok(0)),
            ("iga/natgeo-8178a654", Ok(0)),
            ("7350000000000000000", Ok(4)),
            (
                "natgeo",
                Err("name one of iga/natgeo-8178a654, tta/natgeo-8178a654"),
            ),
            (
                "iga/nasa",
                Err("no account or video iga/nasa in the namespace cg-acme"),
            ),
            ("pod/nasa", Err("one of the kinds iga, tta, ttv")),
            ("iga/", Err("names no account or video")),
        ] {
            match (find(&items, text, "cg-acme"), expected) {
                (Ok(found), Ok(index)) => assert_eq!(found, &items[index], "{text}"),
                (Err(error), Err(part)) => assert!(error.to_string().contains(part), "{text}: {error}"),
                (found, _) => panic!("{text}: {found:?}"),
            }
        }
    }
}
