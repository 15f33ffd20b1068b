//! The database: our own server, kept alive, or somebody else's.

use std::time::Duration;

use clipmeter_api::Storage;
use clipmeter_postgres::{Durability, Installation, Server, ServerConfig};
use secrecy::{ExposeSecret, SecretString};
use sqlx::postgres::PgConnectOptions;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::data_dir::DataDir;
use crate::disk::Disk;
use crate::error::StandaloneError;

/// Restarts in a row after which the database is given up: broken files do not heal by trying.
const RESTARTS_LIMIT: u32 = 5;
/// A server that stayed up this long was sound; its end starts a new count.
const SOUND_AFTER: Duration = Duration::from_mins(1);
/// The delay after the first restart that failed; it doubles with each further one. The five restarts are spread over 15 seconds, which
/// outlasts the processes of a killed server: they keep its shared memory until they notice, late on a busy machine.
const RESTART_DELAY: Duration = Duration::from_secs(1);
/// The delay on a full disk, which may stay full for hours. It limits how late new room is used.
const FULL_DISK_DELAY: Duration = Duration::from_secs(2);

/// A database that answers.
#[derive(Debug)]
pub(crate) struct Database {
    options: PgConnectOptions,
    /// Keeps our own server alive; none for somebody else's.
    supervisor: Option<Supervisor>,
}

#[derive(Debug)]
struct Supervisor {
    task: JoinHandle<Result<(), StandaloneError>>,
    stop: CancellationToken,
    disk: Disk,
}

impl Database {
    /// The one database of our own server.
    pub(crate) const NAME: &str = "postgres";

    /// Uses the server at `url`, or starts our own over the data folder.
    pub(crate) async fn open(data: &DataDir, url: Option<&SecretString>) -> Result<Self, StandaloneError> {
        Self::open_watched(data, url, &Storage::default()).await
    }

    /// The same, and tells `storage` what room there is on the disk of our own server.
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

    /// How to connect to the server at `url`.
    pub(crate) fn at(url: &SecretString) -> Result<PgConnectOptions, StandaloneError> {
        url.expose_secret()
            .parse()
            .map_err(|_: sqlx::Error| StandaloneError::DatabaseUrl)
    }

    /// How a user that may migrate connects.
    pub(crate) fn options(&self) -> PgConnectOptions {
        self.options.clone()
    }

    /// Says what is behind an error while the disk of our own server is full.
    pub(crate) fn explain(&self, error: StandaloneError) -> StandaloneError {
        match &self.supervisor {
            Some(supervisor) => supervisor.disk.explain(error),
            None => error,
        }
    }

    /// Waits until our own server had to be given up; forever when it never is.
    pub(crate) async fn server_failure(&mut self) -> StandaloneError {
        let Some(supervisor) = &mut self.supervisor else {
            return std::future::pending().await;
        };
        let ended = (&mut supervisor.task).await;
        // There is nothing left to stop, and a task that has ended may not be waited for again.
        self.supervisor = None;
        match ended {
            Ok(Err(error)) => error,
            // Only `stop` ends the keeper without an error, and it takes the database with it.
            Ok(Ok(())) => std::future::pending().await,
            Err(error) => StandaloneError::Serve {
                server: "database",
                reason: error.to_string(),
            },
        }
    }

    /// Stops our own server; everything committed is on disk afterwards.
    pub(crate) async fn stop(self) {
        let Some(supervisor) = self.supervisor else { return };
        supervisor.stop.cancel();
        if let Ok(Err(error)) = supervisor.task.await {
            tracing::warn!(%error, "the database had ended before it was stopped");
        }
    }
}

/// Restarts the server whenever it ends by itself, on a full disk without end. The error is the number of restarts that did not
/// help.
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
        if started.elapsed() > SOUND_AFTER {
            restarts = 0;
        }
        loop {
            let is_full = disk.is_to_blame();
            if is_full {
                restarts = 0;
            } else if restarts == RESTARTS_LIMIT {
                return Err(restarts);
            }
            restarts += 1;
            tracing::warn!(restarts, is_full, "PostgreSQL ended by itself; starting it again");
            match server.restart().await {
                Ok(()) => break,
                Err(error) => tracing::error!(%error, "PostgreSQL did not start again"),
            }
            tokio::select! {
                () = stop.cancelled() => return Ok(()),
                () = tokio::time::sleep(delay(is_full, restarts)) => {}
            }
        }
    }
}

/// Returns how long to wait after a number of restarts in a row.
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
    fn restarts_that_fail_are_spread_over_half_a_minute() {
        let all: Duration = (1..=RESTARTS_LIMIT).map(|restarts| delay(false, restarts)).sum();
        assert_eq!(all, Duration::from_secs(31));
        assert_eq!(delay(true, 1), FULL_DISK_DELAY);
    }

    #[tokio::test]
    async fn a_database_that_was_given_up_can_still_be_stopped() {
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
