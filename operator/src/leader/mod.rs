//! Leader election, and what the leader runs.

mod decide;
mod lease;
mod tasks;

use std::sync::Arc;
use std::time::Duration;

use clipmeter_crds::Event;
use clipmeter_proto::LeaderTerm;
use k8s_openapi::api::coordination::v1::Lease as Record;
use kube::{Client, Resource as _};
use tokio_util::sync::CancellationToken;

use self::lease::Lease;
use self::tasks::run_tasks;
use crate::api::ApiClient;
use crate::cli::Cli;
use crate::error::Error;
use crate::kubernetes::client;
use crate::kubernetes::events::Events;
use crate::leadership::Leadership;
use crate::metrics::Metrics;
use crate::settings::ScraperSettings;

/// Timeout for releasing the lease, which is best-effort and must not delay the shutdown.
const RELEASE_TIMEOUT: Duration = Duration::from_secs(5);

/// Dependencies of a leading operator.
pub(crate) struct OperatorDependencies {
    pub(crate) cli: Cli,
    pub(crate) settings: ScraperSettings,
    pub(crate) api: ApiClient,
    pub(crate) client: Client,
    pub(crate) events: Arc<Events>,
    pub(crate) metrics: Arc<Metrics>,
}

/// Waits for the lease, then runs the controllers until the lease is lost or a stop is requested.
pub(crate) async fn run_with_lease(
    mut dependencies: OperatorDependencies,
    stop: &CancellationToken,
) -> Result<(), Error> {
    let lease = Lease::new(
        dependencies.client.clone(),
        &dependencies.cli.namespace,
        &dependencies.cli.lease,
        &dependencies.cli.pod_name,
    );
    let Some((record, acquired)) = stop.run_until_cancelled(lease.acquire()).await else {
        return Ok(());
    };
    tracing::info!(lease = dependencies.cli.lease, "became the leader");
    dependencies.metrics.is_leader.set(1);
    let note = format!("{} leads", dependencies.cli.pod_name);
    let reference = record.object_ref(&());
    let leadership = Leadership::new(term(&record), acquired);
    dependencies.api.lead(leadership.clone());
    dependencies.client = client::connect_as_leader(leadership.clone()).await?;
    let leading = async {
        dependencies
            .events
            .publish(&reference, Event::LeaderElected, &note)
            .await;
        run_tasks(dependencies, stop).await
    };
    // A leader that cannot renew its lease stops immediately.
    let ended = tokio::select! {
        renewed = lease.renew_until(record, &leadership, stop.clone()) => renewed,
        ended = leading => ended,
    };
    if !matches!(ended, Err(Error::LeaseLost))
        && let Ok(Err(error)) = tokio::time::timeout(RELEASE_TIMEOUT, lease.release()).await
    {
        tracing::warn!(%error, "cannot release the lease");
    }
    ended
}

fn term(record: &Record) -> LeaderTerm {
    LeaderTerm {
        lease_created: record
            .metadata
            .creation_timestamp
            .as_ref()
            .map_or(0, |time| time.0.as_second()),
        version: record
            .metadata
            .resource_version
            .as_ref()
            .and_then(|version| version.parse().ok())
            .unwrap_or(0),
    }
}
