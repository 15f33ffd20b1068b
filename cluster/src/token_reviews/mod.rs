//! Who calls over gRPC: pods show tokens of their service accounts, and the cluster says whose they are. A scraper's token
//! is bound to its pod, whose name begins with the run's Job's, so that it is good for that run and no other.

mod cache;
mod verdict;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use clipmeter_api::Clock;
use clipmeter_api::control_plane::{Callers, bearer};
use clipmeter_crds::keys;
use k8s_openapi::api::authentication::v1::{TokenReview, TokenReviewSpec};
use kube::api::PostParams;
use kube::{Api, Client};
use tokio::time::timeout;
use tonic::Status;
use tonic::metadata::MetadataMap;
use uuid::Uuid;

pub use crate::metrics::ReviewCounts;
use cache::Cache;
use verdict::{Verdict, judge};

/// Scrapers of charts before 0.2.0 are told this during the upgrade. They try again until the operator has started their run anew; the
/// status of a bad token would end their Jobs, and the operator of the version before would close the runs.
const MOVED: &str = "scrapers run in another namespace now; the operator starts this run there";

/// Longest wait for an answer, which takes milliseconds. Others wait for the same answer meanwhile.
const PATIENCE: Duration = Duration::from_secs(5);

/// Whose tokens are good.
#[derive(Clone, Debug)]
pub struct Accounts {
    /// Where the operator runs.
    pub namespace: String,
    /// Where the scrapers run.
    pub scraper_namespace: String,
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
        let now = || self.clock.monotonic();
        let entry = self.known.entry(token, now());
        entry.verdict(now, async || self.ask(token).await).await
    }

    /// Asks the cluster whose token this is.
    async fn ask(&self, token: &str) -> Result<Verdict, Status> {
        // An API server answers from a cache for ten seconds where token and audiences are those of an earlier question.
        let unused = format!("{}/{}", keys::AUDIENCE, Uuid::new_v4());
        let review = TokenReview {
            spec: TokenReviewSpec {
                // Those that a pod has for the API server do not count here.
                audiences: Some(vec![keys::AUDIENCE.to_owned(), unused]),
                token: Some(token.to_owned()),
            },
            ..TokenReview::default()
        };
        let parameters = PostParams::default();
        let answer = timeout(PATIENCE, self.reviews.create(&parameters, &review)).await;
        let reason = match answer {
            Ok(Ok(answer)) => {
                let verdict = judge(&answer.status.unwrap_or_default(), &self.accounts);
                self.counts.answered(verdict.is_good());
                return Ok(verdict);
            }
            Ok(Err(error)) => error.to_string(),
            Err(_) => format!("no answer within {} s", PATIENCE.as_secs()),
        };
        self.counts.failed();
        tracing::warn!(reason, "the cluster does not say whose token it is");
        Err(Status::unavailable(
            "the cluster cannot be asked whose token this is; try again",
        ))
    }
}

#[async_trait]
impl Callers for TokenReviews {
    async fn run(&self, metadata: &MetadataMap) -> Result<Uuid, Status> {
        match self.verdict(metadata).await? {
            Verdict::Run(run) => Ok(run),
            Verdict::Operator => Err(Status::permission_denied("the operator leases no runs")),
            Verdict::Moved => Err(Status::unavailable(MOVED)),
            Verdict::Refused(reason) => Err(Status::unauthenticated(reason)),
        }
    }

    async fn control(&self, metadata: &MetadataMap) -> Result<(), Status> {
        match self.verdict(metadata).await? {
            Verdict::Operator => Ok(()),
            Verdict::Run(_) => Err(Status::permission_denied("a scraper opens no runs")),
            Verdict::Moved => Err(Status::unauthenticated(MOVED)),
            Verdict::Refused(reason) => Err(Status::unauthenticated(reason)),
        }
    }
}
