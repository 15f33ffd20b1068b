//! State of platform configurations that their objects do not contain.

use clipmeter_crds::PlatformConfig;
use kube::Resource as _;
use parking_lot::Mutex;
use tonic::Code;

use crate::error::Error;
use crate::kubernetes::watch::InitialSync;

/// State kept by the controller loop.
#[derive(Default)]
pub(crate) struct PlatformConfigState {
    synced: Mutex<Option<SyncedConfig>>,
    /// Set when all platform configurations are known.
    pub(super) initial_sync: InitialSync,
}

/// The result of sending the effective object to the API.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SyncedConfig {
    pub(super) name: String,
    pub(super) object_revision: ObjectRevision,
    pub(super) result: SyncResult,
}

/// Identifies an object at one generation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ObjectRevision {
    uid: Option<String>,
    pub(super) generation: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SyncResult {
    /// The configuration revision in the database.
    Accepted(u64),
    /// The API's reason for rejecting the configuration as invalid.
    Refused(String),
    /// The error of the call to the API.
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
    /// Records the result for the effective object, or for the absence of one.
    pub(super) fn set_synced(&self, synced: Option<SyncedConfig>) {
        *self.synced.lock() = synced;
    }

    pub(super) fn synced(&self) -> Option<SyncedConfig> {
        self.synced.lock().clone()
    }
}
