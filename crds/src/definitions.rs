//! The custom resource definitions, and the files generated from them: the templates of the chart `clipmeter-crds`.

use std::fmt::Write as _;

use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::{
    CustomResourceDefinition, CustomResourceDefinitionVersion, JSON,
};
use kube::CustomResourceExt;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::client_group::ClientGroup;
use crate::keys;
use crate::platform_config::PlatformConfig;
use crate::scrape_policy::ScrapePolicy;
use crate::scraper_pool::ScraperPool;
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
        .chain([PlatformConfig::crd(), ScraperPool::crd()])
        .map(with_initial_status)
        // The policy takes effect before the operator has reported anything about it.
        .chain([ScrapePolicy::crd()])
        .map(without_null_fields)
        .map(|definition| with_digest(with_older_version(definition?)))
        .collect()
}

/// Gives new objects a status with `observedGeneration: -1`. Tools that follow the rules of kstatus would treat an object without a
/// status as up to date.
fn with_initial_status(mut definition: CustomResourceDefinition) -> CustomResourceDefinition {
    for version in &mut definition.spec.versions {
        let schema = version.schema.as_mut();
        let schema = schema.and_then(|schema| schema.open_api_v3_schema.as_mut());
        let properties = schema.and_then(|schema| schema.properties.as_mut());
        if let Some(status) = properties.and_then(|properties| properties.get_mut("status")) {
            status.default = Some(JSON(json!({"observedGeneration": -1})));
        }
    }
    definition
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

fn with_digest(mut definition: CustomResourceDefinition) -> Result<CustomResourceDefinition, Error> {
    let versions = serde_json::to_vec(&definition.spec.versions)?;
    let digest = Sha256::digest(versions)
        .iter()
        .fold(String::new(), |mut text, byte| {
            // Writing to a String cannot fail.
            let _ = write!(text, "{byte:02x}");
            text
        });
    let annotations = definition.metadata.annotations.get_or_insert_default();
    annotations.insert(keys::SCHEMA.to_owned(), digest);
    Ok(definition)
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
