//! Resources as YAML.

use serde_json::Value;

use super::manifests::{GroupManifests, Manifests};

/// The file with the groups; its name comes before all others, as it is to be applied before them.
const GROUPS_FILE: &str = "00-groups.yaml";

/// What the file of a group is called before and after its name.
const GROUP_FILE: &str = "group-";
const YAML: &str = ".yaml";

/// What every document begins with.
const DOCUMENT: &str = "---\n";

/// By which the file of a group is known as one that an export wrote.
const MARK: &str = "# Written by `clipmeter export`, and removed by it when the group is gone.\n";

/// What stands at the top.
const HEADER: &str = "\
# What a Clipmeter installation tracks, as Kubernetes resources.
#
# Not here, because it is in the database and stays there: users and their passwords, Instagram sessions, what a post costs when
# no group says so, which content groups see, the audit log, and everything that was collected. Move the database to the
# cluster first. These resources then adopt its groups, accounts and videos by their names, and nothing is collected anew.
#
# A group's namespace is made when the group is. So apply the groups, wait, and then apply the rest:
";

/// How the files of a folder are applied.
const FOLDER_STEPS: &str = "\
#   kubectl apply --server-side -f 00-groups.yaml
#   kubectl wait --for=condition=Provisioned clientgroup --all
#   kubectl apply --server-side -f .
";

/// How the one stream is applied.
const STREAM_STEPS: &str = "\
#   kubectl apply --server-side -f FILE        (accounts are refused: their namespaces are not there)
#   kubectl wait --for=condition=Provisioned clientgroup --all
#   kubectl apply --server-side -f FILE
";

/// Everything in one text: the policy, all groups, and then what they track.
pub(super) fn stream(manifests: &Manifests) -> Result<String, serde_saphyr::ser::Error> {
    let groups = &manifests.groups;
    let mut text = top(STREAM_STEPS, groups);
    for manifest in first(manifests).chain(groups.iter().flat_map(|group| &group.tracked)) {
        document(&mut text, manifest)?;
    }
    Ok(text)
}

/// Names of files with their text: one with the policy and all groups, and one for each group with what it tracks.
pub(super) fn files(manifests: &Manifests) -> Result<Vec<(String, String)>, serde_saphyr::ser::Error> {
    let mut text = top(FOLDER_STEPS, &manifests.groups);
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

/// Whether a file is called as one of a group is.
pub(super) fn is_group_file(name: &str) -> bool {
    name.starts_with(GROUP_FILE) && name.ends_with(YAML)
}

/// Whether a text is what [`files`] says of a group, and not somebody's own.
pub(super) fn is_of_an_export(text: &str) -> bool {
    text.starts_with(MARK)
}

fn first(manifests: &Manifests) -> impl Iterator<Item = &Value> {
    std::iter::once(&manifests.policy).chain(manifests.groups.iter().map(|group| &group.group))
}

fn top(steps: &str, groups: &[GroupManifests]) -> String {
    let mut text = format!("{HEADER}{steps}");
    for remark in groups.iter().flat_map(|group| &group.remarks) {
        // A name may have a line break, and what follows it must not become YAML.
        text.push_str("#\n# Mind: ");
        text.push_str(&remark.replace(char::is_control, " "));
        text.push('\n');
    }
    text
}

fn document(text: &mut String, manifest: &Value) -> Result<(), serde_saphyr::ser::Error> {
    text.push_str(DOCUMENT);
    text.push_str(&serde_saphyr::to_string(manifest)?);
    Ok(())
}
