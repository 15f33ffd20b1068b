//! A scraper's message, and the unit that it is about.

use clipmeter_proto::v1::{Platform, report_request};
use clipmeter_scheduler::FreshnessTier;
use uuid::Uuid;

use super::crawl_depth;
use crate::sessions::class::SessionClass;

/// One message of a scraper.
#[derive(Debug, Clone)]
pub struct Report {
    pub run: Uuid,
    /// Proves that the sender holds the run's lease.
    pub lease_token: Uuid,
    /// Number of the message, from 1.
    pub sequence: u64,
    pub body: report_request::Body,
}

/// The unit that a message is about.
#[derive(Debug, Clone, Copy)]
pub struct UnitTarget {
    pub unit: i64,
    pub platform: Platform,
    /// If both are `None`, the tracked account or video has been deleted, and nothing may be stored.
    pub account: Option<i64>,
    pub video: Option<i64>,
    /// The freshness tier to read of the account's list, and the item down to which it is read; `None` for a
    /// video.
    pub tier: Option<FreshnessTier>,
    pub read_to: Option<i64>,
    /// The crawl was to go to the end to fill a gap.
    pub may_fill_gap: bool,
    /// The unit's outcome is already stored.
    pub(crate) has_ended: bool,
    /// The session class of the unit's requests before it was requeued; `None` if unknown.
    pub class: Option<SessionClass>,
    /// The same for all requests of its run.
    pub(crate) run_class: Option<SessionClass>,
}

impl UnitTarget {
    /// Returns whether the account's list was allowed to be crawled to its end.
    pub(crate) fn may_crawl_to_end(&self) -> bool {
        crawl_depth::may_crawl_to_end(self.tier, self.may_fill_gap)
    }
}
