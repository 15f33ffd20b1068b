//! What ends a run from outside: the signal to terminate, or the end of the process that started it.

use std::io::Read as _;

use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

use crate::error::ScraperError;

/// Cancels `stop` on SIGTERM and SIGINT. The token returned is cancelled, and `stop` with it, when standard input closes, if that is watched.
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
        // A thread of its own: a pending read of the runtime's would keep the process from ending.
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
