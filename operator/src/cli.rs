//! The command line of the program `operator`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Parser;

/// Has a Kubernetes cluster track what its Clipmeter resources ask for
///
/// The cluster is the one that the program runs in, or the one of `KUBECONFIG`. What is logged is said by `RUST_LOG`.
#[derive(Debug, Clone, Parser)]
#[command(version)]
pub struct Cli {
    /// Where the API listens for gRPC, as `https://HOST:PORT` or `http://HOST:PORT`
    #[arg(long, env = "CLIPMETER_API")]
    pub api: String,
    /// The certificates in PEM that the API must have one of; those that the system trusts unless it is given
    #[arg(long, env = "CLIPMETER_API_CA")]
    pub api_ca: Option<PathBuf>,
    /// A file with the token for the API, which is read for every call
    #[arg(long, env = "CLIPMETER_TOKEN_FILE")]
    pub token_file: PathBuf,
    /// The namespace of the operator and its lease
    #[arg(long, env = "CLIPMETER_NAMESPACE")]
    pub namespace: String,
    /// The namespace of the scrapers' Jobs; the operator's own unless it is given, as in charts before 0.2.0
    #[arg(long, env = "CLIPMETER_SCRAPER_NAMESPACE")]
    pub scraper_namespace: Option<String>,
    /// The name of this operator's pod
    #[arg(long, env = "CLIPMETER_POD_NAME")]
    pub pod_name: String,
    /// The lease that is held by the operator that acts
    #[arg(long, env = "CLIPMETER_LEASE", default_value = "clipmeter-operator")]
    pub lease: String,
    /// What the labels of Jobs call this installation
    #[arg(long, env = "CLIPMETER_INSTANCE", default_value = "clipmeter")]
    pub instance: String,
    /// A YAML file with what the pods of scrapers are like
    #[arg(long, env = "CLIPMETER_SCRAPER_SETTINGS")]
    pub scraper_settings: PathBuf,
    /// Where `/livez`, `/readyz` and `/metrics` are
    #[arg(long, env = "CLIPMETER_METRICS_LISTEN", default_value = "0.0.0.0:9090")]
    pub metrics_listen: SocketAddr,
    /// Whether it creates namespaces, quotas and role bindings of groups
    #[arg(long, env = "CLIPMETER_PROVISION_GROUPS", default_value_t = true, action = clap::ArgAction::Set)]
    pub provision_groups: bool,
    /// The `ClusterRole` of those who may look at a group's accounts
    #[arg(long, env = "CLIPMETER_VIEW_ROLE", default_value = "clipmeter-view")]
    pub view_role: String,
    /// The `ClusterRole` of those who may manage a group's accounts
    #[arg(long, env = "CLIPMETER_EDIT_ROLE", default_value = "clipmeter-edit")]
    pub edit_role: String,
}

impl Cli {
    /// The namespace of the scrapers' Jobs.
    pub(crate) fn scraper_namespace(&self) -> &str {
        self.scraper_namespace.as_deref().unwrap_or(&self.namespace)
    }

    /// The namespaces that Clipmeter itself runs in.
    pub(crate) fn own_namespaces(&self) -> [&str; 2] {
        [&self.namespace, self.scraper_namespace()]
    }
}
