//! Who calls over gRPC: pods show tokens of their service accounts, and the cluster says whose they are. A scraper's token
//! is bound to its pod, whose name begins with the run's Job's, so that it is good for that run and no other.

mod cache;
mod verdict;

use std::sync::Arc;

use async_trait::async_trait;
use clipmeter_api::Clock;
use clipmeter_api::control_plane::{Callers, bearer};
use clipmeter_crds::keys;
use k8s_openapi::api::authentication::v1::{TokenReview, TokenReviewSpec};
use kube::api::PostParams;
use kube::{Api, Client};
use tonic::Status;
use tonic::metadata::MetadataMap;
use uuid::Uuid;

pub use crate::metrics::ReviewCounts;
use cache::Cache;
use verdict::{Verdict, judge};

/// Whose tokens are good.
#[derive(Clone, Debug)]
pub struct Accounts {
    /// Where operator and scrapers run.
    pub namespace: String,
    /// The operator's service account.
    pub operator: String,
    /// The scrapers' service account.
    pub scraper: String,
}

/// Asks the cluster whose tokens they are.
pub struct TokenReviews {
    reviews: Api<TokenReview>,
    accounts: Accounts,
    known: Cache,
    clock: Arc<dyn Clock>,
    counts: ReviewCounts,
}

impl TokenReviews {
    /// Asks this cluster.
    #[must_use]
    pub fn new(client: Client, accounts: Accounts, clock: Arc<dyn Clock>, counts: ReviewCounts) -> Self {
        Self {
            reviews: Api::all(client),
            accounts,
            known: Cache::default(),
            clock,
            counts,
        }
    }

    async fn verdict(&self, metadata: &MetadataMap) -> Result<Verdict, Status> {
        let token = bearer(metadata)?;
        let now = self.clock.monotonic();
        if let Some(verdict) = self.known.get(token, now) {
            return Ok(verdict);
        }
        let review = TokenReview {
            spec: TokenReviewSpec {
                // Those that a pod has for the API server do not count here.
                audiences: Some(vec![keys::AUDIENCE.to_owned()]),
                token: Some(token.to_owned()),
            },
            ..TokenReview::default()
        };
        let answer = self.reviews.create(&PostParams::default(), &review).await;
        let answer = answer.map_err(|error| {
            self.counts.failed();
            tracing::warn!(%error, "the cluster does not say whose token it is");
            Status::unavailable("the cluster cannot be asked whose token this is; try again")
        })?;
        let verdict = judge(&answer.status.unwrap_or_default(), &self.accounts);
        self.counts.answered(verdict.is_good());
        self.known.put(token, verdict, now);
        Ok(verdict)
    }
}

#[async_trait]
impl Callers for TokenReviews {
    async fn run(&self, metadata: &MetadataMap) -> Result<Uuid, Status> {
        match self.verdict(metadata).await? {
            Verdict::Run(run) => Ok(run),
            Verdict::Operator => Err(Status::permission_denied("the operator leases no runs")),
            Verdict::Refused(reason) => Err(Status::unauthenticated(reason)),
        }
    }

    async fn control(&self, metadata: &MetadataMap) -> Result<(), Status> {
        match self.verdict(metadata).await? {
            Verdict::Operator => Ok(()),
            Verdict::Run(_) => Err(Status::permission_denied("a scraper opens no runs")),
            Verdict::Refused(reason) => Err(Status::unauthenticated(reason)),
        }
    }
}
