//! Settings of the scrapers' pods on this cluster, provided by the installation.

use std::collections::BTreeMap;
use std::path::Path;

use k8s_openapi::api::core::v1::{
    Affinity, EnvVar, LocalObjectReference, PodDNSConfig, ResourceRequirements, Toleration,
    TopologySpreadConstraint,
};
use k8s_openapi::apimachinery::pkg::api::resource::Quantity;
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::error::Error;

/// The settings file.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ScraperSettings {
    /// The image of the program `scraper`.
    pub(crate) image: String,
    pub(crate) image_pull_policy: Option<String>,
    #[serde(default)]
    pub(crate) image_pull_secrets: Vec<LocalObjectReference>,
    pub(crate) service_account_name: String,
    /// Environment variables such as the platforms' URLs or a proxy.
    #[serde(default)]
    pub(crate) env: Vec<EnvVar>,
    #[serde(default)]
    pub(crate) node_selector: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) tolerations: Vec<Toleration>,
    pub(crate) affinity: Option<Affinity>,
    #[serde(default)]
    pub(crate) topology_spread_constraints: Vec<TopologySpreadConstraint>,
    pub(crate) priority_class_name: Option<String>,
    pub(crate) runtime_class_name: Option<String>,
    pub(crate) dns_policy: Option<String>,
    pub(crate) dns_config: Option<PodDNSConfig>,
    /// Resources of the container unless the scrape policy sets its own.
    pub(crate) resources: Option<ResourceRequirements>,
    /// Maximum size of `/tmp`.
    pub(crate) tmp_size: Option<Quantity>,
    /// User and group of the pods; `None`: the cluster assigns them.
    pub(crate) run_as_user: Option<i64>,
    pub(crate) fs_group: Option<i64>,
    #[serde(default)]
    pub(crate) pod_labels: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) pod_annotations: BTreeMap<String, String>,
    /// Address of the API for scrapers, as `https://HOST:PORT` or `http://HOST:PORT`.
    pub(crate) api: String,
    /// The CA Secret in charts before 0.2.0. It is not used, because the operator passes the API's CA certificate to Jobs.
    #[serde(default, rename = "caSecret")]
    _ca_secret: IgnoredAny,
}

impl ScraperSettings {
    pub(crate) fn load(path: &Path) -> Result<Self, Error> {
        let error = |reason: String| Error::Settings {
            path: path.display().to_string(),
            reason,
        };
        let text = std::fs::read_to_string(path).map_err(|cause| error(cause.to_string()))?;
        serde_saphyr::from_str(&text).map_err(|cause| error(cause.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(text: &str) -> Result<ScraperSettings, Error> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scraper.yaml");
        std::fs::write(&path, text).unwrap();
        ScraperSettings::load(&path)
    }

    const LEAST: &str = "image: i\nserviceAccountName: s\napi: https://api:8443\n";

    #[test]
    fn settings_require_three_fields_and_errors_name_unknown_ones() {
        let settings = load(LEAST).unwrap();
        assert_eq!((settings.image.as_str(), settings.env.len()), ("i", 0));
        let misspelt = load(&format!("{LEAST}nodeSelektor: {{}}\n")).unwrap_err();
        assert!(misspelt.to_string().contains("nodeSelektor"), "{misspelt}");
        let missing = load("image: i\n").unwrap_err().to_string();
        assert!(
            missing.contains("serviceAccountName") && missing.contains("scraper.yaml"),
            "{missing}"
        );
    }
}
