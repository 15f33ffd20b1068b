//! The command line of the program `operator`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Parser;

/// Clipmeter's operator on a Kubernetes cluster: scrapes what custom resources request
///
/// `KUBECONFIG` sets the cluster, which is otherwise the one that the program runs in. `RUST_LOG` sets the log level.
#[derive(Debug, Clone, Parser)]
#[command(version)]
pub struct Cli {
    /// Address of the API's gRPC server, as `https://HOST:PORT` or `http://HOST:PORT`
    #[arg(long, env = "CLIPMETER_API")]
    pub api: String,
    /// PEM file with the certificate authorities to trust for the API; defaults to those of the system
    #[arg(long, env = "CLIPMETER_API_CA")]
    pub api_ca: Option<PathBuf>,
    /// File with the token for the API, which is read for every call
    #[arg(long, env = "CLIPMETER_TOKEN_FILE")]
    pub token_file: PathBuf,
    /// Namespace of the operator and its lease
    #[arg(long, env = "CLIPMETER_NAMESPACE")]
    pub namespace: String,
    /// Namespace of the scrapers' Jobs; defaults to the operator's namespace, as in charts before 0.2.0
    #[arg(long, env = "CLIPMETER_SCRAPER_NAMESPACE")]
    pub scraper_namespace: Option<String>,
    /// Name of this operator's pod
    #[arg(long, env = "CLIPMETER_POD_NAME")]
    pub pod_name: String,
    /// Name of the lease for leader election
    #[arg(long, env = "CLIPMETER_LEASE", default_value = "clipmeter-operator")]
    pub lease: String,
    /// Name of this installation, for the labels of Jobs
    #[arg(long, env = "CLIPMETER_INSTANCE", default_value = "clipmeter")]
    pub instance: String,
    /// YAML file with the settings for the scrapers' pods
    #[arg(long, env = "CLIPMETER_SCRAPER_SETTINGS")]
    pub scraper_settings: PathBuf,
    /// Listen address and port of `/livez`, `/readyz` and `/metrics`
    #[arg(long, env = "CLIPMETER_METRICS_LISTEN", default_value = "0.0.0.0:9090")]
    pub metrics_listen: SocketAddr,
    /// Whether to create the namespaces, quotas and role bindings of groups
    #[arg(long, env = "CLIPMETER_PROVISION_GROUPS", default_value_t = true, action = clap::ArgAction::Set)]
    pub provision_groups: bool,
    /// `ClusterRole` of users who may view a group's accounts
    #[arg(long, env = "CLIPMETER_VIEW_ROLE", default_value = "clipmeter-view")]
    pub view_role: String,
    /// `ClusterRole` of users who may manage a group's accounts
    #[arg(long, env = "CLIPMETER_EDIT_ROLE", default_value = "clipmeter-edit")]
    pub edit_role: String,
}

impl Cli {
    pub(crate) fn scraper_namespace(&self) -> &str {
        self.scraper_namespace.as_deref().unwrap_or(&self.namespace)
    }

    /// Returns the namespaces that Clipmeter itself runs in.
    pub(crate) fn own_namespaces(&self) -> [&str; 2] {
        [&self.namespace, self.scraper_namespace()]
    }
}
