//! What the program has acknowledged, and what contradicts it.

use std::collections::BTreeMap;

use parking_lot::Mutex;
use serde_json::Value;

/// A group, as far as a user can know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// A change was sent, and no response came.
    Unclear,
    Created,
    Deleted,
}

#[derive(Debug, Default)]
pub(super) struct Record {
    groups: Mutex<BTreeMap<String, Known>>,
    revoked: Mutex<Vec<String>>,
    violations: Mutex<Vec<String>>,
    counts: Mutex<BTreeMap<&'static str, u64>>,
}

impl Record {
    /// Counts something that happened.
    pub(super) fn count(&self, what: &'static str) {
        *self.counts.lock().entry(what).or_default() += 1;
    }

    pub(super) fn counts(&self) -> BTreeMap<&'static str, u64> {
        self.counts.lock().clone()
    }

    pub(super) fn set_group(&self, name: &str, known: Known) {
        self.groups.lock().insert(name.to_owned(), known);
    }

    /// Adds a token that must never be accepted again.
    pub(super) fn revoke(&self, token: String) {
        self.revoked.lock().push(token);
    }

    pub(super) fn revoked(&self) -> Vec<String> {
        self.revoked.lock().clone()
    }

    pub(super) fn violated(&self, what: String) {
        self.violations.lock().push(what);
    }

    pub(super) fn assert_no_violation(&self) {
        let violations = self.violations.lock();
        assert!(violations.is_empty(), "{violations:#?}");
    }

    pub(super) fn groups(&self) -> BTreeMap<String, Known> {
        self.groups.lock().clone()
    }

    /// Compares a list of all groups with what was known before it was read, except for groups that have changed since.
    pub(super) fn compare_groups(&self, before: BTreeMap<String, Known>, listed: &Value) {
        let mut found: BTreeMap<&str, usize> = BTreeMap::new();
        for group in listed["groups"].as_array().unwrap() {
            *found.entry(group["name"].as_str().unwrap()).or_default() += 1;
        }
        let now = self.groups();
        for (name, known) in before {
            let times = found.get(name.as_str()).copied().unwrap_or(0);
            let is_possible = match known {
                Known::Unclear => times <= 1,
                Known::Created => times == 1,
                Known::Deleted => times == 0,
            };
            if !is_possible && now.get(&name) == Some(&known) {
                self.violated(format!("group {name} is {known:?}, but listed {times} times"));
            }
        }
    }
}
