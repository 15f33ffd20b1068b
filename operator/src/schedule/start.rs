//! Makes the Job of a run.

use k8s_openapi::api::batch::v1::Job;
use kube::Api;
use kube::api::PostParams;

use crate::context::Context;
use crate::error::Error;
use crate::jobs::{Run, job};
use crate::key::Key;
use crate::metrics::Created;
use crate::policy::POLICY;

/// How that went.
pub(super) enum Started {
    /// It is there.
    Made,
    /// The cluster does not take it, whoever tries: a quota, an admission rule, a setting.
    Refused(String),
}

/// Makes it, unless it is there.
pub(super) async fn start_job(context: &Context, run: Run, reason: &'static str) -> Result<Started, Error> {
    let policy = context.policies.get(&Key::new("", POLICY));
    let means = context.policy_spec().job;
    let job = job(
        run,
        &context.settings,
        &means,
        policy.as_deref(),
        &context.cli.instance,
    );
    let api: Api<Job> = Api::namespaced(context.client.clone(), &context.cli.namespace);
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
