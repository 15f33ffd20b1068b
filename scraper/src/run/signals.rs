//! External events that end a run: a termination signal, or the end of the parent process.

use std::io::Read as _;

use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

use crate::error::ScraperError;

/// Cancels `stop` on SIGTERM and SIGINT. When standard input closes, if that is watched, the returned token is canceled along with `stop`.
pub(super) fn watch(stop: &CancellationToken, with_stdin: bool) -> Result<CancellationToken, ScraperError> {
    for kind in [SignalKind::terminate(), SignalKind::interrupt()] {
        let mut signals = signal(kind).map_err(|error| ScraperError::Task(error.to_string()))?;
        let stop = stop.clone();
        tokio::spawn(async move {
            signals.recv().await;
            tracing::info!("stop requested");
            stop.cancel();
        });
    }
    let orphaned = CancellationToken::new();
    if with_stdin {
        let (stop, orphaned) = (stop.clone(), orphaned.clone());
        // A separate thread: a pending read of the runtime would keep the process from exiting.
        std::thread::spawn(move || {
            wait_for_end_of_stdin();
            tracing::warn!("standard input was closed");
            stop.cancel();
            orphaned.cancel();
        });
    }
    Ok(orphaned)
}

fn wait_for_end_of_stdin() {
    let (mut stdin, mut ignored) = (std::io::stdin().lock(), [0; 256]);
    while matches!(stdin.read(&mut ignored), Ok(length) if length > 0) {}
}
