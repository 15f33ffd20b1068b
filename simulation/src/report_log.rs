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
pub(crate) struct RecordedItem {
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
pub(crate) struct RecordedAccount {
    /// When its first items were asked for.
    pub(crate) since: Option<DateTime<Utc>>,
    /// The readings of its list that went without a failure.
    pub(crate) crawls: Vec<SuccessfulCrawl>,
}

/// How far a list was read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SuccessfulCrawl {
    /// When it was over.
    pub(crate) ended: DateTime<Utc>,
    /// Everything from this id on was seen; 0: everything.
    pub(crate) down_to: u64,
}

/// Everything that was told.
#[derive(Debug, Default)]
pub(crate) struct ReportLog {
    pub(crate) items: BTreeMap<ItemKey, RecordedItem>,
    pub(crate) accounts: BTreeMap<AccountKey, RecordedAccount>,
}

impl ReportLog {
    /// Notes the items of a page, the oldest answer for which was asked for at `asked`.
    pub(crate) fn page(
        &mut self,
        account: &AccountKey,
        owner: &str,
        page: &PageReport,
        requested_at: DateTime<Utc>,
    ) {
        let of = self.accounts.entry(account.clone()).or_default();
        of.since.get_or_insert(requested_at);
        for observation in &page.observations {
            let key = (account.0, observation.external_id.clone());
            let recorded = self.items.entry(key).or_default();
            owner.clone_into(&mut recorded.owner);
            recorded.seen_at = DateTime::from_timestamp(page.observed_at, 0).unwrap_or_default();
            recorded.note(observation);
        }
    }

    /// Notes the end of an account's reading.
    pub(crate) fn end(&mut self, account: &AccountKey, report: &UnitReport) {
        let Some(crawl) = report.crawl.as_ref().filter(|_| report.outcome().is_success()) else {
            return;
        };
        let ended = DateTime::from_timestamp(report.observed_at, 0).unwrap_or_default();
        let down_to = if crawl.reached_end { 0 } else { crawl.covered_to_id };
        if crawl.reached_end || down_to > 0 {
            let of = self.accounts.entry(account.clone()).or_default();
            of.crawls.push(SuccessfulCrawl { ended, down_to });
        }
    }
}

impl RecordedItem {
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
        self.counts
            .iter()
            .zip(stored)
            .all(|(recorded, stored)| match stored {
                Some(stored) => recorded.contains(&stored),
                None => recorded.is_empty(),
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
        let mut recorded = RecordedItem::default();
        let views = |views| [views, None, None, None, None];
        assert!(recorded.allows(views(None)));
        recorded.note(&seen(Some(38_490), Precision::Exact));
        recorded.note(&seen(None, Precision::Exact));
        assert!(recorded.allows(views(Some(38_490))) && !recorded.allows(views(None)));
        recorded.note(&seen(Some(38_500), Precision::Rounded));
        assert!(recorded.allows(views(Some(38_490))) && recorded.allows(views(Some(38_500))));
        recorded.note(&seen(Some(38_600), Precision::Exact));
        assert!(recorded.allows(views(Some(38_600))) && !recorded.allows(views(Some(38_500))));
        let lesser = Observation {
            views_source: "view_count".to_owned(),
            ..seen(Some(20_000), Precision::Exact)
        };
        recorded.note(&lesser);
        assert!(recorded.allows(views(Some(38_600))) && !recorded.allows(views(Some(20_000))));
    }
}
