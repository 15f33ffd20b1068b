//! Recognizes erased handles and accounts without storing them.

use super::Secrets;
use crate::DbError;

/// Prefix of a handle or ID, so that its digest differs from every other use of the same key.
const PURPOSE: &[u8] = b"clipmeter/erased-handle/1\0";

/// HMAC-SHA-256 of a handle or ID. Without the key, handles cannot be tested against it.
pub(crate) type HandleDigest = [u8; 32];

impl Secrets {
    /// Returns the digest of a handle in lower case.
    pub(crate) fn digest_of_name(&self, platform: &str, name: &str) -> Result<HandleDigest, DbError> {
        self.keyed_hash(&[PURPOSE, platform.as_bytes(), b"@", name.as_bytes()])
    }

    /// Returns the digest of a platform's account ID.
    pub(crate) fn digest_of_id(&self, platform: &str, id: &str) -> Result<HandleDigest, DbError> {
        self.keyed_hash(&[PURPOSE, platform.as_bytes(), b"#", id.as_bytes()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handle_digest_depends_on_kind_platform_and_key() {
        let (one, other) = (Secrets::generate().unwrap(), Secrets::generate().unwrap());
        let digests = [
            one.digest_of_name("instagram", "17"),
            one.digest_of_id("instagram", "17"),
            one.digest_of_name("tiktok", "17"),
            other.digest_of_name("instagram", "17"),
        ];
        let digests: std::collections::HashSet<HandleDigest> =
            digests.into_iter().map(Result::unwrap).collect();
        assert_eq!(digests.len(), 4);
    }
}
