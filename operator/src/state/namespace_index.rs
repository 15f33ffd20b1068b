//! The namespaces that groups claim.

use std::collections::{BTreeSet, HashMap};

/// Group names by namespace, and namespaces by group name.
#[derive(Debug, Default)]
pub(super) struct NamespaceIndex {
    by_group: HashMap<String, String>,
    by_namespace: HashMap<String, BTreeSet<String>>,
}

impl NamespaceIndex {
    /// Adds a group's claim, which does not change during the group's lifetime.
    pub(super) fn add(&mut self, group: &str, namespace: &str) {
        self.by_group.insert(group.to_owned(), namespace.to_owned());
        self.by_namespace
            .entry(namespace.to_owned())
            .or_default()
            .insert(group.to_owned());
    }

    /// Removes a group and returns the namespace that it claimed.
    pub(super) fn remove(&mut self, group: &str) -> Option<String> {
        let namespace = self.by_group.remove(group)?;
        if let Some(groups) = self.by_namespace.get_mut(&namespace) {
            groups.remove(group);
            if groups.is_empty() {
                self.by_namespace.remove(&namespace);
            }
        }
        Some(namespace)
    }

    pub(super) fn contains(&self, group: &str) -> bool {
        self.by_group.contains_key(group)
    }

    /// Returns the groups that claim the namespace.
    pub(super) fn by_namespace(&self, namespace: &str) -> Vec<String> {
        self.by_namespace
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
    fn namespace_index_lists_groups_until_removed() {
        let mut namespace_index = NamespaceIndex::default();
        namespace_index.add("b", "cg-a");
        namespace_index.add("a", "cg-a");
        namespace_index.add("a", "cg-a");
        assert_eq!(namespace_index.by_namespace("cg-a"), ["a", "b"]);
        assert_eq!(namespace_index.remove("a").as_deref(), Some("cg-a"));
        assert_eq!(namespace_index.remove("a"), None);
        assert_eq!(namespace_index.by_namespace("cg-a"), ["b"]);
        namespace_index.remove("b");
        assert!(namespace_index.by_namespace("cg-a").is_empty() && namespace_index.by_namespace.is_empty());
    }
}
