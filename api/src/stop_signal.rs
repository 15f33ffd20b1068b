//! SIGTERM and Ctrl-C.

use std::io;

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio_util::sync::CancellationToken;

/// The signals that ask this process to end.
#[derive(Debug)]
pub struct StopSignal {
    interrupt: Signal,
    terminate: Signal,
}

impl StopSignal {
    /// Takes over both signals; from now on they no longer end the process by themselves.
    pub fn listen() -> io::Result<Self> {
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    /// Waits for either.
    pub async fn received(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }

    /// Waits in the background: the first signal cancels `stopping`.
    pub fn cancel(mut self, stopping: CancellationToken) {
        tokio::spawn(async move {
            self.received().await;
            stopping.cancel();
            tracing::info!("stopping");
        });
    }
}
