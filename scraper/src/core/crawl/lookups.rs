//! Lookups of single items of an account that its list missed or shows too far down.

use clipmeter_proto::v1::{MissingItem, MissingSource, Outcome};
use clipmeter_proto::{AddressAction, RecoveryStep, SessionAction};

use crate::core::failure::FetchError;
use crate::core::page::Page;
use crate::core::unit::UnitWork;

/// Maximum number of lookups within one unit: each costs up to three requests.
const MAX_LOOKUPS: usize = 5;

/// Inconclusive lookups after which no more are made. The first one may fail because of its item, which must not affect the others.
const MAX_INCONCLUSIVE: usize = 2;

/// The meaning of a failed lookup.
enum LookupFailure {
    /// The item is not shown, for this reason.
    Missing(MissingSource),
    /// The item may be shown again, elsewhere or later.
    Withheld,
    /// No information about the item.
    Inconclusive,
    /// The platform serves nothing now.
    Unavailable,
}

/// The lookups of one unit. A failed lookup does not fail the unit, unless it ends the run: the unit's list was read successfully.
#[derive(Debug, Default)]
pub(crate) struct Lookups {
    /// Items that were removed or hidden.
    pub(crate) missing: Vec<MissingItem>,
    inconclusive: usize,
}

/// Returns the items that need a lookup, because they were not seen.
pub(crate) fn worth(ids: &[u64], is_seen: impl Fn(u64) -> bool) -> impl Iterator<Item = u64> {
    let unseen = ids.iter().copied().filter(move |id| !is_seen(*id));
    unseen.take(MAX_LOOKUPS)
}

impl Lookups {
    /// Reports an item that was found, or records one that is missing. Returns whether another lookup may be made.
    pub(crate) async fn take(
        &mut self,
        id: u64,
        found: Result<Page, FetchError>,
        work: &UnitWork,
    ) -> Result<bool, FetchError> {
        let failure = match found {
            Ok(page) => {
                work.page(page.observed_at, page.observations).await?;
                return Ok(true);
            }
            Err(FetchError::Failed(failure)) => failure,
            Err(FetchError::Deferred) => return Ok(false),
            Err(FetchError::Stopped) => return Err(FetchError::Stopped),
        };
        if failure.outcome.policy().recovery.contains(&RecoveryStep::StopRun) {
            return Err(failure.into());
        }
        tracing::debug!(item = id, outcome = failure.outcome.code(), "item lookup failed");
        match lookup_failure(failure.outcome) {
            LookupFailure::Missing(source) => self.missing.push(MissingItem {
                id,
                source: source.into(),
            }),
            LookupFailure::Withheld => {}
            LookupFailure::Inconclusive => self.inconclusive += 1,
            LookupFailure::Unavailable => return Ok(false),
        }
        Ok(self.inconclusive < MAX_INCONCLUSIVE)
    }
}

fn lookup_failure(outcome: Outcome) -> LookupFailure {
    let policy = outcome.policy();
    let has_no_effect = policy.session == SessionAction::Keep && policy.address == AddressAction::Keep;
    match outcome {
        Outcome::NotFound => LookupFailure::Missing(MissingSource::Item),
        Outcome::Private => LookupFailure::Missing(MissingSource::Private),
        Outcome::RegionBlocked | Outcome::NotAvailable => LookupFailure::Withheld,
        _ if has_no_effect && policy.recovery.contains(&RecoveryStep::NextStrategy) => {
            LookupFailure::Inconclusive
        }
        _ => LookupFailure::Unavailable,
    }
}
