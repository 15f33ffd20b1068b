//! The token that a signed-in browser sends with every call: a JWT, HS256.

use chrono::{DateTime, TimeDelta, Utc};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::jwt_provider;
use crate::ApiError;

/// Lifetime of a token: a working day, so that users sign in every morning.
pub(crate) const LIFETIME: TimeDelta = TimeDelta::hours(12);

/// Limits a token's remaining lifetime in case the clock is changed. A clock can be set back by 25 hours without users
/// having to sign in again; a token that expires later was issued with a wrong clock, and would be accepted for too
/// long.
pub(crate) const MAX_LIFETIME: TimeDelta = TimeDelta::hours(12 + 25);

/// Audience, so that tokens of another service with the same key are rejected.
const AUDIENCE: &str = "clipmeter";

/// Type in the header of every token that this program issues, so that JWTs of other kinds are rejected.
pub(crate) const TYPE: &str = "JWT";

#[derive(Serialize, Deserialize)]
struct Claims {
    aud: String,
    /// User ID.
    sub: String,
    /// The user's token version at issuance.
    ver: i32,
    /// The sign-in that the token was issued for; absent in tokens of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sid: Option<Uuid>,
    /// Seconds since 1970-01-01T00:00:00Z.
    iat: i64,
    exp: i64,
    /// Start of validity; Clipmeter's own tokens omit it and are valid immediately.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nbf: Option<i64>,
}

/// Claims of a token with a valid signature. Callers must still check in the database that the user exists and is
/// active, that the token version is current, and that the sign-in has not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bearer {
    /// User ID.
    pub user_id: i64,
    /// The user's token version at issuance.
    pub token_version: i32,
    /// The sign-in that the token was issued for; None in tokens of earlier versions.
    pub sign_in: Option<Uuid>,
}

/// Issues and verifies tokens.
pub(crate) struct Tokens {
    encoding: EncodingKey,
    decoding: DecodingKey,
    validation: Validation,
}

impl Tokens {
    /// Creates an issuer with this key, which must be 32 random bytes.
    #[must_use]
    pub(crate) fn new(key: &[u8]) -> Self {
        jwt_provider::install();
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_audience(&[AUDIENCE]);
        validation.set_required_spec_claims(&["aud", "exp", "sub"]);
        // The library would use the machine's clock; `read` uses the caller's time.
        validation.validate_exp = false;
        Self {
            encoding: EncodingKey::from_secret(key),
            decoding: DecodingKey::from_secret(key),
            validation,
        }
    }

    /// Issues a token for a user, valid for 12 hours from `now`.
    pub(crate) fn issue(&self, bearer: Bearer, now: DateTime<Utc>) -> Result<String, ApiError> {
        let claims = Claims {
            aud: AUDIENCE.to_owned(),
            sub: bearer.user_id.to_string(),
            ver: bearer.token_version,
            sid: bearer.sign_in,
            iat: now.timestamp(),
            exp: (now + LIFETIME).timestamp(),
            nbf: None,
        };
        jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &self.encoding).map_err(ApiError::Token)
    }

    /// Returns the claims of a token, if its signature and type are valid, it has begun and it has not expired.
    #[must_use]
    pub(crate) fn read(&self, token: &str, now: DateTime<Utc>) -> Option<Bearer> {
        let token = jsonwebtoken::decode::<Claims>(token, &self.decoding, &self.validation).ok()?;
        let claims = token.claims;
        let is_of_type = token.header.typ.as_deref() == Some(TYPE);
        let user_id = claims.sub.parse().ok()?;
        let seconds = now.timestamp();
        let begun = claims.nbf.is_none_or(|begin| begin <= seconds);
        let latest = (now + MAX_LIFETIME).timestamp();
        (is_of_type && begun && seconds < claims.exp && claims.exp <= latest).then_some(Bearer {
            user_id,
            token_version: claims.ver,
            sign_in: claims.sid,
        })
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use proptest::prelude::*;

    use super::*;

    const KEY: &[u8] = &[7; 32];

    fn now() -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000, 0).unwrap()
    }

    #[test]
    fn asvs_9_2_1_token_is_valid_until_it_expires() {
        let tokens = Tokens::new(KEY);
        let bearer = Bearer {
            user_id: 5,
            token_version: 2,
            sign_in: Some(Uuid::from_u128(7)),
        };
        let token = tokens.issue(bearer, now()).unwrap();
        assert_eq!(
            tokens.read(&token, now() + LIFETIME - TimeDelta::seconds(1)),
            Some(bearer)
        );
        assert_eq!(tokens.read(&token, now() + LIFETIME), None);
    }

    #[test]
    fn asvs_9_2_1_token_survives_clock_set_back_with_bounded_lifetime() {
        let tokens = Tokens::new(KEY);
        let bearer = Bearer {
            user_id: 5,
            token_version: 2,
            sign_in: None,
        };
        for (set, is_good) in [
            (TimeDelta::days(-1), true),
            (LIFETIME - MAX_LIFETIME, true),
            (LIFETIME - MAX_LIFETIME - TimeDelta::seconds(1), false),
            (TimeDelta::days(-400), false),
            (TimeDelta::hours(11), true),
            (TimeDelta::days(1), false),
        ] {
            let token = tokens.issue(bearer, now()).unwrap();
            assert_eq!(tokens.read(&token, now() + set).is_some(), is_good, "{set}");
            // A user who was signed out can sign in again immediately.
            let token = tokens.issue(bearer, now() + set).unwrap();
            assert_eq!(tokens.read(&token, now() + set), Some(bearer), "{set}");
        }
    }

    proptest! {
        #[test]
        fn asvs_9_1_1_random_texts_are_no_tokens(
            text in "\\PC{0,80}|[A-Za-z0-9_-]{0,40}(\\.[A-Za-z0-9_=-]{0,40}){0,4}",
            header in "\\{\"alg\":\"(HS256|none|HS512|x)\"(,\"typ\":\"JWT\")?\\}|[ -~]{0,40}",
            claims in "\\{(\"(aud|sub|exp|ver)\":(\"clipmeter\"|\"5\"|2|1e99|null),?){0,4}\\}|[ -~]{0,40}",
            signature in proptest::collection::vec(any::<u8>(), 0..40),
        ) {
            let tokens = Tokens::new(KEY);
            prop_assert_eq!(tokens.read(&text, now()), None);
            let [header, claims] = [header, claims].map(|part| URL_SAFE_NO_PAD.encode(part));
            let signature = URL_SAFE_NO_PAD.encode(signature);
            prop_assert_eq!(tokens.read(&format!("{header}.{claims}.{signature}"), now()), None);
        }

        #[test]
        fn asvs_9_1_1_token_changed_in_any_byte_is_refused(place in any::<prop::sample::Index>(), byte in any::<u8>()) {
            let tokens = Tokens::new(KEY);
            let bearer = Bearer {
                user_id: 5,
                token_version: 2,
                sign_in: Some(Uuid::from_u128(7)),
            };
            let token = tokens.issue(bearer, now()).unwrap();
            let mut changed = token.clone().into_bytes();
            changed[place.index(token.len())] = byte;
            let changed = String::from_utf8_lossy(&changed).into_owned();
            prop_assert_eq!(tokens.read(&changed, now()).is_some(), changed == token, "{}", changed);
        }
    }
}
