//! What is known of facts beside what their objects say.

use std::sync::{Mutex, MutexGuard, PoisonError};

use clipmeter_crds::PlatformFacts;
use kube::Resource as _;
use tonic::Code;

use crate::error::Error;
use crate::listed::Listed;

/// Kept by the loop of facts.
#[derive(Default)]
pub(crate) struct FactsState {
    told: Mutex<Option<Told>>,
    /// Set once it is known which facts there are.
    pub(super) listed: Listed,
}

/// What the API was told last of the object that counts.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Told {
    pub(super) name: String,
    pub(super) said: Said,
    pub(super) answer: Answer,
}

/// Names what an object said at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Said {
    uid: Option<String>,
    pub(super) generation: i64,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// The version that it is in the database.
    Accepted(u64),
    /// Why it cannot be meant, in the API's words.
    Refused(String),
    /// Why the API was not told.
    Failed(String),
}

impl Said {
    pub(super) fn by(object: &PlatformFacts) -> Self {
        let meta = object.meta();
        Self {
            uid: meta.uid.clone(),
            generation: meta.generation.unwrap_or(0),
        }
    }
}

impl From<&Result<u64, Error>> for Answer {
    fn from(answer: &Result<u64, Error>) -> Self {
        match answer {
            Ok(version) => Self::Accepted(*version),
            Err(Error::Api(status)) if status.code() == Code::InvalidArgument => {
                Self::Refused(status.message().to_owned())
            }
            Err(error) => Self::Failed(error.to_string()),
        }
    }
}

impl FactsState {
    /// The API was told of the object that counts; of none, where there is none.
    pub(super) fn tell(&self, told: Option<Told>) {
        *self.lock() = told;
    }

    pub(super) fn told(&self) -> Option<Told> {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Option<Told>> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
