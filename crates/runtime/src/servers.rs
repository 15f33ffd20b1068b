//! The servers of a program.

use futures::future::select_all;
use tokio::task::JoinHandle;

/// A server that ended although it was not stopped.
#[derive(Debug)]
pub struct Failed {
    pub server: &'static str,
    pub reason: String,
}

/// Running servers.
#[derive(Debug, Default)]
pub struct Servers(Vec<(&'static str, JoinHandle<()>)>);

impl Servers {
    /// Adds and starts a server.
    #[must_use]
    pub fn with(mut self, server: &'static str, serving: impl Future<Output = ()> + Send + 'static) -> Self {
        self.0.push((server, tokio::spawn(serving)));
        self
    }

    /// Waits until a server ends without having been stopped.
    pub async fn failed(&mut self) -> Failed {
        let (ended, place, _) = select_all(self.0.iter_mut().map(|(_, task)| task)).await;
        let (server, _) = self.0.swap_remove(place);
        let reason = match ended {
            Ok(()) => "it ended".to_owned(),
            Err(error) => error.to_string(),
        };
        Failed { server, reason }
    }

    /// Waits until all servers have ended after a stop.
    pub async fn drained(self) {
        for (server, task) in self.0 {
            if let Err(error) = task.await {
                tracing::warn!(server, %error, "the server ended with an error");
            }
        }
    }
}
