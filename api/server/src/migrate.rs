//! `api migrate`: migrates the database as a Job, before the replicas of the new version serve.

use clipmeter_api::StopSignal;
use clipmeter_db::Pools;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::migration_events::Events;
use crate::run::cluster;
use crate::{ClusterError, MigrateArgs};

/// Migrates the database, and checks that the roles can log in.
pub(crate) async fn run(args: &MigrateArgs) -> Result<(), ClusterError> {
    let database = args.database.options()?;
    let events = match &args.pod.name {
        Some(_) => Events::of(&args.pod, &cluster().await?),
        None => Events::NONE,
    };
    let stopping = CancellationToken::new();
    StopSignal::listen()
        .map_err(ClusterError::Runtime)?
        .cancel(stopping.clone());
    let progress = watch::Sender::default();
    let connect = Pools::connect_reporting(&database, &args.database.role_passwords, &progress);
    let pools = stopping
        .run_until_cancelled(Box::pin(events.reported(&progress, connect)))
        .await
        .ok_or(ClusterError::MigrationStopped)??;
    pools.close().await;
    tracing::info!("the database schema is up to date");
    Ok(())
}
