//! The keys that seal sessions: one that seals, and older ones that still open.

use super::{Key, fill_random};
use crate::ApiError;

/// A key with the name that stands beside what it has sealed.
#[derive(Debug)]
pub struct SessionKey {
    pub(super) id: String,
    pub(super) key: Key,
}

impl SessionKey {
    /// A key by this name.
    #[must_use]
    pub fn new(id: impl Into<String>, key: Key) -> Self {
        Self { id: id.into(), key }
    }

    pub(super) fn generate() -> Result<Self, ApiError> {
        let mut id = [0; 4];
        fill_random(&mut id)?;
        Ok(Self {
            id: format!("{:08x}", u32::from_be_bytes(id)),
            key: Key::generate()?,
        })
    }

    /// Its name.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }
}

/// Every key that a stored session may be sealed with.
#[derive(Debug)]
pub struct SessionKeys {
    pub(super) current: SessionKey,
    pub(super) retired: Vec<SessionKey>,
}

impl SessionKeys {
    /// `current` seals; `retired` ones only open.
    #[must_use]
    pub fn new(current: SessionKey, retired: Vec<SessionKey>) -> Self {
        Self { current, retired }
    }

    /// The key that seals.
    #[must_use]
    pub fn current(&self) -> &SessionKey {
        &self.current
    }

    /// Whether a rotation has begun and not ended.
    #[must_use]
    pub fn has_retired(&self) -> bool {
        !self.retired.is_empty()
    }

    /// Makes a new key that seals from now on; the one before only opens.
    pub(super) fn rotate(&mut self) -> Result<(), ApiError> {
        let before = std::mem::replace(&mut self.current, SessionKey::generate()?);
        self.retired.push(before);
        Ok(())
    }

    /// The names of all of them.
    pub(crate) fn ids(&self) -> Vec<String> {
        self.all().map(|key| key.id.clone()).collect()
    }

    pub(super) fn find(&self, id: &str) -> Option<&Key> {
        self.all().find(|key| key.id == id).map(|key| &key.key)
    }

    fn all(&self) -> impl Iterator<Item = &SessionKey> {
        std::iter::once(&self.current).chain(&self.retired)
    }
}
