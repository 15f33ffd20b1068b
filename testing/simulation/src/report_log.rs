//! The reports that the API has acknowledged, and thus the expected contents of the tables.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::{Observation, PageReport, Platform, Precision, UnitReport};

/// An item: its platform and the platform's ID.
pub(crate) type ItemKey = (Platform, String);

/// An account: its platform and the name under which it is tracked.
pub(crate) type AccountKey = (Platform, String);

/// Keys with views that are lower than plays.
const LESSER_KEYS: [&str; 2] = ["view_count", "video_view_count"];

/// The reported data of an item.
#[derive(Debug, Clone, Default)]
pub(crate) struct RecordedItem {
    /// The platform's ID of the item's owner.
    pub(crate) owner: String,
    /// Allowed values of views, likes, comments, shares and saves: empty if never reported; otherwise the last exact count and
    /// the rounded ones after it, each of which may or may not have replaced it.
    pub(crate) counts: [Vec<i64>; 5],
    /// Whether any count was ever rounded.
    pub(crate) was_rounded: bool,
    /// Time of the last report.
    pub(crate) seen_at: DateTime<Utc>,
    /// Whether the views are plays, which views from other keys do not replace.
    has_plays: bool,
}

/// The reported data of an account.
#[derive(Debug, Clone, Default)]
pub(crate) struct RecordedAccount {
    /// When the account's first items were requested.
    pub(crate) since: Option<DateTime<Utc>>,
    /// The crawls of the account's list without a failure.
    pub(crate) crawls: Vec<SuccessfulCrawl>,
}

/// The extent of a crawl.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SuccessfulCrawl {
    /// End of the crawl.
    pub(crate) ended: DateTime<Utc>,
    /// The lowest ID that the crawl covers; 0: the whole list.
    pub(crate) down_to: u64,
}

/// Everything that was reported.
#[derive(Debug, Default)]
pub(crate) struct ReportLog {
    pub(crate) items: BTreeMap<ItemKey, RecordedItem>,
    pub(crate) accounts: BTreeMap<AccountKey, RecordedAccount>,
}

impl ReportLog {
    /// Records the items of a page. `requested_at` is the request time of the oldest response in it.
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

    /// Records the end of an account's scrape.
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
        // The same views from another key are not a new measurement.
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

    /// Returns the reported views, if any.
    pub(crate) fn views(&self) -> Option<i64> {
        self.counts[0].iter().copied().max()
    }

    /// Returns whether the stored counts are among the allowed values.
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
    fn report_log_keeps_exact_count_beside_rounded_one() {
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
