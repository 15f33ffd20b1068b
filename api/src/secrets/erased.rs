//! Recognising who was erased, without keeping who that is.

use super::Secrets;
use crate::ApiError;

/// Goes before a name or id, so that its digest is none that anything else could have under the same key.
const PURPOSE: &[u8] = b"clipmeter/erased-handle/1\0";

/// HMAC-SHA-256 of a name or id. Without the key nobody can try names against it.
pub(crate) type HandleDigest = [u8; 32];

impl Secrets {
    /// What a name, in lower case, is recognised by.
    pub(crate) fn digest_of_name(&self, platform: &str, name: &str) -> Result<HandleDigest, ApiError> {
        self.keyed_hash(&[PURPOSE, platform.as_bytes(), b"@", name.as_bytes()])
    }

    /// What a platform's id is recognised by.
    pub(crate) fn digest_of_id(&self, platform: &str, id: &str) -> Result<HandleDigest, ApiError> {
        self.keyed_hash(&[PURPOSE, platform.as_bytes(), b"#", id.as_bytes()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_no_id_and_no_name_elsewhere() {
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
