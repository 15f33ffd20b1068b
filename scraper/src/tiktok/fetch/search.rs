//! Going the ways to one thing, one after the other, until one leads there.

use clipmeter_proto::v1::Outcome;

use super::Tiktok;
use super::endpoint::{Endpoint, Need};
use crate::failure::Failure;
use crate::strategy::{FetchStrategy, PlatformEndpoint as _};
use crate::transport::FetchError;
use crate::unit::UnitWork;

/// The ways that were tried in vain.
pub(super) struct InVain {
    need: Need,
    /// Why the first of those failed that show all there is.
    failure: Option<Vain>,
    /// Why the first of the others failed.
    lesser: Option<Vain>,
}

/// Why a way was of no use.
struct Vain {
    failure: Failure,
    /// Else the endpoint rests.
    was_requested: bool,
}

impl InVain {
    pub(super) fn new(need: Need) -> Self {
        Self {
            need,
            failure: None,
            lesser: None,
        }
    }

    /// Remembers an endpoint that rests and was not asked.
    pub(super) fn skipped(&mut self, endpoint: Endpoint) {
        let detail = format!("{}: {} is on cooldown", self.need.what(), endpoint.code());
        let failure = Failure::new(endpoint.refusal(), detail);
        self.note(endpoint, failure, false);
    }

    /// Remembers why an endpoint was of no use; an error ends the search.
    pub(super) fn failed(&mut self, endpoint: Endpoint, error: FetchError) -> Result<(), FetchError> {
        match error {
            // What gives less has nothing to show where others have, which says nothing.
            FetchError::Failed(failure)
                if failure.may_try_next_strategy() || endpoint.gives_less(self.need) =>
            {
                self.note(endpoint, failure, true);
                Ok(())
            }
            // All endpoints are asked from the same address, which has no turn. What is known by then is worth more, but that it is gone is for
            // the others to confirm.
            FetchError::Deferred => {
                let known = self.why().filter(|failure| failure.outcome != Outcome::NotFound);
                Err(known.map_or(FetchError::Deferred, |failure| failure.clone().into()))
            }
            error => Err(error),
        }
    }

    /// What says most of why none was of use by now.
    pub(super) fn why(&self) -> Option<&Failure> {
        self.first().map(|vain| &vain.failure)
    }

    /// The words for [`Self::why`] in details; `what` says what was asked first.
    pub(super) fn because(&self, what: &str) -> Option<String> {
        let Vain {
            failure,
            was_requested,
        } = self.first()?;
        Some(if *was_requested {
            format!("because the {what} returned {}", failure.outcome.code())
        } else {
            format!("because the {what} is on cooldown")
        })
    }

    fn first(&self) -> Option<&Vain> {
        self.failure.as_ref().or(self.lesser.as_ref())
    }

    /// Why none was.
    pub(super) fn end(self) -> Failure {
        let need = self.need;
        let vain = self.failure.or(self.lesser);
        vain.map_or_else(
            || {
                let detail = format!("{}: no fetch strategy is configured", need.what());
                Failure::new(Outcome::AmbiguousEmpty, detail)
            },
            |vain| vain.failure,
        )
    }

    fn note(&mut self, endpoint: Endpoint, failure: Failure, was_requested: bool) {
        let place = if endpoint.gives_less(self.need) {
            &mut self.lesser
        } else {
            &mut self.failure
        };
        place.get_or_insert(Vain {
            failure,
            was_requested,
        });
    }
}

impl Tiktok {
    /// The ways to a need, in the order in which they are tried.
    pub(super) fn strategies(&self, need: Need) -> Vec<FetchStrategy<Endpoint>> {
        let strategies = &self.platform_config.tiktok.strategies;
        let strategies = match need {
            Need::Profile => &strategies.profile,
            Need::Items => &strategies.items,
            Need::Item => &strategies.item,
        };
        self.client.in_order(need, strategies)
    }

    /// Remembers that an endpoint gave what was wanted, and tells it when it is news.
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
