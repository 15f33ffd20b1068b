//! `clipmeter backup` and `clipmeter restore`: a whole standalone installation in one file, and back.

mod format;
mod passphrase;
mod reader;
mod restore;
mod restore_target;
mod save;
mod writer;

use clipmeter_api::StopSignal;
use clipmeter_embedded_postgres::{Durability, Installation, Server, ServerConfig};
use tokio_util::sync::CancellationToken;

pub(crate) use restore::restore;
pub(crate) use save::backup;

use crate::data_dir::DataDir;
use crate::error::{BackupError, StandaloneError};

/// Aborts the work on a signal, so that partial results are removed.
struct Stopping(CancellationToken);

impl Stopping {
    fn listen() -> Result<Self, StandaloneError> {
        let token = CancellationToken::new();
        StopSignal::listen()
            .map_err(StandaloneError::Runtime)?
            .cancel(token.clone());
        Ok(Self(token))
    }

    async fn unless_stopped<T>(
        &self,
        work: impl Future<Output = Result<T, StandaloneError>>,
    ) -> Result<T, StandaloneError> {
        let done = self.0.run_until_cancelled(work).await;
        done.unwrap_or_else(|| Err(BackupError::Stopped.into()))
    }
}

/// Starts the server of a data folder. The start is not interruptible, because a server in the middle of it would continue to
/// write.
async fn start_server(data: &DataDir, stopping: &Stopping) -> Result<Server, StandaloneError> {
    let finding = async { Ok(Installation::ensure(&Installation::default_cache()).await?) };
    let installation = stopping.unless_stopped(finding).await?;
    let config = ServerConfig {
        folder: data.postgres(),
        durability: Durability::Full,
        temporary: false,
    };
    Ok(Server::start(installation, config).await?)
}
