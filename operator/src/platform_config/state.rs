//! What is known of facts beside what their objects say.

use std::sync::{Mutex, MutexGuard, PoisonError};

use clipmeter_crds::PlatformConfig;
use kube::Resource as _;
use tonic::Code;

use crate::error::Error;
use crate::initial_sync::InitialSync;

/// Kept by the loop of facts.
#[derive(Default)]
pub(crate) struct PlatformConfigState {
    synced: Mutex<Option<SyncedConfig>>,
    /// Set once it is known which facts there are.
    pub(super) initial_sync: InitialSync,
}

/// What the API was told last of the object that counts.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SyncedConfig {
    pub(super) name: String,
    pub(super) object_revision: ObjectRevision,
    pub(super) result: SyncResult,
}

/// Names what an object said at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ObjectRevision {
    uid: Option<String>,
    pub(super) generation: i64,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SyncResult {
    /// The version that it is in the database.
    Accepted(u64),
    /// Why it cannot be meant, in the API's words.
    Refused(String),
    /// Why the API was not told.
    Failed(String),
}

impl ObjectRevision {
    pub(super) fn of(object: &PlatformConfig) -> Self {
        let meta = object.meta();
        Self {
            uid: meta.uid.clone(),
            generation: meta.generation.unwrap_or(0),
        }
    }
}

impl From<&Result<u64, Error>> for SyncResult {
    fn from(result: &Result<u64, Error>) -> Self {
        match result {
            Ok(revision) => Self::Accepted(*revision),
            Err(Error::Api(status)) if status.code() == Code::InvalidArgument => {
                Self::Refused(status.message().to_owned())
            }
            Err(error) => Self::Failed(error.to_string()),
        }
    }
}

impl PlatformConfigState {
    /// The API was told of the object that counts; of none, where there is none.
    pub(super) fn set_synced(&self, synced: Option<SyncedConfig>) {
        *self.lock() = synced;
    }

    pub(super) fn synced(&self) -> Option<SyncedConfig> {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Option<SyncedConfig>> {
        self.synced.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
