use clipmeter_crds::InstagramAccount;
use serde_json::{Value, json};

use super::*;
use crate::kubernetes::watch::intent;

type Accounts = ObjectStore<InstagramAccount>;

fn account(metadata: Value, status: &Value) -> InstagramAccount {
    let mut metadata = metadata;
    metadata["namespace"] = json!("ns");
    if metadata["name"].is_null() {
        metadata["name"] = json!("a");
    }
    serde_json::from_value(json!({"metadata": metadata, "spec": {"username": "nasa"}, "status": status}))
        .unwrap()
}

fn named(name: &str, uid: &str) -> InstagramAccount {
    account(json!({"name": name, "uid": uid, "generation": 1}), &json!({}))
}

fn versioned(uid: &str, version: &str, generation: i64) -> InstagramAccount {
    account(
        json!({"uid": uid, "resourceVersion": version, "generation": generation}),
        &json!({}),
    )
}

fn key(name: &str) -> ObjectKey {
    ObjectKey::new("ns", name)
}

fn parsed(object: InstagramAccount) -> DeserializeGuard<InstagramAccount> {
    DeserializeGuard(Ok(object))
}

/// Returns an account as the API server sends it, whether it can be parsed or not.
fn sent(name: &str, uid: &str, version: &str, spec: &Value) -> DeserializeGuard<InstagramAccount> {
    let metadata = json!({"namespace": "ns", "name": name, "uid": uid, "resourceVersion": version});
    serde_json::from_value(json!({"metadata": metadata, "spec": spec})).unwrap()
}

fn apply(store: &Accounts, object: InstagramAccount) -> Vec<WatchEvent> {
    store.handle(Event::Apply(parsed(object)), intent)
}

/// Delivers the start of a list and its objects. `Event::InitDone` completes it.
fn list(store: &Accounts, objects: impl IntoIterator<Item = DeserializeGuard<InstagramAccount>>) {
    let objects = objects.into_iter().map(Event::InitApply);
    for event in [Event::Init].into_iter().chain(objects) {
        let early = store.handle(event, intent);
        assert!(early.is_empty(), "the list is incomplete");
    }
}

#[test]
fn store_ignores_status_but_not_spec_or_annotations() {
    let store = Accounts::encoded();
    let is_change = |metadata, status| {
        let events = apply(&store, account(metadata, &status));
        events != [WatchEvent::Written(key("a"))]
    };
    assert!(is_change(json!({"generation": 1}), json!({})));
    assert!(!is_change(
        json!({"generation": 1, "resourceVersion": "9"}),
        json!({"views": 7})
    ));
    assert!(!is_change(
        json!({"generation": 1, "finalizers": ["f"]}),
        json!({})
    ));
    assert!(is_change(json!({"generation": 2}), json!({})));
    assert!(is_change(
        json!({"generation": 2, "annotations": {"clipmeter.io/a": "b"}}),
        json!({})
    ));
    assert!(is_change(
        json!({"generation": 2, "annotations": {"clipmeter.io/a": "b"}, "managedFields": [{"manager": "argocd"}]}),
        json!({})
    ));
    assert!(is_change(json!({"generation": 3, "uid": "other"}), json!({})));
}

#[test]
fn store_reports_missed_deletions_with_next_list() {
    let store = Accounts::encoded();
    let complete = || store.handle(Event::InitDone, intent);
    list(
        &store,
        [named("stays", "1"), named("goes", "2"), named("again", "3")].map(parsed),
    );
    let first = complete();
    assert_eq!((first.len(), first.last()), (4, Some(&WatchEvent::InitialList)));
    // The watch is interrupted again before the list is complete.
    list(
        &store,
        [named("stays", "1"), named("again", "4"), named("new", "5")].map(parsed),
    );
    list(
        &store,
        [named("again", "4"), named("new", "5"), named("stays", "1")].map(parsed),
    );
    let expected = [
        WatchEvent::Deleted(key("goes")),
        WatchEvent::Deleted(key("again")),
        WatchEvent::Changed(key("again")),
        WatchEvent::Changed(key("new")),
        WatchEvent::Written(key("stays")),
        WatchEvent::InitialList,
    ];
    assert_eq!(complete(), expected);
    assert_eq!(store.keys(), ["again", "new", "stays"].map(key));
}

#[test]
fn store_reports_recreated_object_as_deleted_and_changed() {
    let store = Accounts::encoded();
    apply(&store, named("a", "1"));
    assert_eq!(
        apply(&store, named("a", "2")),
        [WatchEvent::Deleted(key("a")), WatchEvent::Changed(key("a"))]
    );
    let deleted = store.handle(Event::Delete(parsed(named("a", "2"))), intent);
    assert_eq!(deleted, [WatchEvent::Deleted(key("a"))]);
    assert!(store.get(&key("a")).is_none() && store.len() == 0);
}

#[test]
fn store_returns_own_write_until_watch_delivers_later_version() {
    let store = Accounts::encoded();
    let shown = || {
        let object = store.get(&key("a"))?;
        object.metadata.resource_version.clone()
    };
    store.record_write(versioned("one", "9", 1));
    assert_eq!(shown(), None, "the object is unknown");
    apply(&store, versioned("one", "9", 1));
    store.record_write(versioned("one", "11", 2));
    assert_eq!(shown().as_deref(), Some("11"));
    let changed = apply(&store, versioned("one", "10", 2));
    assert_eq!(
        changed,
        [WatchEvent::Changed(key("a"))],
        "another client's change is reported although the response contained it"
    );
    assert_eq!(shown().as_deref(), Some("11"));
    assert_eq!(
        apply(&store, versioned("one", "11", 2)),
        [WatchEvent::Written(key("a"))]
    );
    apply(&store, versioned("one", "12", 2));
    assert_eq!(shown().as_deref(), Some("12"));
    store.record_write(versioned("one", "12", 2));
    apply(&store, versioned("one", "5", 2));
    assert_eq!(
        shown().as_deref(),
        Some("5"),
        "the cluster was restored from a backup"
    );
    store.record_write(versioned("one", "20", 2));
    apply(&store, versioned("two", "6", 1));
    assert_eq!(shown().as_deref(), Some("6"), "another object of the same name");
    store.record_write(versioned("one", "21", 2));
    assert_eq!(shown().as_deref(), Some("6"));
}

#[test]
fn store_keeps_earlier_version_of_object_that_cannot_be_parsed() {
    let good = json!({"username": "nasa"});
    for spec in [
        json!({"username": "nasa", "deletionPolicy": "Archive"}),
        json!({"username": "nasa", "intervalMinutes": 9_999_999_999_u64}),
        json!({"username": "nasa", "cost": {"model": "auction"}}),
        json!({"handle": "nasa"}),
        json!("nasa"),
    ] {
        let store = Accounts::encoded();
        let put = |uid, version, spec| store.handle(Event::Apply(sent("a", uid, version, spec)), intent);
        assert!(put("1", "1", &spec).is_empty(), "{spec}");
        assert_eq!((store.len(), store.unparsable()), (0, 1));
        assert!(store.is_incomplete() && store.is_unparsable(&key("a")));
        assert_eq!(put("1", "2", &good), [WatchEvent::Changed(key("a"))]);
        assert_eq!((store.len(), store.unparsable()), (1, 0));
        assert!(put("1", "3", &spec).is_empty(), "{spec}");
        assert!(!store.is_incomplete() && store.is_unparsable(&key("a")));
        let earlier = store.get(&key("a")).unwrap();
        assert_eq!(earlier.metadata.resource_version.as_deref(), Some("2"));
        assert_eq!(put("1", "4", &good), [WatchEvent::Written(key("a"))]);
        assert_eq!(store.unparsable(), 0);
        let replaced = put("2", "5", &spec);
        assert_eq!(
            replaced,
            [WatchEvent::Deleted(key("a"))],
            "another object of the name"
        );
        let deleted = store.handle(Event::Delete(sent("a", "2", "6", &spec)), intent);
        assert_eq!(deleted, [WatchEvent::Deleted(key("a"))]);
        assert_eq!((store.len(), store.unparsable()), (0, 0));
    }
}

#[test]
fn object_that_cannot_be_parsed_is_not_missing_from_list() {
    let (good, bad) = (json!({"username": "nasa"}), json!({"username": 7}));
    let store = Accounts::encoded();
    let complete = || store.handle(Event::InitDone, intent);
    list(
        &store,
        ["gone", "known", "replaced"].map(|name| sent(name, "1", "1", &good)),
    );
    complete();
    let unparsable = || {
        [
            sent("known", "1", "2", &bad),
            sent("never", "1", "3", &bad),
            sent("replaced", "2", "4", &bad),
        ]
    };
    for expected in [
        vec![
            WatchEvent::Deleted(key("gone")),
            WatchEvent::Deleted(key("replaced")),
            WatchEvent::InitialList,
        ],
        vec![WatchEvent::InitialList],
    ] {
        // The first list is interrupted.
        list(&store, unparsable());
        list(&store, unparsable());
        assert_eq!(complete(), expected);
        assert_eq!((store.keys(), store.unparsable()), (vec![key("known")], 3));
        assert!(store.is_incomplete());
    }
    list(
        &store,
        [sent("known", "1", "5", &good), sent("never", "1", "6", &bad)],
    );
    assert_eq!(
        complete(),
        [WatchEvent::Written(key("known")), WatchEvent::InitialList]
    );
    assert_eq!(store.unparsable(), 1);
    list(&store, []);
    assert_eq!(
        complete(),
        [WatchEvent::Deleted(key("known")), WatchEvent::InitialList]
    );
    assert_eq!((store.len(), store.unparsable()), (0, 0));
}
