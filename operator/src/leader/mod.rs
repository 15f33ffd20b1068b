//! Leader election, and what the leader runs.

mod decide;
mod lease;
mod tasks;

use std::sync::Arc;
use std::time::{Duration, Instant};

use clipmeter_crds::Event;
use clipmeter_proto::LeaderTerm;
use k8s_openapi::api::coordination::v1::Lease as Record;
use kube::{Client, Resource as _};
use tokio::time::sleep;
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

/// Time after a loss of the lease for which this operator does not take it: long enough for another one, whose connection may be
/// better, to notice that it has expired.
const AFTER_LOSS: Duration = Duration::from_secs(20);

/// Dependencies of a leading operator.
#[derive(Clone)]
pub(crate) struct OperatorDependencies {
    pub(crate) cli: Cli,
    pub(crate) settings: ScraperSettings,
    pub(crate) api: ApiClient,
    pub(crate) client: Client,
    pub(crate) events: Arc<Events>,
    pub(crate) metrics: Arc<Metrics>,
}

/// Waits for the lease, and then runs the controllers, until a stop is requested or a controller ends. An operator that loses the
/// lease discards its state and waits again, because a restart would be delayed by the kubelet.
pub(crate) async fn run_with_lease(
    dependencies: OperatorDependencies,
    stop: &CancellationToken,
) -> Result<(), Error> {
    let lease = Lease::new(
        dependencies.client.clone(),
        &dependencies.cli.namespace,
        &dependencies.cli.lease,
        &dependencies.cli.pod_name,
    );
    while let Some((record, acquired)) = stop.run_until_cancelled(lease.acquire()).await {
        let ended = Box::pin(lead(dependencies.clone(), &lease, record, acquired, stop)).await;
        dependencies.metrics.clear_leader();
        if let Ok(Err(error)) = tokio::time::timeout(RELEASE_TIMEOUT, lease.release()).await {
            tracing::warn!(%error, "cannot release the lease");
        }
        if !matches!(ended, Err(Error::LeaseLost)) {
            return ended;
        }
        tracing::warn!(lease = dependencies.cli.lease, "lost the lease; waiting for it");
        stop.run_until_cancelled(sleep(AFTER_LOSS)).await;
    }
    Ok(())
}

/// Runs the controllers until the lease is lost or a stop is requested. All tasks have ended when it returns.
async fn lead(
    mut dependencies: OperatorDependencies,
    lease: &Lease,
    record: Record,
    acquired: Instant,
    stop: &CancellationToken,
) -> Result<(), Error> {
    tracing::info!(lease = dependencies.cli.lease, "became the leader");
    dependencies.metrics.is_leader.set(1);
    let leadership = Leadership::new(term(&record), acquired);
    dependencies.api.lead(leadership.clone());
    dependencies.client = client::connect_as_leader(leadership.clone()).await?;
    let (note, reference) = (
        format!("{} leads", dependencies.cli.pod_name),
        record.object_ref(&()),
    );
    let events = Arc::clone(&dependencies.events);
    let stop = stop.child_token();
    let announcing = stop.run_until_cancelled(events.publish(&reference, Event::LeaderElected, &note));
    let renewing = async {
        let renewed = lease.renew_until(record, &leadership, stop.clone()).await;
        stop.cancel();
        renewed
    };
    let leading = async {
        let led = run_tasks(dependencies, &stop).await;
        stop.cancel();
        led
    };
    let (renewed, led, _) = tokio::join!(renewing, leading, announcing);
    renewed.and(led)
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
