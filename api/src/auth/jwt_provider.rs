//! HMAC-SHA256 for the JWT library, which would otherwise add another cryptography library.

use hmac::{Hmac, KeyInit as _, Mac as _};
use jsonwebtoken::crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{ErrorKind, Result};
use jsonwebtoken::signature::{Error, Signer, Verifier};
use jsonwebtoken::{Algorithm, AlgorithmFamily, DecodingKey, EncodingKey};
use sha2::Sha256;

static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory: signer,
    verifier_factory: verifier,
    key_utils: KeyUtils::new_unimplemented(),
};

/// Installs HS256 as the only algorithm of this process. Further calls have no effect.
pub(crate) fn install() {
    // An error means that a provider is already installed.
    let _ = PROVIDER.install_default();
}

struct Hs256(Hmac<Sha256>);

impl Hs256 {
    fn new(algorithm: Algorithm, family: AlgorithmFamily, key: &[u8]) -> Result<Self> {
        if algorithm != Algorithm::HS256 {
            return Err(ErrorKind::InvalidAlgorithm.into());
        }
        if family != AlgorithmFamily::Hmac {
            return Err(ErrorKind::InvalidKeyFormat.into());
        }
        let mac = Hmac::new_from_slice(key).map_err(|_| ErrorKind::InvalidKeyFormat)?;
        Ok(Self(mac))
    }
}

impl Signer<Vec<u8>> for Hs256 {
    fn try_sign(&self, message: &[u8]) -> std::result::Result<Vec<u8>, Error> {
        let mac = self.0.clone().chain_update(message);
        Ok(mac.finalize().into_bytes().to_vec())
    }
}

impl Verifier<Vec<u8>> for Hs256 {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> std::result::Result<(), Error> {
        let mac = self.0.clone().chain_update(message);
        // Compares in constant time.
        mac.verify_slice(signature).map_err(Error::from_source)
    }
}

impl JwtSigner for Hs256 {
    fn algorithm(&self) -> Algorithm {
        Algorithm::HS256
    }
}

impl JwtVerifier for Hs256 {
    fn algorithm(&self) -> Algorithm {
        Algorithm::HS256
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the library requires this type")]
fn signer(algorithm: &Algorithm, key: &EncodingKey) -> Result<Box<dyn JwtSigner>> {
    Ok(Box::new(Hs256::new(*algorithm, key.family(), key.as_bytes())?))
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the library requires this type")]
fn verifier(algorithm: &Algorithm, key: &DecodingKey) -> Result<Box<dyn JwtVerifier>> {
    let bytes = key.try_get_as_bytes()?;
    Ok(Box::new(Hs256::new(*algorithm, key.family(), bytes)?))
}

#[cfg(test)]
mod tests {
    use jsonwebtoken::crypto::{sign, verify};

    use super::*;

    /// The example of RFC 7515, appendix A.1.
    const MESSAGE: &[u8] = b"eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.\
        eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ";
    const KEY: &str =
        "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow==";
    const SIGNATURE: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

    #[test]
    fn jwt_signature_matches_rfc_7515_example() {
        install();
        let signing = EncodingKey::from_urlsafe_base64_secret(KEY).unwrap();
        assert_eq!(sign(MESSAGE, &signing, Algorithm::HS256).unwrap(), SIGNATURE);
        let key = DecodingKey::from_secret(signing.as_bytes());
        assert!(verify(SIGNATURE, MESSAGE, &key, Algorithm::HS256).unwrap());
        assert!(!verify(SIGNATURE, b"another message", &key, Algorithm::HS256).unwrap());
        assert!(!verify("", MESSAGE, &key, Algorithm::HS256).unwrap());
        assert!(!verify(&SIGNATURE[..20], MESSAGE, &key, Algorithm::HS256).unwrap_or(false));
    }

    #[test]
    fn asvs_9_1_2_jwt_signing_rejects_other_algorithms() {
        install();
        let key = EncodingKey::from_secret(&[7; 32]);
        for other in [
            Algorithm::HS384,
            Algorithm::HS512,
            Algorithm::ES256,
            Algorithm::RS256,
        ] {
            assert!(sign(MESSAGE, &key, other).is_err(), "{other:?}");
        }
    }
}
