//! Jobs in the operator's namespace, where charts before 0.2.0 ran scrapers. The API no longer accepts the tokens of their pods.

use std::collections::HashSet;

use k8s_openapi::api::batch::v1::Job;
use kube::api::{DeleteParams, ListParams};
use kube::{Api, Client, ResourceExt};

use super::watch::run_job_labels;
use crate::error::Error;

/// The Jobs of an older operator. No operator creates more of them, so they are listed once.
pub(crate) struct LegacyJobs {
    api: Api<Job>,
    names: Option<HashSet<String>>,
}

impl LegacyJobs {
    /// Assumes that there are none if new Jobs are created in the operator's namespace.
    pub(crate) fn new(client: &Client, namespace: &str, scraper_namespace: &str) -> Self {
        Self {
            api: Api::namespaced(client.clone(), namespace),
            names: (namespace == scraper_namespace).then(HashSet::new),
        }
    }

    /// Lists the Jobs, until that has succeeded once.
    pub(crate) async fn list(&mut self) -> Result<(), Error> {
        if self.names.is_none() {
            let list = self
                .api
                .list_metadata(&ListParams::default().labels(&run_job_labels()))
                .await?;
            self.names = Some(list.items.iter().map(ResourceExt::name_any).collect());
        }
        Ok(())
    }

    pub(crate) fn contains(&self, name: &str) -> bool {
        self.names.as_ref().is_some_and(|names| names.contains(name))
    }

    /// Deletes the Job with its pods; succeeds if it is already gone.
    pub(crate) async fn delete(&mut self, name: &str) -> Result<(), Error> {
        let deleted = self.api.delete(name, &DeleteParams::background()).await;
        match deleted.map_err(Error::from) {
            Err(error) if !error.is_not_found() => return Err(error),
            _ => {}
        }
        if let Some(names) = &mut self.names {
            names.remove(name);
        }
        Ok(())
    }
}
