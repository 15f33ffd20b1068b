//! The custom resource definitions.

use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
use kube::CustomResourceExt;
use serde_json::Value;

use crate::error::Error;
use crate::{ClientGroup, InstagramAccount, PlatformConfig, ScrapePolicy, TikTokAccount, TikTokVideo};

/// Returns the definitions of all kinds as they are installed.
pub fn definitions() -> Result<Vec<CustomResourceDefinition>, Error> {
    [
        ClientGroup::crd(),
        InstagramAccount::crd(),
        TikTokAccount::crd(),
        TikTokVideo::crd(),
        ScrapePolicy::crd(),
        PlatformConfig::crd(),
    ]
    .into_iter()
    .map(finished)
    .collect()
}

/// Removes `nullable`: an API server then treats a null field as absent, as users intend, and rules need not check for both.
fn finished(definition: CustomResourceDefinition) -> Result<CustomResourceDefinition, Error> {
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
