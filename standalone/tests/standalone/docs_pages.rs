//! The page that says which test shows which defense.

use std::fs;
use std::path::Path;

#[test]
fn security_page_names_only_existing_tests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let page = fs::read_to_string(root.join("docs/security.md")).unwrap();
    let named: Vec<(&str, &str)> = page
        .split('`')
        .filter_map(|quoted| quoted.split_once("::"))
        .collect();
    assert!(named.len() > 50, "{} tests are named", named.len());
    for (file, test) in named {
        let source = fs::read_to_string(root.join(file)).unwrap_or_default();
        assert!(
            source.contains(test),
            "docs/security.md names {file}::{test}, which does not exist"
        );
    }
}
