//! The files generated from the types: plain definitions and the chart's templates.

use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;

use crate::definition::definitions;
use crate::error::Error;

/// Folders that hold only generated files, relative to the project root.
pub const GENERATED_FOLDERS: [&str; 2] = ["crds/yaml", "charts/clipmeter-crds/templates"];

/// Keeps a definition, and with it every object of the kind, when the chart is uninstalled.
const KEEP: (&str, &str) = ("helm.sh/resource-policy", "keep");

/// A generated file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// Path relative to the project root.
    pub path: String,
    /// The complete contents.
    pub text: String,
}

/// Returns all generated files. Helm installs a chart's `crds` folder once and never upgrades it, so definitions are templates
/// there.
pub fn generated() -> Result<Vec<Generated>, Error> {
    let [definitions_folder, templates_folder] = GENERATED_FOLDERS;
    let mut files = Vec::new();
    for definition in definitions()? {
        let name = definition.spec.names.plural.clone();
        files.push(file(definitions_folder, &name, &definition)?);
        files.push(file(templates_folder, &name, &with_keep_policy(definition))?);
    }
    Ok(files)
}

fn with_keep_policy(mut definition: CustomResourceDefinition) -> CustomResourceDefinition {
    let (key, value) = KEEP;
    let annotations = definition.metadata.annotations.get_or_insert_default();
    annotations.insert(key.to_owned(), value.to_owned());
    definition
}

fn file(folder: &str, name: &str, definition: &CustomResourceDefinition) -> Result<Generated, Error> {
    let yaml = serde_saphyr::to_string(definition)?;
    Ok(Generated {
        path: format!("{folder}/{name}.yaml"),
        text: format!("# Generated from crds/src by crdgen; `make generate` renews it.\n{yaml}"),
    })
}
