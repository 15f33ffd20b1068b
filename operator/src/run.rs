//! Starts the operator: serves health checks, waits for the definitions and the lease, then leads.

use std::sync::Arc;

use k8s_openapi::api::core::v1::ObjectReference;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

use crate::api::ApiClient;
use crate::cli::Cli;
use crate::error::Error;
use crate::health::{self, Health};
use crate::kubernetes::client;
use crate::kubernetes::events::Events;
use crate::leader::{OperatorDependencies, run_with_lease};
use crate::metrics::Metrics;
use crate::readiness;
use crate::settings::ScraperSettings;

/// Runs until a signal requests a stop or a controller ends.
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
    let client = client::connect().await?;
    let events = Arc::new(Events::new(client.clone(), &cli.pod_name));
    let stop = stop_signal()?;
    let serving = tokio::spawn(health::serve(listener, health.clone(), stop.clone()));

    let pod = ObjectReference {
        api_version: Some("v1".to_owned()),
        kind: Some("Pod".to_owned()),
        name: Some(cli.pod_name.clone()),
        namespace: Some(cli.namespace.clone()),
        ..ObjectReference::default()
    };
    let waiting = readiness::wait_for_definitions(&client, &health, &events, &pod);
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
