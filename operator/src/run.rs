//! Starts the operator: serves health checks, waits for the definitions and the lease, then leads.

use std::sync::Arc;
use std::time::Duration;

use clipmeter_crds::Event;
use k8s_openapi::api::core::v1::ObjectReference;
use kube::{Client, Resource as _};
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

use crate::api::ApiClient;
use crate::cli::Cli;
use crate::cluster;
use crate::error::Error;
use crate::events::Events;
use crate::health::{self, Health};
use crate::leader::run_leader;
use crate::lease::Lease;
use crate::metrics::Metrics;
use crate::readiness;
use crate::settings::ScraperSettings;

/// Timeout for releasing the lease, which is optional and must not delay the shutdown.
const RELEASE_TIMEOUT: Duration = Duration::from_secs(5);

/// Runs until a signal requests a stop, or until the lease is lost.
pub(crate) async fn run(cli: Cli) -> Result<(), Error> {
    let metrics = Arc::new(Metrics::new());
    let health = Health::new(Arc::clone(&metrics));
    let listener = health::bind(cli.metrics_listen).await?;
    let settings = ScraperSettings::load(&cli.scraper_settings)?;
    let api = ApiClient::new(
        &cli.api,
        cli.api_ca.as_deref(),
        &cli.token_file,
        Arc::clone(&metrics),
    )?;
    let client = cluster::connect().await?;
    let events = Events::new(client.clone(), &cli.pod_name);
    let stop = stop_signal()?;
    let serving = tokio::spawn(health::serve(listener, health.clone(), stop.clone()));

    let pod = ObjectReference {
        api_version: Some("v1".to_owned()),
        kind: Some("Pod".to_owned()),
        name: Some(cli.pod_name.clone()),
        namespace: Some(cli.namespace.clone()),
        ..ObjectReference::default()
    };
    let waiting = readiness::definitions(&client, &health, &events, &pod);
    let ended = if stop.run_until_cancelled(waiting).await.is_none() {
        Ok(())
    } else {
        let dependencies = OperatorDependencies {
            cli,
            settings,
            api,
            client,
            events,
            metrics,
        };
        run_with_lease(dependencies, &stop).await
    };
    stop.cancel();
    match serving.await {
        Ok(()) => ended,
        Err(error) => ended.and(Err(Error::Ended(error.to_string()))),
    }
}

/// Dependencies of a leading operator.
pub(crate) struct OperatorDependencies {
    pub(crate) cli: Cli,
    pub(crate) settings: ScraperSettings,
    pub(crate) api: ApiClient,
    pub(crate) client: Client,
    pub(crate) events: Events,
    pub(crate) metrics: Arc<Metrics>,
}

/// Leads once this operator holds the lease.
async fn run_with_lease(dependencies: OperatorDependencies, stop: &CancellationToken) -> Result<(), Error> {
    let lease = Lease::new(
        dependencies.client.clone(),
        &dependencies.cli.namespace,
        &dependencies.cli.lease,
        &dependencies.cli.pod_name,
    );
    let Some(acquired) = stop.run_until_cancelled(lease.acquire()).await else {
        return Ok(());
    };
    tracing::info!(lease = dependencies.cli.lease, "this operator leads");
    dependencies.metrics.is_leader.set(1);
    let note = format!("{} leads", dependencies.cli.pod_name);
    let reference = acquired.0.object_ref(&());
    let leading = async {
        dependencies
            .events
            .publish(&reference, Event::LeaderElected, &note)
            .await;
        run_leader(dependencies, stop).await
    };
    // A leader that cannot renew its lease stops at once.
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

/// Returns a token that SIGTERM and Ctrl-C cancel.
fn stop_signal() -> Result<CancellationToken, Error> {
    let stop = CancellationToken::new();
    for kind in [SignalKind::terminate(), SignalKind::interrupt()] {
        let mut signal = signal(kind).map_err(Error::Runtime)?;
        let stop = stop.clone();
        tokio::spawn(async move {
            signal.recv().await;
            stop.cancel();
        });
    }
    Ok(stop)
}
