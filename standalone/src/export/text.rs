//! Formats resources as YAML.

use serde_json::Value;

use super::manifests::Manifests;

/// The file with the scraper pools and groups; its name sorts first, because it must be applied before the others.
const GROUPS_FILE: &str = "00-groups.yaml";

/// Prefix and suffix of the file name of a group.
const GROUP_FILE: &str = "group-";
const YAML: &str = ".yaml";

/// First line of every document.
const DOCUMENT: &str = "---\n";

/// Marker by which a group's file is recognized as an export.
const MARK: &str = "# Written by `clipmeter export`, and removed by it when the group is gone.\n";

/// Header of every file.
const HEADER: &str = "\
# What a Clipmeter installation tracks, as Kubernetes resources.
#
# Not here, because it is in the database and stays there: users and their passwords, Instagram sessions, proxies, what a post
# costs when no group says so, which content groups see, the audit log, and everything that was collected. Move the database to the
# cluster first. These resources then adopt its groups, accounts and videos by their names, and nothing is collected anew.
#
# A group's namespace is made when the group is. So apply the groups, wait, and then apply the rest:
";

/// Returns the instructions for applying the files of a folder.
const FOLDER_STEPS: &str = "\
#   kubectl apply --server-side -f 00-groups.yaml
#   kubectl wait --for=condition=Provisioned clientgroup --all
#   kubectl apply --server-side -f .
";

/// Returns the instructions for applying the single stream.
const STREAM_STEPS: &str = "\
#   kubectl apply --server-side -f FILE        (accounts are refused: their namespaces are not there)
#   kubectl wait --for=condition=Provisioned clientgroup --all
#   kubectl apply --server-side -f FILE
";

/// Formats everything as one text: the policy, all scraper pools and groups, and then what they track.
pub(super) fn stream(manifests: &Manifests) -> Result<String, serde_saphyr::ser::Error> {
    let groups = &manifests.groups;
    let mut text = top(STREAM_STEPS, manifests);
    for manifest in first(manifests).chain(groups.iter().flat_map(|group| &group.tracked)) {
        document(&mut text, manifest)?;
    }
    Ok(text)
}

/// Returns file names with their text: one file with the policy, all scraper pools and groups, and one for each group with what it tracks.
pub(super) fn files(manifests: &Manifests) -> Result<Vec<(String, String)>, serde_saphyr::ser::Error> {
    let mut text = top(FOLDER_STEPS, manifests);
    for manifest in first(manifests) {
        document(&mut text, manifest)?;
    }
    let mut files = vec![(GROUPS_FILE.to_owned(), text)];
    for group in manifests.groups.iter().filter(|group| !group.tracked.is_empty()) {
        let mut text = MARK.to_owned();
        for manifest in &group.tracked {
            document(&mut text, manifest)?;
        }
        files.push((format!("{GROUP_FILE}{}{YAML}", group.name), text));
    }
    Ok(files)
}

/// Returns whether a file name has the form of a group's file.
pub(super) fn is_group_file(name: &str) -> bool {
    name.starts_with(GROUP_FILE) && name.ends_with(YAML)
}

/// Returns whether a text was written by [`files`] for a group, rather than by a user.
pub(super) fn is_export_file(text: &str) -> bool {
    text.starts_with(MARK)
}

fn first(manifests: &Manifests) -> impl Iterator<Item = &Value> {
    std::iter::once(&manifests.policy)
        .chain(&manifests.pools)
        .chain(manifests.groups.iter().map(|group| &group.group))
}

fn top(steps: &str, manifests: &Manifests) -> String {
    let mut text = format!("{HEADER}{steps}");
    let of_groups = manifests.groups.iter().flat_map(|group| &group.remarks);
    for remark in manifests.remarks.iter().chain(of_groups) {
        // A name may contain a line break, and the rest must not become YAML.
        text.push_str("#\n# Mind: ");
        text.push_str(&remark.replace(is_break, " "));
        text.push('\n');
    }
    text
}

/// Returns whether the character may end a comment. The parser of kubectl accepts the line breaks of YAML 1.1, two of which are no
/// control characters.
fn is_break(character: char) -> bool {
    character.is_control() || matches!(character, '\u{2028}' | '\u{2029}')
}

fn document(text: &mut String, manifest: &Value) -> Result<(), serde_saphyr::ser::Error> {
    text.push_str(DOCUMENT);
    text.push_str(&serde_saphyr::to_string(manifest)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn remark_with_line_breaks_stays_comment() {
        let breaks = ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"];
        let remarks = breaks.map(|line_break| format!("a{line_break}b: c"));
        let manifests = Manifests {
            policy: json!({"kind": "ScrapePolicy"}),
            pools: Vec::new(),
            groups: Vec::new(),
            remarks: remarks.to_vec(),
        };
        let text = stream(&manifests).unwrap();
        assert_eq!(text.matches("# Mind: a b: c\n").count(), remarks.len(), "{text}");
    }
}
