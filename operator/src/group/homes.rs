//! Which groups ask for which namespace.

use std::collections::{BTreeSet, HashMap};

/// Names of groups by namespace, and the other way round.
#[derive(Debug, Default)]
pub(super) struct Homes {
    of_groups: HashMap<String, String>,
    asking: HashMap<String, BTreeSet<String>>,
}

impl Homes {
    /// The group asks for this namespace, which does not change while it is there.
    pub(super) fn add(&mut self, group: &str, namespace: &str) {
        self.of_groups.insert(group.to_owned(), namespace.to_owned());
        self.asking
            .entry(namespace.to_owned())
            .or_default()
            .insert(group.to_owned());
    }

    /// The group is gone. Returns the namespace that it asked for.
    pub(super) fn remove(&mut self, group: &str) -> Option<String> {
        let namespace = self.of_groups.remove(group)?;
        if let Some(groups) = self.asking.get_mut(&namespace) {
            groups.remove(group);
            if groups.is_empty() {
                self.asking.remove(&namespace);
            }
        }
        Some(namespace)
    }

    /// The groups that ask for it.
    pub(super) fn asking(&self, namespace: &str) -> Vec<String> {
        self.asking
            .get(namespace)
            .into_iter()
            .flatten()
            .cloned()
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_namespace_has_all_who_ask_for_it_until_they_are_gone() {
        let mut homes = Homes::default();
        homes.add("b", "cg-a");
        homes.add("a", "cg-a");
        homes.add("a", "cg-a");
        assert_eq!(homes.asking("cg-a"), ["a", "b"]);
        assert_eq!(homes.remove("a").as_deref(), Some("cg-a"));
        assert_eq!(homes.remove("a"), None);
        assert_eq!(homes.asking("cg-a"), ["b"]);
        homes.remove("b");
        assert!(homes.asking("cg-a").is_empty() && homes.asking.is_empty());
    }
}
