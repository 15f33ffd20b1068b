//! Items of an account that are looked at one by one, because its list missed them or shows them too far down.

use clipmeter_proto::v1::{MissSource, Missing, Outcome};
use clipmeter_proto::{AddressFate, SessionFate, Step};

use crate::page::Page;
use crate::transport::FetchError;
use crate::unit::UnitWork;

/// Looks within one unit: each costs up to three requests.
const MOST_LOOKS: usize = 5;

/// Looks of no avail after which no more are made. One may be for its item, which the others are not to wait for.
const MOST_IN_VAIN: usize = 2;

/// What a look that failed says.
enum Said {
    /// The item is not shown, and why.
    Missed(MissSource),
    /// It may be shown again, elsewhere or later.
    Withheld,
    /// Nothing of the item.
    InVain,
    /// The platform serves nothing now.
    Quiet,
}

/// The looks of one unit. What fails in one fails no unit, unless it ends the run: the list was read, and that is what the unit is about.
#[derive(Debug, Default)]
pub(crate) struct Looks {
    /// Items that are gone or hidden.
    pub(crate) missing: Vec<Missing>,
    in_vain: usize,
}

/// Those of the items that are worth a look, because they were not seen.
pub(crate) fn worth(ids: &[u64], is_seen: impl Fn(u64) -> bool) -> impl Iterator<Item = u64> {
    let unseen = ids.iter().copied().filter(move |id| !is_seen(*id));
    unseen.take(MOST_LOOKS)
}

impl Looks {
    /// Reports an item that is there, and remembers one that is not. Returns whether another look may be made.
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
            Err(FetchError::Later) => return Ok(false),
            Err(FetchError::Stopped) => return Err(FetchError::Stopped),
        };
        if failure.outcome.reaction().then.contains(&Step::StopRun) {
            return Err(failure.into());
        }
        tracing::debug!(item = id, outcome = failure.outcome.code(), "looked at in vain");
        match said(failure.outcome) {
            Said::Missed(source) => self.missing.push(Missing {
                id,
                source: source.into(),
            }),
            Said::Withheld => {}
            Said::InVain => self.in_vain += 1,
            Said::Quiet => return Ok(false),
        }
        Ok(self.in_vain < MOST_IN_VAIN)
    }
}

fn said(outcome: Outcome) -> Said {
    let reaction = outcome.reaction();
    let is_calm = reaction.session == SessionFate::Keep && reaction.address == AddressFate::Calm;
    match outcome {
        Outcome::NotFound => Said::Missed(MissSource::Item),
        Outcome::Private => Said::Missed(MissSource::Private),
        Outcome::RegionBlocked | Outcome::NotAvailable => Said::Withheld,
        _ if is_calm && reaction.then.contains(&Step::NextWay) => Said::InVain,
        _ => Said::Quiet,
    }
}
