//! The Instagram sessions that the platform no longer trusts. They stay so until somebody revives them.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::FaultKind;

/// What each of them is answered, by the hash of the session.
#[derive(Debug, Default)]
pub(crate) struct Sessions(Mutex<BTreeMap<String, FaultKind>>);

impl Sessions {
    /// From now on the session always gets this.
    pub(crate) fn set_fault(&self, session: &str, fault: FaultKind) {
        self.lock().insert(session.to_owned(), fault);
    }

    /// What the session is answered instead of data.
    pub(crate) fn fault_of(&self, session: &str) -> Option<FaultKind> {
        self.lock().get(session).copied()
    }

    /// Trusts the session again; whether it was not trusted before.
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
