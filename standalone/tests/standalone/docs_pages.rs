//! The pages that name tests.

use std::fs;
use std::path::Path;

#[test]
fn pages_name_only_existing_tests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (path, at_least) in [("docs/operator/security.md", 51), ("docs/dev/development.md", 10)] {
        let page = fs::read_to_string(root.join(path)).unwrap();
        let named: Vec<(&str, &str)> = page
            .split('`')
            .filter(|quoted| quoted.contains(".rs::"))
            .filter_map(|quoted| quoted.split_once("::"))
            .collect();
        assert!(named.len() >= at_least, "{path}: {} tests are named", named.len());
        for (file, test) in named {
            let source = fs::read_to_string(root.join(file)).unwrap_or_default();
            assert!(
                source.contains(&format!("fn {test}(")),
                "{path} names {file}::{test}, which does not exist"
            );
        }
    }
}
