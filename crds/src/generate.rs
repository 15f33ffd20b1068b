//! The files that are made from the types: plain definitions, and the templates of the chart.

use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;

use crate::definition::definitions;
use crate::error::Error;

/// Folders that hold generated files and nothing else, from the root of the project.
pub const GENERATED_FOLDERS: [&str; 2] = ["crds/yaml", "charts/clipmeter-crds/templates"];

/// Keeps a definition, and with it every object of the kind, when the chart is uninstalled.
const KEEP: (&str, &str) = ("helm.sh/resource-policy", "keep");

/// A file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// From the root of the project.
    pub path: String,
    /// Everything in it.
    pub text: String,
}

/// All generated files. A chart's `crds` folder is installed once and never upgraded, so definitions are templates there.
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
