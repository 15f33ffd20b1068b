//! Duplicates: objects with the same subject, or several objects of a kind of which only one takes effect. An API server cannot
//! reject them, because its rules evaluate one object at a time.

use std::collections::BTreeMap;

use kube::Resource;

use crate::tracked::Tracked;

/// An object that is ignored because another one takes effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duplicate<'a> {
    /// Name of the ignored object.
    pub name: &'a str,
    /// Name of the object that takes effect instead.
    pub of: &'a str,
}

/// Returns the objects that are ignored because another object of their namespace tracks the same subject. The oldest object
/// takes effect; if several were created in the same second, the first by name. The result is sorted by name within each
/// subject, regardless of the order of `objects`.
pub fn duplicates<'a, K: Tracked + 'a>(objects: impl IntoIterator<Item = &'a K>) -> Vec<Duplicate<'a>> {
    let mut subjects: BTreeMap<(&str, String), Vec<&K>> = BTreeMap::new();
    for object in objects {
        let namespace = object.meta().namespace.as_deref().unwrap_or_default();
        subjects
            .entry((namespace, object.subject()))
            .or_default()
            .push(object);
    }
    let mut duplicates = Vec::new();
    for mut same in subjects.into_values() {
        same.sort_by_key(|object| age_order(*object));
        if let Some((oldest, others)) = same.split_first() {
            duplicates.extend(others.iter().map(|object| Duplicate {
                name: name(*object),
                of: name(*oldest),
            }));
        }
    }
    duplicates
}

/// Returns the object that takes effect where only one may: the oldest or, if several were created in the same second, the first
/// by name.
pub fn oldest<'a, K: Resource + 'a>(objects: impl IntoIterator<Item = &'a K>) -> Option<&'a K> {
    objects.into_iter().min_by_key(|object| age_order(*object))
}

fn name(object: &impl Resource) -> &str {
    object.meta().name.as_deref().unwrap_or_default()
}

/// Returns a sort key: older objects come first, and an object that is not yet on the API server last.
fn age_order<K: Resource>(object: &K) -> impl Ord + use<'_, K> {
    let created = object.meta().creation_timestamp.as_ref().map(|time| time.0);
    (created.is_none(), created, name(object))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{InstagramAccount, TikTokVideo};

    fn account(namespace: &str, name: &str, username: &str, second: u8) -> InstagramAccount {
        serde_json::from_value(json!({
            "apiVersion": "clipmeter.io/v1beta1",
            "kind": "InstagramAccount",
            "metadata": {
                "name": name,
                "namespace": namespace,
                "creationTimestamp": format!("2026-11-21T10:00:{second:02}Z"),
            },
            "spec": {"username": username},
        }))
        .unwrap()
    }

    fn video(name: &str, url: &str, video_id: Option<&str>) -> TikTokVideo {
        serde_json::from_value(json!({
            "apiVersion": "clipmeter.io/v1beta1",
            "kind": "TikTokVideo",
            "metadata": {"name": name, "namespace": "cg-acme"},
            "spec": {"url": url},
            "status": {"videoId": video_id},
        }))
        .unwrap()
    }

    #[test]
    fn duplicates_yield_to_the_oldest_then_first_name() {
        let mut objects = vec![
            account("cg-acme", "c", "natgeo", 5),
            account("cg-acme", "b", "natgeo", 9),
            account("cg-acme", "a", "natgeo", 9),
            account("cg-acme", "d", "nasa", 1),
            account("cg-other", "e", "natgeo", 1),
        ];
        let expected = [Duplicate { name: "a", of: "c" }, Duplicate { name: "b", of: "c" }];
        assert_eq!(duplicates(&objects), expected);
        objects.reverse();
        assert_eq!(duplicates(&objects), expected);
        let same = objects.iter().filter(|object| object.spec.username == "natgeo");
        let oldest = oldest(same).and_then(|object| object.metadata.name.as_deref());
        assert_eq!(oldest, Some("e"));
    }

    #[test]
    fn duplicate_not_created_yet_is_the_youngest() {
        let mut new = account("cg-acme", "a", "natgeo", 0);
        new.metadata.creation_timestamp = None;
        let objects = [new, account("cg-acme", "b", "natgeo", 59)];
        assert_eq!(duplicates(&objects), [Duplicate { name: "a", of: "b" }]);
    }

    #[test]
    fn duplicate_videos_are_recognized_by_id() {
        let id = "7526770564367748360";
        let objects = [
            video("a", &format!("https://www.tiktok.com/@u/video/{id}?x=1"), None),
            video("b", &format!("https://m.tiktok.com/v/{id}.html"), None),
            video("c", "https://vm.tiktok.com/ZMabc1234/", Some(id)),
            video("d", "https://vm.tiktok.com/ZMabc1234", None),
        ];
        let expected = [Duplicate { name: "b", of: "a" }, Duplicate { name: "c", of: "a" }];
        assert_eq!(duplicates(&objects), expected);
    }
}
