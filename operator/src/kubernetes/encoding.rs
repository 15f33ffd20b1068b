//! Encodes objects to save memory.

use std::sync::Arc;

use lz4_flex::block::{compress_prepend_size_with_dict, decompress_size_prepended_with_dict};
use parking_lot::Mutex;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Maximum size of a dictionary in bytes. Most objects are smaller.
const MAX_DICTIONARY: usize = 4096;

/// Encodes objects as compressed JSON. An earlier object is the dictionary, because the objects of a kind differ in little else than
/// names and numbers.
pub(super) struct Encoding<K> {
    dictionary: Mutex<Arc<Vec<u8>>>,
    to_json: fn(&K) -> serde_json::Result<Vec<u8>>,
    of_json: fn(&[u8]) -> serde_json::Result<K>,
}

/// An object, and the dictionary that it was compressed with.
#[derive(Debug)]
pub(super) struct EncodedObject {
    bytes: Box<[u8]>,
    dictionary: Arc<Vec<u8>>,
}

impl<K: Serialize + DeserializeOwned> Default for Encoding<K> {
    fn default() -> Self {
        Self {
            dictionary: Mutex::default(),
            to_json: serde_json::to_vec,
            of_json: |json| serde_json::from_slice(json),
        }
    }
}

impl<K> Encoding<K> {
    /// Returns `None` if the object cannot be encoded, which is the case for no object of an API server.
    pub(super) fn encode(&self, object: &K) -> Option<EncodedObject> {
        let json = (self.to_json)(object).ok()?;
        let dictionary = self.dictionary_for(&json);
        Some(EncodedObject {
            bytes: compress_prepend_size_with_dict(&json, &dictionary).into(),
            dictionary,
        })
    }

    /// Returns the dictionary, which is replaced by a much larger object: the first object may not have a status yet. So there are
    /// about ten dictionaries at most.
    fn dictionary_for(&self, json: &[u8]) -> Arc<Vec<u8>> {
        let mut dictionary = self.dictionary.lock();
        if json.len() <= MAX_DICTIONARY && json.len() * 4 > dictionary.len() * 5 {
            *dictionary = Arc::new(json.to_vec());
        }
        Arc::clone(&dictionary)
    }

    pub(super) fn decode(&self, encoded: &EncodedObject) -> Option<K> {
        let json = decompress_size_prepended_with_dict(&encoded.bytes, &encoded.dictionary);
        let json = json
            .inspect_err(|error| tracing::error!(%error, "cannot decompress a stored object"))
            .ok()?;
        (self.of_json)(&json)
            .inspect_err(|error| tracing::error!(%error, "cannot parse a stored object"))
            .ok()
    }
}

#[cfg(test)]
mod tests {
    use clipmeter_crds::TikTokAccount;
    use serde_json::{Value, json};

    use super::*;

    fn account(number: usize, spec: &Value, status: &Value) -> TikTokAccount {
        let mut whole = json!({"username": format!("account.{number}")});
        whole
            .as_object_mut()
            .unwrap()
            .extend(spec.as_object().unwrap().clone());
        serde_json::from_value(json!({
            "metadata": {
                "name": format!("account-{number}"), "namespace": "cg-acme", "generation": 3, "resourceVersion": "7",
                "uid": format!("d6ad3a5e-93ac-4e4d-8e2a-{number:012}"), "finalizers": ["clipmeter.io/purge"],
                "creationTimestamp": "2026-11-21T10:00:00Z", "deletionTimestamp": "2026-11-21T11:00:00Z",
                "annotations": {"clipmeter.io/a": "b"}, "managedFields": [{"manager": "argocd"}],
            },
            "spec": whole,
            "status": status,
        }))
        .unwrap()
    }

    #[test]
    fn encoded_objects_are_small_and_unchanged_when_decoded() {
        let encoding = Encoding::default();
        let condition = |type_: &str| {
            json!({
                "type": type_, "status": "True", "reason": "Registered", "message": "", "observedGeneration": 1,
                "lastTransitionTime": "2026-11-21T10:00:00Z",
            })
        };
        let conditions = ["Scraped", "Registered", "Ready", "Theirs"].map(condition);
        let typical = json!({"conditions": conditions, "views": 7, "displayName": "n\u{e9} \""});
        let cost = json!({"cost": {"model": "per_mille", "rate": 2.3, "cap": 0.1}, "suspend": true});
        for (number, spec, status, most) in [
            (1, json!({}), Value::Null, 200),
            (2, json!({}), Value::Null, 100),
            (3, json!({}), typical.clone(), 200),
            (4, json!({}), typical, 100),
            (5, cost, json!({}), 200),
            (6, json!({"note": "\u{1f4c8}".repeat(2_000)}), json!({}), 300),
            (7, json!({}), Value::Null, 100),
        ] {
            let object = account(number, &spec, &status);
            let encoded = encoding.encode(&object).unwrap();
            assert_eq!(encoding.decode(&encoded).unwrap(), object);
            assert!(
                encoded.bytes.len() < most,
                "{number}: {} bytes",
                encoded.bytes.len()
            );
        }
    }
}
