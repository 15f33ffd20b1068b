//! The database: a managed server that is kept running, or an external one.

use std::time::Duration;

use clipmeter_db::storage::Storage;
use clipmeter_embedded_postgres::{Durability, Installation, Server, ServerConfig};
use secrecy::{ExposeSecret, SecretString};
use sqlx::postgres::PgConnectOptions;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::data_dir::DataDir;
use crate::disk::Disk;
use crate::error::StandaloneError;

/// Number of consecutive restarts after which the program gives up, because retrying does not repair damaged files.
const RESTARTS_LIMIT: u32 = 5;
/// Uptime after which the number of consecutive restarts is reset.
const STABLE_AFTER: Duration = Duration::from_mins(1);
/// Delay after the first failed restart; it doubles with each further one. The five restarts are spread over 15 seconds, which
/// outlasts the processes of a killed server: they hold its shared memory until they notice, which is late on a busy machine.
const RESTART_DELAY: Duration = Duration::from_secs(1);
/// Delay on a full disk, which may stay full for hours. It bounds how long freed space stays unused.
const FULL_DISK_DELAY: Duration = Duration::from_secs(2);

/// A running database.
#[derive(Debug)]
pub(crate) struct Database {
    options: PgConnectOptions,
    /// Keeps the managed server running; `None` for an external one.
    supervisor: Option<Supervisor>,
}

#[derive(Debug)]
struct Supervisor {
    task: JoinHandle<Result<(), StandaloneError>>,
    stop: CancellationToken,
    disk: Disk,
}

impl Database {
    /// Name of the database on the managed server.
    pub(crate) const NAME: &str = "postgres";

    /// Connects to the server at `url`, or starts the managed server on the data folder.
    pub(crate) async fn open(data: &DataDir, url: Option<&SecretString>) -> Result<Self, StandaloneError> {
        Self::open_watched(data, url, &Storage::default()).await
    }

    /// Does the same, and reports to `storage` the free space on the managed server's disk.
    pub(crate) async fn open_watched(
        data: &DataDir,
        url: Option<&SecretString>,
        storage: &Storage,
    ) -> Result<Self, StandaloneError> {
        if let Some(url) = url {
            return Ok(Self {
                options: Self::at(url)?,
                supervisor: None,
            });
        }
        let installation = Installation::ensure(&Installation::default_cache()).await?;
        let folder = data.postgres();
        let disk = Disk::of(folder.clone(), storage.clone());
        disk.measure();
        let log = folder.join("postgres.log");
        let config = ServerConfig {
            folder,
            durability: Durability::Full,
            temporary: false,
        };
        let server = Server::start(installation, config)
            .await
            .map_err(|error| disk.explain(error.into()))?;
        let options = server.connect_options(Self::NAME);
        let stop = CancellationToken::new();
        tokio::spawn(disk.clone().watch(stop.clone()));
        let (stopped, watched) = (stop.clone(), disk.clone());
        let task = tokio::spawn(async move {
            supervise(server, &watched, stopped)
                .await
                .map_err(|times| StandaloneError::DatabaseUnstable { times, log })
        });
        Ok(Self {
            options,
            supervisor: Some(Supervisor { task, stop, disk }),
        })
    }

    /// Returns the connection options for the server at `url`.
    pub(crate) fn at(url: &SecretString) -> Result<PgConnectOptions, StandaloneError> {
        url.expose_secret()
            .parse()
            .map_err(|_: sqlx::Error| StandaloneError::DatabaseUrl)
    }

    /// Returns the connection options of the user that may migrate.
    pub(crate) fn options(&self) -> PgConnectOptions {
        self.options.clone()
    }

    /// Adds the cause to an error if the disk of the managed server is full.
    pub(crate) fn explain(&self, error: StandaloneError) -> StandaloneError {
        match &self.supervisor {
            Some(supervisor) => supervisor.disk.explain(error),
            None => error,
        }
    }

    /// Waits until the managed server was given up; forever otherwise.
    pub(crate) async fn server_failure(&mut self) -> StandaloneError {
        let Some(supervisor) = &mut self.supervisor else {
            return std::future::pending().await;
        };
        let ended = (&mut supervisor.task).await;
        // The server has ended, and a finished task must not be awaited again.
        self.supervisor = None;
        match ended {
            Ok(Err(error)) => error,
            // Only `stop` ends the supervisor without an error, and it consumes the database.
            Ok(Ok(())) => std::future::pending().await,
            Err(error) => StandaloneError::Serve {
                server: "database",
                reason: error.to_string(),
            },
        }
    }

    /// Stops the managed server; all committed data is then on disk.
    pub(crate) async fn stop(self) {
        let Some(supervisor) = self.supervisor else { return };
        supervisor.stop.cancel();
        if let Ok(Err(error)) = supervisor.task.await {
            tracing::warn!(%error, "the database had exited before it was stopped");
        }
    }
}

/// Restarts the server whenever it ends unexpectedly, without limit on a full disk. The error is the number of failed restarts.
async fn supervise(mut server: Server, disk: &Disk, stop: CancellationToken) -> Result<(), u32> {
    let mut restarts = 0;
    loop {
        let started = tokio::time::Instant::now();
        tokio::select! {
            () = stop.cancelled() => {
                server.stop().await;
                return Ok(());
            }
            () = server.ended() => {}
        }
        if started.elapsed() > STABLE_AFTER {
            restarts = 0;
        }
        loop {
            let is_full = disk.make_room_if_full();
            if is_full {
                restarts = 0;
            } else if restarts == RESTARTS_LIMIT {
                return Err(restarts);
            }
            restarts += 1;
            tracing::warn!(restarts, is_full, "PostgreSQL exited unexpectedly; restarting it");
            // Crash recovery may take long.
            let restarted = tokio::select! {
                () = stop.cancelled() => {
                    server.stop().await;
                    return Ok(());
                }
                restarted = server.restart() => restarted,
            };
            match restarted {
                Ok(()) => break,
                Err(error) => tracing::error!(%error, "cannot restart PostgreSQL"),
            }
            tokio::select! {
                () = stop.cancelled() => return Ok(()),
                () = tokio::time::sleep(delay(is_full, restarts)) => {}
            }
        }
    }
}

/// Returns the delay after a number of consecutive restarts.
fn delay(is_full: bool, restarts: u32) -> Duration {
    if is_full {
        return FULL_DISK_DELAY;
    }
    RESTART_DELAY * 2_u32.pow(restarts.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn database_restart_delays_add_up_to_half_a_minute() {
        let all: Duration = (1..=RESTARTS_LIMIT).map(|restarts| delay(false, restarts)).sum();
        assert_eq!(all, Duration::from_secs(31));
        assert_eq!(delay(true, 1), FULL_DISK_DELAY);
    }

    #[tokio::test]
    async fn database_can_be_stopped_after_restarts_failed() {
        let unstable = || StandaloneError::DatabaseUnstable {
            times: RESTARTS_LIMIT,
            log: "postgres.log".into(),
        };
        let supervisor = Supervisor {
            task: tokio::spawn(async move { Err(unstable()) }),
            stop: CancellationToken::new(),
            disk: Disk::of("nowhere".into(), Storage::default()),
        };
        let mut database = Database {
            options: PgConnectOptions::new_without_pgpass(),
            supervisor: Some(supervisor),
        };
        assert!(matches!(
            database.server_failure().await,
            StandaloneError::DatabaseUnstable { .. }
        ));
        database.stop().await;
    }
}
