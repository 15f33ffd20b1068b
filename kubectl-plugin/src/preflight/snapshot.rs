//! What `preflight` reads from the cluster.

use clipmeter_crds::{ClientGroup, Condition, ConditionType, definitions};
use k8s_openapi::api::apps::v1::Deployment;
use k8s_openapi::api::core::v1::Namespace;
use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
use k8s_openapi::apimachinery::pkg::version::Info;
use k8s_openapi::jiff::Timestamp;
use kube::api::ListParams;
use kube::{Api, Client, ResourceExt as _};

use super::permissions::{Permission, lacking, needed};
use crate::cluster::{Clocks, Cluster, Observed, Scope};
use crate::error::{Error, status_code};
use crate::installation::{Installation, Leader, deployments};
use crate::items::{self, Kind, condition};

/// The release namespace in the documentation.
const RELEASE_NAMESPACE: &str = "clipmeter";

pub(super) struct Snapshot {
    pub(super) version: Info,
    /// The definitions of this release, each with that of the cluster.
    pub(super) definitions: Vec<(CustomResourceDefinition, Observed<CustomResourceDefinition>)>,
    pub(super) serves_admission_policies: bool,
    pub(super) lacking: Vec<Permission>,
    pub(super) installation: Observed<Installation>,
    /// The namespace that scrapers have or will have.
    pub(super) scrapers: String,
    pub(super) scraper_namespace: Observed<Namespace>,
    pub(super) leader: Observed<Leader>,
    pub(super) api: Observed<Vec<Deployment>>,
    pub(super) deletions: Vec<Deletion>,
    pub(super) clocks: Clocks,
}

/// An object that is being deleted and has the operator's finalizer.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Deletion {
    /// As an argument of kubectl: `iga/natgeo -n cg-acme`.
    pub(super) object: String,
    pub(super) since: Timestamp,
    /// The condition `Purging`.
    pub(super) purging: Option<Condition>,
}

impl Snapshot {
    pub(super) async fn read(cluster: &Cluster, has_namespace: bool) -> Result<Self, Error> {
        let client = &cluster.client;
        let version = client.apiserver_version().await?;
        let installation = Installation::find(cluster).await?;
        let release = match installation.known() {
            Some(installation) => installation.namespace.clone(),
            None if has_namespace => cluster.namespace.clone(),
            None => RELEASE_NAMESPACE.to_owned(),
        };
        let scrapers = installation.known().map_or_else(
            || format!("{release}-scrapers"),
            |installation| installation.scrapers.clone(),
        );
        let namespaces: Api<Namespace> = Api::all(client.clone());
        let leader = match installation.known() {
            Some(installation) => installation.leader(cluster).await?,
            None => Observed::Missing,
        };
        Ok(Self {
            version,
            definitions: installed_definitions(client).await?,
            serves_admission_policies: serves_admission_policies(client).await?,
            lacking: lacking(client, needed(&release, &scrapers)).await?,
            scraper_namespace: Observed::of(namespaces.get_opt(&scrapers).await)?,
            scrapers,
            leader,
            api: deployments(cluster, "api").await?,
            deletions: deletions(cluster).await?,
            installation,
            clocks: cluster.clocks().await?,
        })
    }
}

async fn installed_definitions(
    client: &Client,
) -> Result<Vec<(CustomResourceDefinition, Observed<CustomResourceDefinition>)>, Error> {
    let api: Api<CustomResourceDefinition> = Api::all(client.clone());
    let expected = definitions().map_err(|error| Error::Refused(error.to_string()))?;
    let mut all = Vec::new();
    for definition in expected {
        let installed = Observed::of(api.get_opt(&definition.name_any()).await)?;
        all.push((definition, installed));
    }
    Ok(all)
}

async fn serves_admission_policies(client: &Client) -> Result<bool, Error> {
    match client
        .list_api_group_resources("admissionregistration.k8s.io/v1")
        .await
    {
        Ok(list) => Ok(list
            .resources
            .iter()
            .any(|resource| resource.name == "validatingadmissionpolicies")),
        Err(error) if status_code(&error) == Some(404) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

async fn deletions(cluster: &Cluster) -> Result<Vec<Deletion>, Error> {
    let mut found = Vec::new();
    match items::list(cluster, &Scope::All, &Kind::ALL).await {
        Ok(items) => {
            for item in items.iter().filter(|item| item.has_finalizer) {
                if let Some(deleted) = &item.deleted_at {
                    found.push(Deletion {
                        object: format!("{} -n {}", item.reference(), item.namespace),
                        since: deleted.0,
                        purging: item.condition(ConditionType::Purging).cloned(),
                    });
                }
            }
        }
        Err(error) => unless_unreadable(error)?,
    }
    let groups: Api<ClientGroup> = Api::all(cluster.client.clone());
    match groups.list(&ListParams::default()).await {
        Ok(groups) => {
            for group in &groups.items {
                let conditions = group.status.as_ref().map(|status| status.conditions.as_slice());
                let has_finalizer = group
                    .finalizers()
                    .iter()
                    .any(|it| it == clipmeter_crds::keys::FINALIZER);
                if let Some(deleted) = group
                    .metadata
                    .deletion_timestamp
                    .as_ref()
                    .filter(|_| has_finalizer)
                {
                    found.push(Deletion {
                        object: format!("cg/{}", group.name_any()),
                        since: deleted.0,
                        purging: condition(conditions.unwrap_or_default(), ConditionType::Purging).cloned(),
                    });
                }
            }
        }
        Err(error) => unless_unreadable(error.into())?,
    }
    Ok(found)
}

/// Tolerates missing definitions and permissions, which other checks report.
fn unless_unreadable(error: Error) -> Result<(), Error> {
    match &error {
        Error::Kubernetes(cause) if matches!(status_code(cause), Some(403 | 404)) => Ok(()),
        _ => Err(error),
    }
}
