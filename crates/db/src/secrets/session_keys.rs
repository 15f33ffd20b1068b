//! The keys that encrypt sessions: a current one, and retired ones that only decrypt.

use super::{Key, fill_random};
use crate::DbError;

/// A key with the ID that is stored with everything encrypted with it.
#[derive(Debug)]
pub struct SessionKey {
    pub(super) id: String,
    pub(super) key: Key,
}

impl SessionKey {
    /// Creates a key with this ID.
    #[must_use]
    pub fn new(id: impl Into<String>, key: Key) -> Self {
        Self { id: id.into(), key }
    }

    pub(super) fn generate() -> Result<Self, DbError> {
        let mut id = [0; 4];
        fill_random(&mut id)?;
        Ok(Self {
            id: format!("{:08x}", u32::from_be_bytes(id)),
            key: Key::generate()?,
        })
    }

    /// Key ID.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }
}

/// All keys that a stored session may be encrypted with.
#[derive(Debug)]
pub struct SessionKeys {
    pub(super) current: SessionKey,
    pub(super) retired: Vec<SessionKey>,
}

impl SessionKeys {
    /// `current` encrypts; `retired` ones only decrypt.
    #[must_use]
    pub fn new(current: SessionKey, retired: Vec<SessionKey>) -> Self {
        Self { current, retired }
    }

    /// The key that encrypts.
    #[must_use]
    pub fn current(&self) -> &SessionKey {
        &self.current
    }

    /// Returns whether a rotation is in progress.
    #[must_use]
    pub fn has_retired(&self) -> bool {
        !self.retired.is_empty()
    }

    /// Generates a new key for encryption; the previous one only decrypts from now on.
    pub(super) fn rotate(&mut self) -> Result<(), DbError> {
        let before = std::mem::replace(&mut self.current, SessionKey::generate()?);
        self.retired.push(before);
        Ok(())
    }

    /// Returns the IDs of all keys.
    #[must_use]
    pub fn ids(&self) -> Vec<String> {
        self.all().map(|key| key.id.clone()).collect()
    }

    pub(super) fn find(&self, id: &str) -> Option<&Key> {
        self.all().find(|key| key.id == id).map(|key| &key.key)
    }

    fn all(&self) -> impl Iterator<Item = &SessionKey> {
        std::iter::once(&self.current).chain(&self.retired)
    }
}
