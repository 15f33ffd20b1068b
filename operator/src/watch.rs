//! What happens to objects of a kind, without what the operator does to them itself.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use clipmeter_crds::{keep_manager_only, keys, managed_by};
use futures::{Stream, StreamExt as _, stream};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta;
use kube::runtime::reflector::store::Writer;
use kube::runtime::watcher::{self, Event};
use kube::runtime::{WatchStreamExt as _, watcher as watch};
use kube::{Api, Resource};
use serde::de::DeserializeOwned;

use crate::cluster::WATCH_SECONDS;
use crate::key::Key;
use crate::metrics::{Kind, Metrics};

/// Something that happened, and that the store has by now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    /// It is new, or what people say about it changed.
    Changed(Key),
    /// Something else about it was written: its status, or finalizers. Most often by this operator.
    Written(Key),
    /// It is no more. Another one of its name may be there.
    Gone(Key),
    /// The store has everything there is.
    All,
}

/// Keeps the store up to date and tells what happens: an object changed when its digest did. Faults are counted and the watch is begun anew.
pub(crate) fn watched<K>(
    api: Api<K>,
    config: watcher::Config,
    writer: Writer<K>,
    digest: fn(&K) -> u64,
    metrics: Arc<Metrics>,
) -> impl Stream<Item = Seen>
where
    K: Resource<DynamicType = ()> + Clone + Debug + DeserializeOwned + Send + 'static,
{
    let kind = Kind {
        kind: K::kind(&()).into_owned(),
    };
    let mut news = News::new(digest);
    watch(api, config)
        .default_backoff()
        .modify(|object| slim(object.meta_mut()))
        .reflect(writer)
        .flat_map(move |event| {
            let seen = match event {
                Ok(event) => news.of(&event),
                Err(error) => {
                    tracing::warn!(%error, kind = kind.kind, "a watch broke; beginning anew");
                    metrics.watch_errors.get_or_create(&kind).inc();
                    Vec::new()
                }
            };
            metrics
                .objects
                .get_or_create(&kind)
                .set(i64::try_from(news.known.len()).unwrap_or(i64::MAX));
            stream::iter(seen)
        })
}

/// Forgets what the operator does not go by. It holds every object, of which there are many, and what kubectl notes on them is more than
/// what they say.
fn slim(meta: &mut ObjectMeta) {
    keep_manager_only(meta);
    if let Some(annotations) = &mut meta.annotations {
        annotations.retain(|key, _| key.starts_with(keys::PREFIX));
    }
}

/// How to watch all objects of a kind.
pub(crate) fn all() -> watcher::Config {
    watcher::Config::default().timeout(WATCH_SECONDS)
}

/// Compares what comes with what came before.
struct News<K> {
    digest: fn(&K) -> u64,
    known: HashMap<Key, Known>,
    /// While everything is listed: what has come by now. The store has it when the list is complete, and so it is told then.
    listing: Option<HashMap<Key, Known>>,
}

/// Both are digests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Known {
    uid: u64,
    digest: u64,
}

impl<K: Resource<DynamicType = ()>> News<K> {
    fn new(digest: fn(&K) -> u64) -> Self {
        Self {
            digest,
            known: HashMap::new(),
            listing: None,
        }
    }

    fn of(&mut self, event: &Event<K>) -> Vec<Seen> {
        match event {
            Event::Init => {
                self.listing = Some(HashMap::new());
                Vec::new()
            }
            Event::InitApply(object) => {
                let now = self.known_of(object);
                self.listing.get_or_insert_default().insert(Key::of(object), now);
                Vec::new()
            }
            Event::InitDone => self.listed(),
            Event::Apply(object) => {
                let (key, now) = (Key::of(object), self.known_of(object));
                let before = self.known.insert(key.clone(), now);
                told(key, before, now)
            }
            Event::Delete(object) => {
                let key = Key::of(object);
                self.known.remove(&key);
                vec![Seen::Gone(key)]
            }
        }
    }

    /// A list is complete: what is not in it was deleted while nobody watched.
    fn listed(&mut self) -> Vec<Seen> {
        let now = self.listing.take().unwrap_or_default();
        let before = std::mem::replace(&mut self.known, now);
        let gone = before.keys().filter(|key| !self.known.contains_key(*key));
        let mut seen: Vec<Seen> = gone.cloned().map(Seen::Gone).collect();
        for (key, now) in &self.known {
            seen.extend(told(key.clone(), before.get(key).copied(), *now));
        }
        seen.push(Seen::All);
        seen
    }

    fn known_of(&self, object: &K) -> Known {
        Known {
            uid: digest(&object.meta().uid),
            digest: (self.digest)(object),
        }
    }
}

/// Another object of the same name is a new one, and what is known of the old one holds no more.
fn told(key: Key, before: Option<Known>, now: Known) -> Vec<Seen> {
    match before {
        Some(before) if before.uid != now.uid => vec![Seen::Gone(key.clone()), Seen::Changed(key)],
        Some(before) if before.digest == now.digest => vec![Seen::Written(key)],
        _ => vec![Seen::Changed(key)],
    }
}

/// Of all that people say about an object: its spec by the generation, which being deleted moves too, annotations, and who
/// says it. Status and finalizers are the operator's.
pub(crate) fn intent<K: Resource<DynamicType = ()>>(object: &K) -> u64 {
    let meta = object.meta();
    digest(&(
        &meta.uid,
        meta.generation,
        &meta.annotations,
        meta.deletion_timestamp.is_some(),
        managed_by(meta),
    ))
}

/// Of everything about an object.
pub(crate) fn version<K: Resource<DynamicType = ()>>(object: &K) -> u64 {
    digest(&object.meta().resource_version)
}

/// The same for what is equal, as long as the program runs.
pub(crate) fn digest(of: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use clipmeter_crds::InstagramAccount;
    use serde_json::{Value, json};

    use super::*;

    fn account(metadata: Value, status: &Value) -> InstagramAccount {
        let mut metadata = metadata;
        metadata["name"] = json!("a");
        metadata["namespace"] = json!("ns");
        serde_json::from_value(json!({"metadata": metadata, "spec": {"username": "nasa"}, "status": status}))
            .unwrap()
    }

    fn named(name: &str, uid: &str) -> InstagramAccount {
        let mut account = account(json!({"uid": uid, "generation": 1}), &json!({}));
        account.metadata.name = Some(name.to_owned());
        account
    }

    #[test]
    fn a_status_is_no_news_and_everything_that_people_say_is() {
        let mut news = News::new(intent);
        let mut is_news = |metadata, status| {
            let seen = news.of(&Event::Apply(account(metadata, &status)));
            seen != [Seen::Written(Key::new("ns", "a"))]
        };
        assert!(is_news(json!({"generation": 1}), json!({})));
        assert!(!is_news(
            json!({"generation": 1, "resourceVersion": "9"}),
            json!({"views": 7})
        ));
        assert!(!is_news(json!({"generation": 1, "finalizers": ["f"]}), json!({})));
        assert!(is_news(json!({"generation": 2}), json!({})));
        assert!(is_news(
            json!({"generation": 2, "annotations": {"clipmeter.io/a": "b"}}),
            json!({})
        ));
        assert!(is_news(
            json!({"generation": 2, "annotations": {"clipmeter.io/a": "b"}, "managedFields": [{"manager": "argocd"}]}),
            json!({})
        ));
        assert!(is_news(json!({"generation": 3, "uid": "other"}), json!({})));
    }

    #[test]
    fn what_went_while_nobody_watched_is_told_with_the_next_list() {
        let mut news = News::new(intent);
        let key = |name: &str| Key::new("ns", name);
        let list = |news: &mut News<_>, objects: &[InstagramAccount]| {
            assert!(news.of(&Event::Init).is_empty());
            for object in objects {
                let early = news.of(&Event::InitApply(object.clone()));
                assert!(early.is_empty(), "the store does not have it yet");
            }
            news.of(&Event::InitDone)
        };
        let before = [named("stays", "1"), named("goes", "2"), named("again", "3")];
        let first = list(&mut news, &before);
        assert_eq!((first.len(), first.last()), (4, Some(&Seen::All)));
        let after = [named("stays", "1"), named("again", "4"), named("new", "5")];
        let mut second = list(&mut news, &after);
        assert_eq!(second.pop(), Some(Seen::All));
        assert_eq!(second[0], Seen::Gone(key("goes")));
        let place = |seen: &Seen| second.iter().position(|it| it == seen);
        assert!(place(&Seen::Gone(key("again"))) < place(&Seen::Changed(key("again"))));
        assert!(place(&Seen::Changed(key("new"))).is_some());
        assert!(second.contains(&Seen::Written(key("stays"))));
        assert_eq!(second.len(), 5, "{second:?}");
    }

    #[test]
    fn what_others_note_on_an_object_is_not_kept() {
        let noted = json!({"annotations": {"kubectl.kubernetes.io/last-applied-configuration": "{}", "clipmeter.io/a": "b"}});
        let mut meta = account(noted, &json!({})).metadata;
        slim(&mut meta);
        assert_eq!(
            meta.annotations.unwrap().into_keys().collect::<Vec<_>>(),
            ["clipmeter.io/a"]
        );
    }

    #[test]
    fn another_object_of_the_same_name_is_a_new_one() {
        let mut news = News::new(intent);
        news.of(&Event::Apply(named("a", "1")));
        let key = Key::new("ns", "a");
        assert_eq!(
            news.of(&Event::Apply(named("a", "2"))),
            [Seen::Gone(key.clone()), Seen::Changed(key)]
        );
    }
}
