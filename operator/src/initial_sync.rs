//! Whether a watch has delivered its initial list. kube's store has a similar signal, but it wakes only the last of several
//! waiters.

use tokio::sync::SetOnce;

/// A flag that is set once, with any number of waiters.
#[derive(Default)]
pub(crate) struct InitialSync(SetOnce<()>);

impl InitialSync {
    /// Sets the flag. A restarted watch calls this again.
    pub(crate) fn set(&self) {
        // Fails if it is already set, which changes nothing.
        drop(self.0.set(()));
    }

    pub(crate) fn is_set(&self) -> bool {
        self.0.initialized()
    }

    /// Returns once the flag is set.
    pub(crate) async fn wait(&self) {
        self.0.wait().await;
    }
}
