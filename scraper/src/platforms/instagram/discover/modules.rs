//! Extracts query documents from the modules of a script: their `doc_id`s and flags.
//!
//! - `doc_id`: `__d("PolarisProfilePostsQuery_instagramRelayOperation",[],(function(…){e.exports="…digits…"}),null);`
//! - Flags: `__d("PolarisProfilePostsQuery$Parameters",["PolarisIsLoggedIn.relayprovider",…],…`

use clipmeter_platform_config::DiscoveredDocument;
use memchr::memmem;

/// Longest module with a `doc_id`, and longest dependency list of a module, bytes.
const REACH: usize = 8 * 1024;

/// Digits of a `doc_id`.
const DIGITS: std::ops::RangeInclusive<usize> = 15..=20;

/// Suffixes of the names of modules that depend on flags.
const WITH_SWITCHES: [&str; 2] = ["$Parameters", ".graphql"];

/// Suffix of the name of a module that is a flag. The query's variable has the same name, without the dot.
const SWITCH: &str = ".relayprovider";

/// The `doc_id`s and flags found so far.
#[derive(Debug)]
pub(crate) struct Findings {
    operations: Vec<Finding>,
}

#[derive(Debug)]
struct Finding {
    name: String,
    doc_id: Option<String>,
    flags: Option<Vec<String>>,
}

impl Findings {
    /// Creates empty findings for these operations.
    pub(crate) fn of<'a>(operations: impl IntoIterator<Item = &'a str>) -> Self {
        let nothing = |name: &str| Finding {
            name: name.to_owned(),
            doc_id: None,
            flags: None,
        };
        Self {
            operations: operations.into_iter().map(nothing).collect(),
        }
    }

    /// Adds the findings of a script. Earlier findings take precedence.
    pub(crate) fn read(&mut self, script: &[u8]) {
        for finding in &mut self.operations {
            if finding.doc_id.is_none() {
                finding.doc_id = doc_id(script, &finding.name);
            }
            if finding.flags.is_none() {
                finding.flags = WITH_SWITCHES
                    .iter()
                    .find_map(|end| flags(script, &format!("{}{end}", finding.name)));
            }
        }
    }

    /// Returns whether no script can add anything.
    pub(crate) fn is_complete(&self) -> bool {
        self.operations
            .iter()
            .all(|finding| finding.doc_id.is_some() && finding.flags.is_some())
    }

    /// Returns the operations whose `doc_id` was found.
    pub(crate) fn documents(self) -> Vec<DiscoveredDocument> {
        let document = |finding: Finding| {
            Some(DiscoveredDocument {
                operation: finding.name,
                doc_id: finding.doc_id?,
                flags: finding.flags.unwrap_or_default(),
            })
        };
        self.operations.into_iter().filter_map(document).collect()
    }
}

/// Returns the `doc_id` that an operation's module exports.
fn doc_id(script: &[u8], operation: &str) -> Option<String> {
    let module = module(script, &format!("{operation}_instagramRelayOperation"))?;
    let text =
        strings(module).find(|text| DIGITS.contains(&text.len()) && text.iter().all(u8::is_ascii_digit))?;
    std::str::from_utf8(text).ok().map(str::to_owned)
}

/// Returns the flags that a module depends on, if the script contains the module.
fn flags(script: &[u8], name: &str) -> Option<Vec<String>> {
    let module = module(script, name)?;
    let end = memchr::memchr(b']', module)?;
    let flags = strings(&module[..end])
        .filter_map(|text| std::str::from_utf8(text).ok())
        .filter(|text| text.ends_with(SWITCH))
        .map(|text| text.replace('.', ""))
        .filter(|flag| {
            flag.bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        });
    Some(flags.collect())
}

/// Returns the text after a module's name, up to the next module.
fn module<'a>(script: &'a [u8], name: &str) -> Option<&'a [u8]> {
    let opening = format!("__d(\"{name}\",");
    let start = memmem::find(script, opening.as_bytes())? + opening.len();
    let near = &script[start..script.len().min(start + REACH)];
    let end = memmem::find(near, b"__d(\"").unwrap_or(near.len());
    Some(&near[..end])
}

/// Returns the strings in double quotes.
fn strings(module: &[u8]) -> impl Iterator<Item = &[u8]> {
    module.split(|byte| *byte == b'"').skip(1).step_by(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(scripts: &[&str], operations: &[&str]) -> (bool, Vec<DiscoveredDocument>) {
        let mut findings = Findings::of(operations.iter().copied());
        for script in scripts {
            findings.read(script.as_bytes());
        }
        (findings.is_complete(), findings.documents())
    }

    fn document(operation: &str, doc_id: &str, flags: &[&str]) -> DiscoveredDocument {
        DiscoveredDocument {
            operation: operation.to_owned(),
            doc_id: doc_id.to_owned(),
            flags: flags.iter().map(|flag| (*flag).to_owned()).collect(),
        }
    }

    const NUMBER: &str = r#"__d("Other",["a"],(function(a){a.exports="99999999999999999"}),1);
        __d("Posts_instagramRelayOperation",[],(function(a,b,c,d,e,f){"use strict";e.exports="28534843459473863"}),null);
        __d("Next_instagramRelayOperation",[],(function(e){e.exports="short"}),null);
        __d("Last",[],(function(e){e.exports="88888888888888888"}),null);"#;
    const SWITCHES: &str = r#"__d("Posts$Parameters",["PolarisIsLoggedIn.relayprovider","Posts_instagramRelayOperation",
        "PolarisFeedShareMenu.relayprovider"],(function(a){a.exports={name:"Posts",x:"Not.relayprovider"}}),null);
        __d("Posts.graphql",["Else.relayprovider"],1);"#;

    #[test]
    fn query_documents_combine_doc_ids_and_flags_across_scripts() {
        let expected = document(
            "Posts",
            "28534843459473863",
            &[
                "PolarisIsLoggedInrelayprovider",
                "PolarisFeedShareMenurelayprovider",
            ],
        );
        assert_eq!(found(&[NUMBER, SWITCHES], &["Posts"]), (true, vec![expected]));
        let (is_complete, found) = found(&[NUMBER], &["Posts"]);
        assert_eq!(
            (is_complete, found),
            (false, vec![document("Posts", "28534843459473863", &[])])
        );
    }

    #[test]
    fn query_document_takes_doc_id_from_its_module_only() {
        assert_eq!(found(&[NUMBER], &["Next", "Missing", ""]), (false, vec![]));
    }

    #[test]
    fn query_document_keeps_first_doc_id_found() {
        let other = NUMBER.replace("28534843459473863", "11111111111111111");
        let (_, found) = found(&[NUMBER, &other], &["Posts"]);
        assert_eq!(found[0].doc_id, "28534843459473863");
    }

    proptest::proptest! {
        #[test]
        fn query_document_search_accepts_any_script(script in r#"(__d\("Posts|_instagramRelayOperation"|\$Parameters",|\[|\]|"|é|[0-9]{16}|,){0,40}"#) {
            found(&[&script], &["Posts"]);
        }
    }
}
