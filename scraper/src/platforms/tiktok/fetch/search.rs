//! Tries fetch strategies one after the other until one works.

use clipmeter_proto::v1::Outcome;

use super::TiktokClient;
use super::endpoint::{Endpoint, Need};
use crate::core::failure::{Failure, FetchError};
use crate::core::strategy::{FetchStrategy, PlatformEndpoint as _};
use crate::core::unit::UnitWork;

/// The strategies that failed.
pub(super) struct FailedStrategies {
    need: Need,
    /// The first failure of an endpoint with complete data.
    failure: Option<FailedStrategy>,
    /// The first failure of another endpoint.
    lesser: Option<FailedStrategy>,
}

/// A failed strategy.
struct FailedStrategy {
    failure: Failure,
    /// Otherwise, the endpoint is on cooldown.
    was_requested: bool,
}

impl FailedStrategies {
    pub(super) fn new(need: Need) -> Self {
        Self {
            need,
            failure: None,
            lesser: None,
        }
    }

    /// Records an endpoint that was not requested because it is on cooldown.
    pub(super) fn skipped(&mut self, endpoint: Endpoint) {
        let detail = format!("{}: {} is on cooldown", self.need.what(), endpoint.code());
        let failure = Failure::new(endpoint.refusal(), detail);
        self.record(endpoint, failure, false);
    }

    /// Records why an endpoint failed; an error ends the search.
    pub(super) fn failed(&mut self, endpoint: Endpoint, error: FetchError) -> Result<(), FetchError> {
        match error {
            // Endpoints with less data may be empty where others are not, so their failure is inconclusive. Items that are not shown in
            // a region may be embedded there.
            FetchError::Failed(failure)
                if failure.may_try_next_strategy()
                    || endpoint.has_less_data(self.need)
                    || (self.need == Need::Item && failure.outcome == Outcome::RegionBlocked) =>
            {
                self.record(endpoint, failure, true);
                Ok(())
            }
            // All endpoints are requested from the same address, which has no permit. An earlier failure is more useful, but other
            // endpoints have to confirm that something was not found.
            FetchError::Deferred => {
                let known = self
                    .first_failure()
                    .filter(|failure| failure.outcome != Outcome::NotFound);
                Err(known.map_or(FetchError::Deferred, |failure| failure.clone().into()))
            }
            error => Err(error),
        }
    }

    /// Returns the most informative failure so far.
    pub(super) fn first_failure(&self) -> Option<&Failure> {
        self.first().map(|strategy| &strategy.failure)
    }

    /// Describes [`Self::first_failure`] for details; `what` names what was requested first.
    pub(super) fn explain(&self, what: &str) -> Option<String> {
        let FailedStrategy {
            failure,
            was_requested,
        } = self.first()?;
        Some(if *was_requested {
            format!("because the {what} returned {}", failure.outcome.code())
        } else {
            format!("because the {what} is on cooldown")
        })
    }

    fn first(&self) -> Option<&FailedStrategy> {
        self.failure.as_ref().or(self.lesser.as_ref())
    }

    /// Returns the failure of the whole search.
    pub(super) fn end(self) -> Failure {
        let need = self.need;
        let strategy = self.failure.or(self.lesser);
        strategy.map_or_else(
            || {
                let detail = format!("{}: no fetch strategy is configured", need.what());
                Failure::new(Outcome::AmbiguousEmpty, detail)
            },
            |strategy| strategy.failure,
        )
    }

    fn record(&mut self, endpoint: Endpoint, failure: Failure, was_requested: bool) {
        let place = if endpoint.has_less_data(self.need) {
            &mut self.lesser
        } else {
            &mut self.failure
        };
        place.get_or_insert(FailedStrategy {
            failure,
            was_requested,
        });
    }
}

impl TiktokClient {
    /// Returns the strategies for a need, in the order in which they are tried.
    pub(super) fn strategies(&self, need: Need) -> Vec<FetchStrategy<Endpoint>> {
        let strategies = &self.platform_config.tiktok.strategies;
        let strategies = match need {
            Need::Profile => &strategies.profile,
            Need::Items => &strategies.items,
            Need::Item => &strategies.item,
        };
        self.client.in_order(need, strategies)
    }

    /// Records that an endpoint worked for a need, and reports it if that changed the history.
    pub(super) async fn works(
        &self,
        need: Need,
        endpoint: Endpoint,
        work: &UnitWork,
    ) -> Result<(), FetchError> {
        match self.client.works(need, endpoint) {
            Some(report) => work.report(report).await,
            None => Ok(()),
        }
    }
}
