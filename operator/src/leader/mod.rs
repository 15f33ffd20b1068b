//! Leader election, and what the leader runs.

mod decide;
mod lease;
mod tasks;

use std::sync::Arc;
use std::time::Duration;

use clipmeter_crds::Event;
use kube::{Client, Resource as _};
use tokio_util::sync::CancellationToken;

use self::lease::Lease;
use self::tasks::run_tasks;
use crate::api::ApiClient;
use crate::cli::Cli;
use crate::error::Error;
use crate::kubernetes::events::Events;
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
    dependencies: OperatorDependencies,
    stop: &CancellationToken,
) -> Result<(), Error> {
    let lease = Lease::new(
        dependencies.client.clone(),
        &dependencies.cli.namespace,
        &dependencies.cli.lease,
        &dependencies.cli.pod_name,
    );
    let Some(acquired) = stop.run_until_cancelled(lease.acquire()).await else {
        return Ok(());
    };
    tracing::info!(lease = dependencies.cli.lease, "became the leader");
    dependencies.metrics.is_leader.set(1);
    let note = format!("{} leads", dependencies.cli.pod_name);
    let reference = acquired.0.object_ref(&());
    let leading = async {
        dependencies
            .events
            .publish(&reference, Event::LeaderElected, &note)
            .await;
        run_tasks(dependencies, stop).await
    };
    // A leader that cannot renew its lease stops immediately.
    let ended = tokio::select! {
        renewed = lease.renew_until(acquired, stop.clone()) => renewed,
        ended = leading => ended,
    };
    if !matches!(ended, Err(Error::LeaseLost))
        && let Ok(Err(error)) = tokio::time::timeout(RELEASE_TIMEOUT, lease.release()).await
    {
        tracing::warn!(%error, "cannot release the lease");
    }
    ended
}
