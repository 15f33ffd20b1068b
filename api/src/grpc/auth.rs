//! Tokens of scrapers and control planes: JWTs signed with HS256 by the process that starts them.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use clipmeter_db::secrets::Secrets;
use clipmeter_runtime::Clock;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};
use tonic::Status;
use tonic::metadata::MetadataMap;
use uuid::Uuid;

use crate::ApiError;
use crate::auth::{TOKEN_TYPE, jwt_provider};
use crate::control_plane::{Authenticator, bearer};

/// Audience of a scraper's token, which is valid for one run.
const INGEST: &str = "clipmeter-ingest";

/// Audience of a control plane's token.
const CONTROL: &str = "clipmeter-control";

/// Longer than any run and than the lifetime of a process that receives its token at start, even if the clock is set
/// forward by a day meanwhile. A token is valid for one run, and for none once that has ended.
const LIFETIME: Duration = Duration::from_hours(3 * 24);

/// Issues and verifies tokens.
#[derive(Clone)]
pub(crate) struct RunTokens {
    encoding: EncodingKey,
    decoding: DecodingKey,
    clock: Arc<dyn Clock>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Claims {
    aud: String,
    /// The run, or `control`.
    sub: String,
    /// Seconds since 1970-01-01T00:00:00Z.
    exp: i64,
}

impl RunTokens {
    pub(crate) fn new(secrets: &Secrets, clock: Arc<dyn Clock>) -> Self {
        jwt_provider::install();
        Self {
            encoding: EncodingKey::from_secret(secrets.runs.bytes()),
            decoding: DecodingKey::from_secret(secrets.runs.bytes()),
            clock,
        }
    }

    pub(crate) fn for_run(&self, run: Uuid) -> Result<String, ApiError> {
        self.sign(INGEST, run.to_string())
    }

    pub(crate) fn for_control(&self) -> Result<String, ApiError> {
        self.sign(CONTROL, "control".to_owned())
    }

    fn sign(&self, audience: &str, subject: String) -> Result<String, ApiError> {
        let exp = (self.clock.now() + LIFETIME).timestamp();
        let claims = Claims {
            aud: audience.to_owned(),
            sub: subject,
            exp,
        };
        jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &self.encoding).map_err(ApiError::Token)
    }

    fn verify(&self, metadata: &MetadataMap, audience: &str) -> Result<Claims, Status> {
        let token = bearer(metadata)?;
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_audience(&[audience]);
        // Checked below, with this process's own clock.
        validation.validate_exp = false;
        let token =
            jsonwebtoken::decode::<Claims>(token, &self.decoding, &validation).map_err(|_| refused())?;
        if token.header.typ.as_deref() != Some(TOKEN_TYPE) {
            return Err(refused());
        }
        let claims = token.claims;
        if claims.exp <= self.clock.now().timestamp() {
            return Err(Status::unauthenticated(
                "the token has expired; restart the scraper",
            ));
        }
        Ok(claims)
    }
}

#[async_trait]
impl Authenticator for RunTokens {
    async fn run(&self, metadata: &MetadataMap) -> Result<Uuid, Status> {
        let claims = self.verify(metadata, INGEST)?;
        claims.sub.parse().map_err(|_| refused())
    }

    async fn control(&self, metadata: &MetadataMap) -> Result<(), Status> {
        self.verify(metadata, CONTROL).map(drop)
    }
}

fn refused() -> Status {
    Status::unauthenticated("the token is not valid for this use")
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use tonic::Code;

    use super::*;
    use clipmeter_runtime::ManualClock;

    fn tokens() -> (RunTokens, Arc<ManualClock>) {
        let clock = Arc::new(ManualClock::new(
            DateTime::from_timestamp(1_700_000_000, 0).unwrap(),
        ));
        let secrets = Secrets::generate().unwrap();
        (
            RunTokens::new(&secrets, Arc::clone(&clock) as Arc<dyn Clock>),
            clock,
        )
    }

    fn bearer(token: &str) -> MetadataMap {
        let mut metadata = MetadataMap::new();
        metadata.insert("authorization", format!("Bearer {token}").parse().unwrap());
        metadata
    }

    #[tokio::test]
    async fn asvs_9_2_4_grpc_token_is_limited_to_run_service_and_lifetime() {
        let (tokens, clock) = tokens();
        let run = Uuid::from_u128(7);
        let token = bearer(&tokens.for_run(run).unwrap());
        assert_eq!(tokens.run(&token).await.unwrap(), run);
        assert_eq!(
            tokens.control(&token).await.unwrap_err().code(),
            Code::Unauthenticated
        );
        let control = bearer(&tokens.for_control().unwrap());
        assert!(tokens.control(&control).await.is_ok());
        assert_eq!(
            tokens.run(&control).await.unwrap_err().code(),
            Code::Unauthenticated
        );

        clock.advance(LIFETIME);
        assert_eq!(
            tokens.run(&token).await.unwrap_err().code(),
            Code::Unauthenticated
        );
    }

    #[tokio::test]
    async fn asvs_13_2_1_grpc_tokens_forged_or_missing_are_refused() {
        let (ours, _) = tokens();
        let (theirs, _) = tokens();
        let run = Uuid::from_u128(7);
        let good = ours.for_run(run).unwrap();
        let (head, _) = good.rsplit_once('.').unwrap();
        let none = format!(
            "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{}.",
            head.split_once('.').unwrap().1
        );
        for token in [
            theirs.for_run(run).unwrap(),
            format!("{head}."),
            none,
            "x".to_owned(),
            String::new(),
        ] {
            assert_eq!(
                ours.run(&bearer(&token)).await.unwrap_err().code(),
                Code::Unauthenticated,
                "{token}"
            );
        }
        assert_eq!(
            ours.run(&MetadataMap::new()).await.unwrap_err().code(),
            Code::Unauthenticated
        );
    }
}
