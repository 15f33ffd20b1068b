//! Authenticates gRPC callers: pods present service-account tokens, which the cluster reviews. A scraper's token is
//! bound to its pod, whose name begins with the name of the run's Job, so that it is valid for that run only.

mod access;
mod cache;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use clipmeter_api::control_plane::{Authenticator, bearer};
use clipmeter_crds::keys;
use clipmeter_runtime::Clock;
use k8s_openapi::api::authentication::v1::{TokenReview, TokenReviewSpec};
use kube::api::PostParams;
use kube::{Api, Client};
use tokio::time::timeout;
use tonic::Status;
use tonic::metadata::MetadataMap;
use uuid::Uuid;

use self::access::{TokenAccess, granted_access};
use self::cache::Cache;
pub use crate::metrics::ReviewCounts;

/// Message to scrapers of charts before 0.2.0 during the upgrade. They retry until the operator has restarted their
/// run; the status of an invalid token would end their Jobs, and the operator of the previous version would close the
/// runs.
const SCRAPERS_MOVED: &str = "scrapers run in another namespace now; the operator starts this run there";

/// Timeout of a review, which normally takes milliseconds. Other callers wait for the same review.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The service accounts whose tokens are accepted.
#[derive(Clone, Debug)]
pub struct Accounts {
    /// Namespace of the operator.
    pub namespace: String,
    /// Namespace of the scrapers.
    pub scraper_namespace: String,
    /// Service account of the operator.
    pub operator: String,
    /// Service account of the scrapers.
    pub scraper: String,
}

/// Authenticates callers with token reviews.
pub struct TokenReviews {
    reviews: Api<TokenReview>,
    accounts: Accounts,
    cache: Cache,
    clock: Arc<dyn Clock>,
    counts: ReviewCounts,
}

impl TokenReviews {
    /// Creates an authenticator for this cluster.
    #[must_use]
    pub fn new(client: Client, accounts: Accounts, clock: Arc<dyn Clock>, counts: ReviewCounts) -> Self {
        Self {
            reviews: Api::all(client),
            accounts,
            cache: Cache::default(),
            clock,
            counts,
        }
    }

    async fn access(&self, metadata: &MetadataMap) -> Result<TokenAccess, Status> {
        let token = bearer(metadata)?;
        let now = || self.clock.monotonic();
        let entry = self.cache.entry(token, now());
        entry.access(now, async || self.review(token).await).await
    }

    /// Requests a review of the token.
    async fn review(&self, token: &str) -> Result<TokenAccess, Status> {
        // An API server caches reviews of the same token and audiences for ten seconds.
        let unused = format!("{}/{}", keys::AUDIENCE, Uuid::new_v4());
        let review = TokenReview {
            spec: TokenReviewSpec {
                // Tokens that a pod has for the API server are not accepted here.
                audiences: Some(vec![keys::AUDIENCE.to_owned(), unused]),
                token: Some(token.to_owned()),
            },
            ..TokenReview::default()
        };
        let parameters = PostParams::default();
        let response = timeout(TIMEOUT, self.reviews.create(&parameters, &review)).await;
        let reason = match response {
            Ok(Ok(response)) => {
                let access = granted_access(&response.status.unwrap_or_default(), &self.accounts);
                self.counts.reviewed(access.is_granted());
                return Ok(access);
            }
            Ok(Err(error)) => error.to_string(),
            Err(_) => format!("no response within {} s", TIMEOUT.as_secs()),
        };
        self.counts.failed();
        tracing::warn!(reason, "the cluster cannot review a token");
        Err(Status::unavailable(
            "the token cannot be reviewed by the cluster now; try again",
        ))
    }
}

#[async_trait]
impl Authenticator for TokenReviews {
    async fn run(&self, metadata: &MetadataMap) -> Result<Uuid, Status> {
        match self.access(metadata).await? {
            TokenAccess::Run(run) => Ok(run),
            TokenAccess::Operator => Err(Status::permission_denied("the operator leases no runs")),
            TokenAccess::LegacyScraper => Err(Status::unavailable(SCRAPERS_MOVED)),
            TokenAccess::Refused(reason) => Err(Status::unauthenticated(reason)),
        }
    }

    async fn control(&self, metadata: &MetadataMap) -> Result<(), Status> {
        match self.access(metadata).await? {
            TokenAccess::Operator => Ok(()),
            TokenAccess::Run(_) => Err(Status::permission_denied("a scraper opens no runs")),
            TokenAccess::LegacyScraper => Err(Status::unauthenticated(SCRAPERS_MOVED)),
            TokenAccess::Refused(reason) => Err(Status::unauthenticated(reason)),
        }
    }
}
