//! The custom resource definitions, and the files generated from them: the templates of the chart `clipmeter-crds`.

use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::{
    CustomResourceDefinition, CustomResourceDefinitionVersion,
};
use kube::CustomResourceExt;
use serde_json::Value;

use crate::client_group::ClientGroup;
use crate::keys;
use crate::platform_config::PlatformConfig;
use crate::scrape_policy::ScrapePolicy;
use crate::tracked;

/// An error of generating the definitions.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A definition cannot be converted to JSON or back.
    #[error("cannot convert the definition to JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// The definition cannot be serialized to YAML.
    #[error("cannot serialize the definition to YAML: {0}")]
    Yaml(#[from] serde_saphyr::ser::Error),
    /// A file cannot be written.
    #[error("cannot write {path}: {error}")]
    Write {
        /// Path of the file.
        path: String,
        /// The I/O error.
        error: std::io::Error,
    },
}

/// Folder that contains only generated files, relative to the project root. The files contain no template directives, so that
/// `kubectl apply` also accepts them.
pub const GENERATED_FOLDER: &str = "charts/clipmeter-crds/templates";

/// Annotation that keeps a definition, and thereby all objects of the kind, when the chart is uninstalled.
const KEEP: (&str, &str) = ("helm.sh/resource-policy", "keep");

/// A generated file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// Path relative to the project root.
    pub path: String,
    /// The complete contents.
    pub text: String,
}

/// Returns all generated files. The definitions are templates, because Helm never upgrades the contents of a chart's `crds` folder.
pub fn generated() -> Result<Vec<Generated>, Error> {
    definitions()?.into_iter().map(file).collect()
}

fn with_keep_policy(mut definition: CustomResourceDefinition) -> CustomResourceDefinition {
    let (key, value) = KEEP;
    let annotations = definition.metadata.annotations.get_or_insert_default();
    annotations.insert(key.to_owned(), value.to_owned());
    definition
}

fn file(definition: CustomResourceDefinition) -> Result<Generated, Error> {
    let name = definition.spec.names.plural.clone();
    let yaml = serde_saphyr::to_string(&with_keep_policy(definition))?;
    Ok(Generated {
        path: format!("{GENERATED_FOLDER}/{name}.yaml"),
        text: format!("# Generated from crds/src by crdgen. Update it with `make generate`.\n{yaml}"),
    })
}

/// Returns the definitions of all kinds, as they are installed.
pub fn definitions() -> Result<Vec<CustomResourceDefinition>, Error> {
    [ClientGroup::crd()]
        .into_iter()
        .chain(tracked::definitions())
        .chain([ScrapePolicy::crd(), PlatformConfig::crd()])
        .map(without_null_fields)
        .map(|definition| definition.map(with_older_version))
        .collect()
}

/// Also serves objects in the older version. The schemas are the same, so the API server converts objects without a webhook.
fn with_older_version(mut definition: CustomResourceDefinition) -> CustomResourceDefinition {
    let current = definition.spec.versions[0].clone();
    definition.spec.versions.push(CustomResourceDefinitionVersion {
        name: keys::OLDER_VERSION.to_owned(),
        storage: false,
        deprecated: Some(true),
        deprecation_warning: Some(format!(
            "{group}/{old} is deprecated: use {group}/{new}",
            group = keys::API_GROUP,
            old = keys::OLDER_VERSION,
            new = keys::VERSION
        )),
        ..current
    });
    definition
}

/// Removes `nullable`. An API server then treats a null field as absent, as users intend, and rules need not check for both.
fn without_null_fields(definition: CustomResourceDefinition) -> Result<CustomResourceDefinition, Error> {
    let mut document = serde_json::to_value(definition)?;
    without_nullable(&mut document);
    Ok(serde_json::from_value(document)?)
}

fn without_nullable(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.remove("nullable");
            fields.values_mut().for_each(without_nullable);
        }
        Value::Array(items) => items.iter_mut().for_each(without_nullable),
        _ => {}
    }
}
