//! SIGTERM and Ctrl-C handling.

use std::io;

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio_util::sync::CancellationToken;

/// A subscription to the signals that stop this process.
#[derive(Debug)]
pub struct StopSignal {
    interrupt: Signal,
    terminate: Signal,
}

impl StopSignal {
    /// Takes over both signals; from then on they no longer terminate the process.
    pub fn listen() -> io::Result<Self> {
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    /// Waits for either signal.
    pub async fn received(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }

    /// Waits in the background, and cancels `stopping` on the first signal.
    pub fn cancel(mut self, stopping: CancellationToken) {
        tokio::spawn(async move {
            self.received().await;
            stopping.cancel();
            tracing::info!("stopping");
        });
    }
}
