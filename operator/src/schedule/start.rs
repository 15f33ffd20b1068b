//! Creates the Job of a run.

use std::path::Path;

use k8s_openapi::api::batch::v1::Job;
use kube::Api;
use kube::api::PostParams;

use crate::context::Context;
use crate::error::Error;
use crate::jobs::{Run, job};
use crate::metrics::Created;
use crate::object_key::ObjectKey;
use crate::policy::POLICY;

/// Maximum size of the API's certificate authority in bytes. It is passed in an environment variable, which Linux limits to 128
/// KiB; a bundle of the public authorities would be larger, and need not be passed.
const LARGEST_AUTHORITY: usize = 64 << 10;

/// The result of starting a Job.
pub(super) enum Started {
    /// The Job exists.
    Made,
    /// The cluster permanently rejects the Job: a quota, an admission rule, a setting.
    Refused(String),
}

/// Creates the Job unless it exists.
pub(super) async fn start_job(context: &Context, run: Run, reason: &'static str) -> Result<Started, Error> {
    let policy = context.policies.get(&ObjectKey::new("", POLICY));
    let means = context.policy_spec().job;
    let authority = match &context.cli.api_ca {
        Some(path) => Some(authority(path).await?),
        None => None,
    };
    let job = job(
        run,
        &context.settings,
        authority.as_deref(),
        &means,
        policy.as_deref(),
        &context.cli.instance,
    );
    let api: Api<Job> = Api::namespaced(context.client.clone(), context.cli.scraper_namespace());
    match api.create(&PostParams::default(), &job).await {
        Ok(_) => {
            let platform = run.platform;
            context
                .metrics
                .jobs_created
                .get_or_create(&Created { platform, reason })
                .inc();
            tracing::info!(run = %run.id, platform, reason, "started a Job");
            Ok(Started::Made)
        }
        Err(kube::Error::Api(status)) if status.code == 409 => Ok(Started::Made),
        Err(kube::Error::Api(status)) if matches!(status.code, 400 | 403 | 404 | 422) => {
            Ok(Started::Refused(status.message.clone()))
        }
        Err(error) => Err(error.into()),
    }
}

/// Reads the API's certificate authority again for every Job, so that a renewed one is passed on without a restart.
async fn authority(path: &Path) -> Result<String, Error> {
    let fault = |reason: String| Error::Authority {
        path: path.display().to_string(),
        reason,
    };
    let text = tokio::fs::read_to_string(path)
        .await
        .map_err(|error| fault(error.to_string()))?;
    if text.len() > LARGEST_AUTHORITY {
        return Err(fault(format!(
            "it has {} bytes, and a Job takes {LARGEST_AUTHORITY}; leave only the authority of the API's certificate in it",
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
        std::fs::write(&path, "x".repeat(LARGEST_AUTHORITY + 1)).unwrap();
        let error = authority(&path).await.unwrap_err().to_string();
        assert!(error.contains("65537 bytes"), "{error}");
    }
}
