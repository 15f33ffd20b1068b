//! What the runs have reported and the API has acknowledged: what the tables must hold.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::{Observation, PageReport, Platform, Precision, UnitReport};

/// An item: its platform and the platform's id.
pub(crate) type ItemKey = (Platform, String);

/// An account: its platform and the name that it was tracked by.
pub(crate) type AccountKey = (Platform, String);

/// Keys of views that are fewer than plays.
const LESSER_KEYS: [&str; 2] = ["view_count", "video_view_count"];

/// What was told of an item.
#[derive(Debug, Clone, Default)]
pub(crate) struct Told {
    /// The platform's id of its owner.
    pub(crate) owner: String,
    /// What its views, likes, comments, shares and saves may be now: nothing when they were never told; the last exact count, and the
    /// rounded ones after it, of which each may or may not have taken its place.
    pub(crate) counts: [Vec<i64>; 5],
    /// A count of it was rounded once.
    pub(crate) was_rounded: bool,
    /// When it was seen last.
    pub(crate) seen_at: DateTime<Utc>,
    /// Its views are plays, which views of other keys do not take the place of.
    has_plays: bool,
}

/// What was told of an account.
#[derive(Debug, Clone, Default)]
pub(crate) struct Account {
    /// When its first items were asked for.
    pub(crate) since: Option<DateTime<Utc>>,
    /// The readings of its list that went without a failure.
    pub(crate) walks: Vec<Walk>,
}

/// How far a list was read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Walk {
    /// When it was over.
    pub(crate) ended: DateTime<Utc>,
    /// Everything from this id on was seen; 0: everything.
    pub(crate) down_to: u64,
}

/// Everything that was told.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    pub(crate) items: BTreeMap<ItemKey, Told>,
    pub(crate) accounts: BTreeMap<AccountKey, Account>,
}

impl Ledger {
    /// Notes the items of a page, the oldest answer for which was asked for at `asked`.
    pub(crate) fn page(
        &mut self,
        account: &AccountKey,
        owner: &str,
        page: &PageReport,
        asked: DateTime<Utc>,
    ) {
        let of = self.accounts.entry(account.clone()).or_default();
        of.since.get_or_insert(asked);
        for observation in &page.observations {
            let key = (account.0, observation.external_id.clone());
            let told = self.items.entry(key).or_default();
            owner.clone_into(&mut told.owner);
            told.seen_at = DateTime::from_timestamp(page.observed_at, 0).unwrap_or_default();
            told.note(observation);
        }
    }

    /// Notes the end of an account's reading.
    pub(crate) fn end(&mut self, account: &AccountKey, report: &UnitReport) {
        let Some(walk) = report.walk.as_ref().filter(|_| report.outcome().is_success()) else {
            return;
        };
        let ended = DateTime::from_timestamp(report.observed_at, 0).unwrap_or_default();
        let down_to = if walk.reached_end { 0 } else { walk.covered_to_id };
        if walk.reached_end || down_to > 0 {
            let of = self.accounts.entry(account.clone()).or_default();
            of.walks.push(Walk { ended, down_to });
        }
    }
}

impl Told {
    fn note(&mut self, observation: &Observation) {
        let is_rounded = observation.precision() == Precision::Rounded;
        self.was_rounded |= is_rounded;
        let is_play = !LESSER_KEYS.contains(&observation.views_source.as_str());
        let views = observation.views.filter(|_| is_play || !self.has_plays);
        // The same views of another key are no measurement.
        if views.is_some_and(|views| !self.counts[0].contains(&views)) {
            self.has_plays = is_play;
        }
        let counts = [
            views,
            observation.likes,
            observation.comments,
            observation.shares,
            observation.saves,
        ];
        for (known, observed) in self.counts.iter_mut().zip(counts) {
            let Some(observed) = observed else { continue };
            if !is_rounded {
                known.clear();
            }
            if !known.contains(&observed) {
                known.push(observed);
            }
        }
    }

    /// The views that were told, if any were.
    pub(crate) fn views(&self) -> Option<i64> {
        self.counts[0].iter().copied().max()
    }

    /// Whether this is what the item's counts may be.
    pub(crate) fn allows(&self, stored: [Option<i64>; 5]) -> bool {
        self.counts.iter().zip(stored).all(|(told, stored)| match stored {
            Some(stored) => told.contains(&stored),
            None => told.is_empty(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(views: Option<i64>, precision: Precision) -> Observation {
        Observation {
            views,
            precision: precision.into(),
            ..Observation::default()
        }
    }

    #[test]
    fn an_exact_count_stands_alone_and_a_rounded_one_beside_it() {
        let mut told = Told::default();
        let views = |views| [views, None, None, None, None];
        assert!(told.allows(views(None)));
        told.note(&seen(Some(38_490), Precision::Exact));
        told.note(&seen(None, Precision::Exact));
        assert!(told.allows(views(Some(38_490))) && !told.allows(views(None)));
        told.note(&seen(Some(38_500), Precision::Rounded));
        assert!(told.allows(views(Some(38_490))) && told.allows(views(Some(38_500))));
        told.note(&seen(Some(38_600), Precision::Exact));
        assert!(told.allows(views(Some(38_600))) && !told.allows(views(Some(38_500))));
        let lesser = Observation {
            views_source: "view_count".to_owned(),
            ..seen(Some(20_000), Precision::Exact)
        };
        told.note(&lesser);
        assert!(told.allows(views(Some(38_600))) && !told.allows(views(Some(20_000))));
    }
}
