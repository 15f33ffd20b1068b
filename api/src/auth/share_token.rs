//! Generates the tokens of share links, and digests them for storage and lookup.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rand::CryptoRng;
use secrecy::SecretString;
use sha2::{Digest, Sha256};

/// Distinguishes share tokens from sign-in tokens, and makes leaked ones easy to find.
const PREFIX: &str = "clipmeter_share_";

/// More than can be guessed, so that attempts need no limit.
const RANDOM_BYTES: usize = 32;

/// Characters of a token, in base64 without padding after the prefix.
const LENGTH: usize = PREFIX.len() + (RANDOM_BYTES * 8).div_ceil(6);

/// Returns a new token: the prefix, and 256 random bits in base64.
pub(crate) fn generate(random: &mut impl CryptoRng) -> SecretString {
    let mut bytes = [0; RANDOM_BYTES];
    random.fill_bytes(&mut bytes);
    format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(bytes)).into()
}

/// Returns the digest that is stored of a token; `None` if the text is not the token of a share link.
pub(crate) fn digest(text: &str) -> Option<[u8; 32]> {
    (text.starts_with(PREFIX) && text.len() == LENGTH).then(|| Sha256::digest(text).into())
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use secrecy::ExposeSecret;

    use super::*;

    #[test]
    fn tokens_differ_and_only_they_have_a_digest() {
        let mut random = chacha20::ChaCha20Rng::seed_from_u64(1);
        let tokens = [(); 2].map(|()| generate(&mut random));
        let [first, second] = tokens
            .each_ref()
            .map(|token| digest(token.expose_secret()).unwrap());
        assert_ne!(first, second);
        let token = tokens[0].expose_secret();
        for text in [
            "eyJhbGciOiJIUzI1NiJ9.e30.c2ln",
            PREFIX,
            &format!("{token}a"),
            &token[1..],
        ] {
            assert_eq!(digest(text), None, "{text}");
        }
    }
}
