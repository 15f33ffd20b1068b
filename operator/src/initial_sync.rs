//! Whether a watch has brought everything there is. A store of kube can be asked too, but wakes only the last of several that
//! wait for it.

use tokio::sync::SetOnce;

/// Set once, waited for by anybody.
#[derive(Default)]
pub(crate) struct InitialSync(SetOnce<()>);

impl InitialSync {
    /// It has. A watch that begins anew says it again.
    pub(crate) fn set(&self) {
        // Set already: nothing changes.
        drop(self.0.set(()));
    }

    /// Whether it has.
    pub(crate) fn is_set(&self) -> bool {
        self.0.initialized()
    }

    /// Returns once it has.
    pub(crate) async fn wait(&self) {
        self.0.wait().await;
    }
}
