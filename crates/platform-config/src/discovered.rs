//! Query documents that were discovered in the platform's own scripts.

use super::{QueryDocument, QueryDocuments};

/// A query document as a script defines it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiscoveredDocument {
    /// The operation's name, which stays the same when the `doc_id` changes.
    pub operation: String,
    /// The current `doc_id`.
    pub doc_id: String,
    /// Flags as in [`QueryDocument::flags`]; empty if the scripts name none.
    pub flags: Vec<String>,
}

impl QueryDocuments {
    /// Returns the documents whose `doc_id` is not in these lists. Members that a script does not contain are copied from the first
    /// document of the same operation. Documents of other or unknown operations are omitted.
    #[must_use]
    pub fn renewed(&self, discovered: &[DiscoveredDocument]) -> Self {
        Self {
            graphql_timeline: renewed(&self.graphql_timeline, discovered),
            graphql_clips: renewed(&self.graphql_clips, discovered),
            profile_by_id: renewed(&self.profile_by_id, discovered),
            graphql_logged_out: renewed(&self.graphql_logged_out, discovered),
            graphql_shortcode: renewed(&self.graphql_shortcode, discovered),
        }
    }

    /// Returns the operation names of the requested lists, each once.
    #[must_use]
    pub fn operations(&self, is_requested: impl Fn(&str) -> bool) -> Vec<&str> {
        let mut names: Vec<&str> = self
            .lists()
            .into_iter()
            .filter(|(name, _)| is_requested(name))
            .flat_map(|(_, list)| list)
            .map(|document| document.operation.as_str())
            .filter(|name| !name.is_empty())
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

fn renewed(known: &[QueryDocument], discovered: &[DiscoveredDocument]) -> Vec<QueryDocument> {
    let mut new: Vec<QueryDocument> = Vec::new();
    for one in discovered {
        let is_known = known
            .iter()
            .chain(&new)
            .any(|document| document.doc_id == one.doc_id);
        let like = known
            .iter()
            .find(|document| !document.operation.is_empty() && document.operation == one.operation);
        if let (false, Some(like)) = (is_known, like) {
            new.push(QueryDocument {
                doc_id: one.doc_id.clone(),
                flags: if one.flags.is_empty() {
                    like.flags.clone()
                } else {
                    one.flags.clone()
                },
                ..like.clone()
            });
        }
    }
    new
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PlatformConfig;

    fn discovered(operation: &str, doc_id: &str, flags: &[&str]) -> DiscoveredDocument {
        DiscoveredDocument {
            operation: operation.to_owned(),
            doc_id: doc_id.to_owned(),
            flags: flags.iter().map(|flag| (*flag).to_owned()).collect(),
        }
    }

    #[test]
    fn discovered_doc_id_inherits_known_operation_settings() {
        let known = PlatformConfig::shipped().unwrap().instagram.documents;
        let operation = "PolarisProfilePostsTabContentQuery_connection";
        let new = known.renewed(&[
            discovered(operation, "11111111111111111", &[]),
            discovered(
                "PolarisProfileReelsTabContentQuery_connection",
                "22222222222222222",
                &["Other"],
            ),
        ]);
        let like = &known.graphql_timeline[1];
        let renewed = QueryDocument {
            doc_id: "11111111111111111".to_owned(),
            ..like.clone()
        };
        assert_eq!(new.graphql_timeline, [renewed]);
        assert_eq!(new.graphql_clips[0].root_field, "fetch__XDTUserDict");
        assert_eq!(new.graphql_clips[0].flags, ["Other"]);
    }

    #[test]
    fn discovered_known_or_unrelated_documents_are_ignored() {
        let known = PlatformConfig::shipped().unwrap().instagram.documents;
        let same = known.graphql_timeline[0].clone();
        let none = known.renewed(&[
            discovered(&same.operation, &same.doc_id, &[]),
            discovered("PolarisSomethingElse", "33333333333333333", &[]),
            discovered("", "44444444444444444", &[]),
        ]);
        assert!(none.lists().into_iter().all(|(_, list)| list.is_empty()));
        assert_eq!(known.operations(|_| true).len(), 5);
        let of_reels = known.operations(|list| list == "graphql_clips");
        assert_eq!(of_reels, ["PolarisProfileReelsTabContentQuery_connection"]);
    }
}
