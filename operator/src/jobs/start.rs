//! Creates the Job of a run.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clipmeter_crds::{ScrapePolicy, ScraperPool};
use k8s_openapi::api::batch::v1::Job;
use kube::api::PostParams;
use kube::{Api, Client};

use super::build::{Run, job};
use crate::error::Error;
use crate::metrics::{JobCreatedLabels, Metrics};
use crate::settings::ScraperSettings;

/// Maximum size of the API's CA certificate in bytes. It is passed in an environment variable, which Linux limits to 128 KiB. A
/// bundle of the public CAs would be larger, but need not be passed.
const MAX_AUTHORITY_BYTES: usize = 64 << 10;

/// Creates Jobs.
pub(crate) struct JobStarter {
    pub(crate) client: Client,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) settings: ScraperSettings,
    /// The file with the API's CA certificate.
    pub(crate) authority: Option<PathBuf>,
    /// Name of this installation in labels.
    pub(crate) instance: String,
    pub(crate) namespace: String,
}

/// The result of starting a Job.
pub(crate) enum JobStart {
    /// The Job exists.
    Created,
    /// The cluster permanently rejects the Job: a quota, an admission rule, a setting. Or its scraper pool has no object.
    Refused(String),
}

impl JobStarter {
    /// Creates the Job unless it exists.
    pub(crate) async fn start(
        &self,
        run: Run,
        policy: Option<&ScrapePolicy>,
        pool: Option<&ScraperPool>,
        reason: &'static str,
    ) -> Result<JobStart, Error> {
        let policy_job = policy.map(|policy| policy.spec.job.clone()).unwrap_or_default();
        let authority = match &self.authority {
            Some(path) => Some(authority(path).await?),
            None => None,
        };
        let job = job(
            run,
            &self.settings,
            authority.as_deref(),
            &policy_job,
            policy,
            pool,
            &self.instance,
        );
        let api: Api<Job> = Api::namespaced(self.client.clone(), &self.namespace);
        match api.create(&PostParams::default(), &job).await {
            Ok(_) => {
                let platform = run.platform;
                let labels = JobCreatedLabels { platform, reason };
                self.metrics.jobs_created.get_or_create(&labels).inc();
                tracing::info!(run = %run.id, platform, reason, "started a Job");
                Ok(JobStart::Created)
            }
            Err(kube::Error::Api(status)) if status.code == 409 => Ok(JobStart::Created),
            Err(kube::Error::Api(status)) if matches!(status.code, 400 | 403 | 404 | 422) => {
                Ok(JobStart::Refused(status.message.clone()))
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// Reads the API's CA certificate. Called for every Job, so that a renewed certificate is used without a restart.
async fn authority(path: &Path) -> Result<String, Error> {
    let error = |reason: String| Error::Authority {
        path: path.display().to_string(),
        reason,
    };
    let text = tokio::fs::read_to_string(path)
        .await
        .map_err(|cause| error(cause.to_string()))?;
    if text.len() > MAX_AUTHORITY_BYTES {
        return Err(error(format!(
            "the file has {} bytes, but a Job can pass only {MAX_AUTHORITY_BYTES}; keep only the CA of the API's certificate in the file",
            text.len()
        )));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn job_start_reads_certificate_authority_each_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ca.crt");
        assert!(authority(&path).await.unwrap_err().to_string().contains("ca.crt"));
        for text in ["first", "renewed"] {
            std::fs::write(&path, text).unwrap();
            assert_eq!(authority(&path).await.unwrap(), text);
        }
        std::fs::write(&path, "x".repeat(MAX_AUTHORITY_BYTES + 1)).unwrap();
        let error = authority(&path).await.unwrap_err().to_string();
        assert!(error.contains("65537 bytes"), "{error}");
    }
}
