//! Going the ways to one thing, one after the other, until one leads there.

use clipmeter_proto::v1::Outcome;

use super::Tiktok;
use super::endpoint::{Endpoint, Need};
use crate::failure::Failure;
use crate::transport::FetchError;
use crate::unit::UnitWork;
use crate::ways::{Asked as _, Way};

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
    is_asked: bool,
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
    pub(super) fn rests(&mut self, endpoint: Endpoint) {
        let detail = format!(
            "{}: {} rests and is not asked now",
            self.need.what(),
            endpoint.code()
        );
        let failure = Failure::new(endpoint.refusal(), detail);
        self.note(endpoint, failure, false);
    }

    /// Remembers why an endpoint was of no use; an error ends the search.
    pub(super) fn failed(&mut self, endpoint: Endpoint, error: FetchError) -> Result<(), FetchError> {
        match error {
            // What gives less has nothing to show where others have, which says nothing.
            FetchError::Failed(failure) if failure.has_other_way() || endpoint.gives_less(self.need) => {
                self.note(endpoint, failure, true);
                Ok(())
            }
            // All endpoints are asked from the same address, which has no turn. What is known by then is worth more, but that it is gone is for
            // the others to confirm.
            FetchError::Later => {
                let known = self.why().filter(|failure| failure.outcome != Outcome::NotFound);
                Err(known.map_or(FetchError::Later, |failure| failure.clone().into()))
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
        let Vain { failure, is_asked } = self.first()?;
        Some(if *is_asked {
            format!("because the {what} answered {}", failure.outcome.code())
        } else {
            format!("because the {what} rests and is not asked now")
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
                let detail = format!("{}: there is no way to it", need.what());
                Failure::new(Outcome::AmbiguousEmpty, detail)
            },
            |vain| vain.failure,
        )
    }

    fn note(&mut self, endpoint: Endpoint, failure: Failure, is_asked: bool) {
        let place = if endpoint.gives_less(self.need) {
            &mut self.lesser
        } else {
            &mut self.failure
        };
        place.get_or_insert(Vain { failure, is_asked });
    }
}

impl Tiktok {
    /// The ways to a need, in the order in which they are tried.
    pub(super) fn ways(&self, need: Need) -> Vec<Way<Endpoint>> {
        let ways = &self.facts.tiktok.ways;
        let ways = match need {
            Need::Profile => &ways.profile,
            Need::Items => &ways.items,
            Need::Item => &ways.item,
        };
        self.guest.in_order(need, ways)
    }

    /// Remembers that an endpoint gave what was wanted, and tells it when it is news.
    pub(super) async fn works(
        &self,
        need: Need,
        endpoint: Endpoint,
        work: &UnitWork,
    ) -> Result<(), FetchError> {
        match self.guest.works(need, endpoint) {
            Some(told) => work.tell(told).await,
            None => Ok(()),
        }
    }
}
