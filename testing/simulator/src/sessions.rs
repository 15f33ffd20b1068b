//! The Instagram sessions that the platform no longer trusts, until they are trusted again through the control API.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::FaultKind;

/// The fault of each untrusted session, by the hash of the session.
#[derive(Debug, Default)]
pub(crate) struct Sessions(Mutex<BTreeMap<String, FaultKind>>);

impl Sessions {
    /// Sets the permanent fault of a session.
    pub(crate) fn set_fault(&self, session: &str, fault: FaultKind) {
        self.lock().insert(session.to_owned(), fault);
    }

    /// Returns the fault that replaces data for the session.
    pub(crate) fn fault_of(&self, session: &str) -> Option<FaultKind> {
        self.lock().get(session).copied()
    }

    /// Trusts the session again; returns whether it was untrusted.
    pub(crate) fn restore(&self, session: &str) -> bool {
        self.lock().remove(session).is_some()
    }

    pub(crate) fn list(&self) -> BTreeMap<String, FaultKind> {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, FaultKind>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
