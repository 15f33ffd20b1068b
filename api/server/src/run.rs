//! Assembles the program: starts everything in order, and stops it in reverse order.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use clipmeter_api::control_plane::{RunStarter, StartRunError};
use clipmeter_api::{Api, ApiConfig, StopSignal};
use clipmeter_db::key_check::{KeyFile, LostKeysPolicy};
use clipmeter_db::secrets::Secrets;
use clipmeter_db::{MigrationProgress, wait_until_applied};
use clipmeter_runtime::{
    Clock as _, ConnectionLimits, Connections, Failed, Servers, SystemClock, raise_open_files, serve_http,
};
use kube::{Client, Config};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::health::Health;
use crate::metrics::{Metrics, counted_grpc, counted_http};
use crate::migration_events::Events;
use crate::resources::Resources;
use crate::tls::{self, TlsFiles};
use crate::token_reviews::{Accounts, TokenReviews};
use crate::{Cli, ClusterError};

/// An API server that does not respond within this time is treated as unavailable, and the user gets an error.
const CLUSTER_CONNECT: Duration = Duration::from_secs(2);

/// The longest time of a single write where admission webhooks are called.
const CLUSTER_RESPONSE_TIMEOUT: Duration = Duration::from_secs(10);

/// Time for requests, besides waiting for runs, after a stop was requested; the chart gives the pod longer.
const DRAIN: Duration = Duration::from_secs(15);

/// Time for the probes after a stop was requested.
const DRAIN_HEALTH: Duration = Duration::from_secs(1);

/// Runs until a signal stops the program or a part fails permanently.
pub(crate) async fn run(cli: &Cli) -> Result<(), ClusterError> {
    let open_files = raise_open_files();
    // Inputs that can be validated without starting anything are checked first.
    let keys = KeyFile::Mounted(cli.secrets_dir.clone());
    keys.check()?;
    let password = cli.admin_password.clone().ok_or(ClusterError::NoAdminPassword)?;
    let files = TlsFiles {
        certificate: cli.grpc_cert.clone(),
        key: cli.grpc_key.clone(),
    };
    let pair = files.read().await?;
    let certificate = files.certificate(&pair)?;
    let client = cluster().await?;
    let http = bind("listen", cli.listen).await?;
    let grpc = bind("grpc-listen", cli.grpc_listen).await?;
    let health_listener = bind("metrics-listen", cli.metrics_listen).await?;
    let address = |listener: &TcpListener| listener.local_addr().map_err(ClusterError::Runtime);
    let (http_address, grpc_address) = (address(&http)?, address(&grpc)?);
    let metrics_address = address(&health_listener)?;

    let stopping = CancellationToken::new();
    StopSignal::listen()
        .map_err(ClusterError::Runtime)?
        .cancel(stopping.clone());
    let http_connections = Connections::new("http", ConnectionLimits::http(open_files));
    let grpc_connections = Connections::new("grpc", ConnectionLimits::grpc(open_files));
    let probe_connections = Connections::new("metrics", ConnectionLimits::probes(open_files));
    let metrics = Metrics::new(vec![
        http_connections.clone(),
        grpc_connections.clone(),
        probe_connections.clone(),
    ]);
    let progress = watch::Sender::default();
    let health = Health::new(metrics.clone(), progress.subscribe());
    let (stop, stop_health) = (CancellationToken::new(), CancellationToken::new());
    let mut probes = Servers::default().with(
        "metrics",
        serve_http(
            health.clone().router(),
            health_listener,
            probe_connections,
            stop_health.clone(),
            DRAIN_HEALTH,
        ),
    );
    tracing::info!(%metrics_address, "connecting to the database");
    let api = tokio::select! {
        () = stopping.cancelled() => return Ok(()),
        failed = probes.failed() => return Err(failed.into()),
        connected = Box::pin(connect(cli, &keys, &client, &progress)) => connected?,
    };
    api.bootstrap_admin(Some(password)).await?;
    health.set_api(api.clone());
    let desired = Resources::new(client.clone());
    let router = api.http_router(Arc::new(OperatorStarter), Arc::new(desired));
    let authenticator = TokenReviews::new(client, accounts(cli), api.clock(), metrics.reviews.clone());
    let services = counted_grpc(api.grpc_routes(Arc::new(authenticator)), metrics.clone());
    let drain = cli.run_wait() + DRAIN;
    let mut servers = Servers::default()
        .with(
            "HTTP",
            serve_http(
                counted_http(router, metrics),
                http,
                http_connections,
                stop.clone(),
                drain,
            ),
        )
        .with(
            "gRPC",
            tls::serve(
                files,
                (pair, certificate),
                (services, grpc, grpc_connections),
                stop.clone(),
                drain,
            ),
        );
    let maintenance = tokio::spawn(api.clone().run_maintenance(stop.clone()));
    let clock_sync = tokio::spawn(api.clone().sync_clock(stop.clone()));
    health.set_serving(true);
    tracing::info!(%http_address, %grpc_address, %metrics_address, "ready");

    let ended = tokio::select! {
        () = stopping.cancelled() => Ok(()),
        failed = servers.failed() => Err(failed.into()),
        failed = probes.failed() => Err(failed.into()),
    };
    // The readiness probe fails while other requests are still served.
    health.set_serving(false);
    stop.cancel();
    drop(maintenance.await);
    drop(clock_sync.await);
    if ended.is_ok() {
        servers.drained().await;
    }
    stop_health.cancel();
    api.close().await;
    ended
}

/// Migrates the database or waits for its migration, compares the keys with those that the database was used with, and connects.
async fn connect(
    cli: &Cli,
    keys: &KeyFile,
    client: &Client,
    progress: &watch::Sender<MigrationProgress>,
) -> Result<Api, ClusterError> {
    let database = cli.database.options()?;
    let read_replicas = cli.database.read_replicas(&database)?;
    if cli.wait_for_migration {
        wait_until_applied(&database, progress).await;
    }
    let if_lost = if cli.discard_undecryptable {
        LostKeysPolicy::Discard
    } else {
        LostKeysPolicy::Refuse
    };
    let events = Events::of(&cli.pod, client);
    let load = Secrets::load_checked(
        keys,
        &database,
        &cli.database.role_passwords,
        if_lost,
        SystemClock.now(),
        progress,
    );
    let opened = Box::pin(events.reported(progress, load)).await?;
    if let Some(lost) = &opened.discarded {
        tracing::warn!(%lost, "started without the lost keys, and deleted the data that they encrypted; unset CLIPMETER_DISCARD_UNDECRYPTABLE");
    }
    let config = ApiConfig {
        read_replicas,
        role_passwords: cli.database.role_passwords.clone(),
        run_wait: cli.run_wait(),
        registration: cli.registration,
        local_proxies: cli.allow_local_proxies,
        trusted_proxies: cli.trusted_proxies.clone(),
        behind_tls: cli.behind_tls,
        shares_database: true,
        ..ApiConfig::new(database, opened.secrets, Arc::new(SystemClock))
    };
    Ok(Api::connect(config).await?)
}

async fn bind(option: &'static str, address: SocketAddr) -> Result<TcpListener, ClusterError> {
    TcpListener::bind(address)
        .await
        .map_err(|source| ClusterError::Listen {
            option,
            address,
            source,
        })
}

pub(crate) async fn cluster() -> Result<Client, ClusterError> {
    let mut config = Config::infer()
        .await
        .map_err(|error| ClusterError::NoCluster(error.to_string()))?;
    config.connect_timeout = Some(CLUSTER_CONNECT);
    config.read_timeout = Some(CLUSTER_RESPONSE_TIMEOUT);
    config.write_timeout = Some(CLUSTER_RESPONSE_TIMEOUT);
    // A connection without queries receives nothing.
    config.reset_reader_on_write = true;
    Client::try_from(config).map_err(|error| ClusterError::NoCluster(error.to_string()))
}

fn accounts(cli: &Cli) -> Accounts {
    Accounts {
        namespace: cli.namespace.clone(),
        scraper_namespace: cli
            .scraper_namespace
            .clone()
            .unwrap_or_else(|| cli.namespace.clone()),
        operator: cli.operator_account.clone(),
        scraper: cli.scraper_account.clone(),
    }
}

impl From<Failed> for ClusterError {
    fn from(Failed { server, reason }: Failed) -> Self {
        Self::Serve { server, reason }
    }
}

/// Starts requested runs through the operator. Does nothing: the operator polls for open runs every second, creates Jobs for those
/// without one, and closes runs that it cannot start.
#[derive(Debug)]
struct OperatorStarter;

#[async_trait]
impl RunStarter for OperatorStarter {
    async fn start(&self, _: Uuid) -> Result<(), StartRunError> {
        Ok(())
    }
}
