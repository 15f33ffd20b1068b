//! The Instagram sessions that the platform no longer trusts, until they are trusted again through the control API.

use std::collections::BTreeMap;

use parking_lot::Mutex;

use crate::FaultKind;

/// The fault of each untrusted session, by the hash of the session.
#[derive(Debug, Default)]
pub(crate) struct Sessions(Mutex<BTreeMap<String, FaultKind>>);

impl Sessions {
    /// Sets the permanent fault of a session.
    pub(crate) fn set_fault(&self, session: &str, fault: FaultKind) {
        self.0.lock().insert(session.to_owned(), fault);
    }

    /// Returns the fault that replaces data for the session.
    pub(crate) fn fault_of(&self, session: &str) -> Option<FaultKind> {
        self.0.lock().get(session).copied()
    }

    /// Trusts the session again; returns whether it was untrusted.
    pub(crate) fn restore(&self, session: &str) -> bool {
        self.0.lock().remove(session).is_some()
    }

    pub(crate) fn list(&self) -> BTreeMap<String, FaultKind> {
        self.0.lock().clone()
    }
}
