//! Scrapes that people asked for with an annotation and that no run was opened for yet.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use clipmeter_proto::v1::TrackedKind;
use clipmeter_scheduler::UnitKey;

use crate::key::Key;

/// By what has to be scraped for them.
#[derive(Default)]
pub(crate) struct Requests {
    open: Mutex<HashMap<UnitKey, Vec<Asked>>>,
}

/// Somebody asked on this object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) kind: TrackedKind,
    pub(crate) key: Key,
    /// The annotation's value.
    pub(crate) value: String,
}

impl Requests {
    /// Whether this is news.
    pub(crate) fn add(&self, unit: UnitKey, kind: TrackedKind, key: &Key, value: &str) -> bool {
        let asked = Asked {
            kind,
            key: key.clone(),
            value: value.to_owned(),
        };
        let mut open = self.open();
        let of_unit = open.entry(unit).or_default();
        if of_unit.contains(&asked) {
            return false;
        }
        // Whoever asks again asks for one scrape.
        of_unit.retain(|other| (other.kind, &other.key) != (kind, key));
        of_unit.push(asked);
        true
    }

    /// Whether somebody waits for it.
    pub(super) fn wants(&self, unit: UnitKey) -> bool {
        self.open().contains_key(&unit)
    }

    /// Those that a run was opened for.
    pub(super) fn take(&self, units: &[UnitKey]) -> Vec<Asked> {
        let mut open = self.open();
        units
            .iter()
            .filter_map(|unit| open.remove(unit))
            .flatten()
            .collect()
    }

    fn open(&self) -> MutexGuard<'_, HashMap<UnitKey, Vec<Asked>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use clipmeter_scheduler::{Platform, Target};

    use super::*;

    #[test]
    fn asking_again_is_asking_once() {
        let (requests, key) = (Requests::default(), Key::new("ns", "a"));
        let unit = UnitKey {
            platform: Platform::Instagram,
            target: Target::Account(1),
        };
        let kind = TrackedKind::InstagramAccount;
        assert!(requests.add(unit, kind, &key, "1"));
        assert!(!requests.add(unit, kind, &key, "1"));
        assert!(requests.add(unit, kind, &key, "2"));
        assert!(requests.wants(unit));
        let asked = requests.take(&[unit]);
        assert_eq!(
            asked,
            [Asked {
                kind,
                key,
                value: "2".to_owned()
            }]
        );
        assert!(!requests.wants(unit));
    }
}
