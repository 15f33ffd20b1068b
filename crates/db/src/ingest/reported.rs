//! Per-process counters of scrapers' requests and reports, exported as metrics. The database stores them by
//! the hour; these count only what this process stored, so that the counters of several processes can be
//! added up.

use std::collections::BTreeMap;
use std::sync::Arc;

use clipmeter_proto::v1::{Outcome, Platform, RequestStats, UnitReport};
use clipmeter_scheduler::rate_limit::MAX_WAIT_MS;
use parking_lot::Mutex;
use strum::IntoStaticStr;

use crate::codes::label;
use crate::sessions::Withheld;

/// Counts since the start of the process.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReportedCounts {
    /// Requests by platform, endpoint code and outcome.
    pub requests: BTreeMap<(Platform, &'static str, Outcome), u64>,
    /// Bytes of the platforms' responses.
    pub bytes: BTreeMap<Platform, u64>,
    /// Accounts and single videos by platform and outcome.
    pub units: BTreeMap<(Platform, Outcome), u64>,
    /// Permits by platform, and whether they were granted or deferred.
    pub permits: BTreeMap<(Platform, PermitOutcome), u64>,
    /// The sum of the waits for granted permits, milliseconds.
    pub permit_waits_ms: BTreeMap<Platform, u64>,
    /// Sessions that were refused to runs over their limit, by reason.
    pub withheld: BTreeMap<Withheld, u64>,
}

impl ReportedCounts {
    fn add_requests(&mut self, platform: Platform, request_stats: &[RequestStats]) {
        for stats in request_stats {
            let key = (platform, label(&stats.endpoint), stats.outcome());
            *self.requests.entry(key).or_default() += u64::from(stats.requests);
        }
    }
}

/// The result of a permit request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum PermitOutcome {
    /// The permit was granted; the scraper waits until its time.
    Granted,
    /// The permit is too far away; the scraper requeues the unit.
    Deferred,
}

impl PermitOutcome {
    /// Returns the label in metrics.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.into()
    }
}

/// The running counters. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Reported(Arc<Mutex<ReportedCounts>>);

impl Reported {
    /// Counts a stored unit. `outcome` is the outcome as stored.
    pub fn unit(&self, platform: Platform, end: &UnitReport, outcome: Outcome) {
        let mut counts = self.0.lock();
        *counts.units.entry((platform, outcome)).or_default() += 1;
        *counts.bytes.entry(platform).or_default() += end.bytes;
        counts.add_requests(platform, &end.request_stats);
    }

    /// Counts the requests of a requeued unit.
    pub fn requeued(&self, platform: Platform, request_stats: &[RequestStats]) {
        let mut counts = self.0.lock();
        *counts.bytes.entry(platform).or_default() +=
            request_stats.iter().map(|stats| stats.bytes).sum::<u64>();
        counts.add_requests(platform, request_stats);
    }

    /// Counts requested permits, given the wait for each in milliseconds.
    pub fn permits(&self, platform: Platform, waits: &[u32]) {
        let mut counts = self.0.lock();
        for &wait in waits {
            let outcome = if i64::from(wait) <= MAX_WAIT_MS {
                *counts.permit_waits_ms.entry(platform).or_default() += u64::from(wait);
                PermitOutcome::Granted
            } else {
                PermitOutcome::Deferred
            };
            *counts.permits.entry((platform, outcome)).or_default() += 1;
        }
    }

    /// Counts a session that a run requested and did not get.
    pub fn withheld(&self, why: Withheld) {
        let mut counts = self.0.lock();
        *counts.withheld.entry(why).or_default() += 1;
    }

    /// Returns the current counts.
    #[must_use]
    pub fn counts(&self) -> ReportedCounts {
        self.0.lock().clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codes::OTHER;

    #[test]
    fn permits_beyond_longest_wait_count_as_deferred_without_wait() {
        let reported = Reported::default();
        let longest = u32::try_from(MAX_WAIT_MS).unwrap();
        reported.permits(Platform::Tiktok, &[0, 500, longest, longest + 1]);
        let counts = reported.counts();
        let permits = [(PermitOutcome::Granted, 3), (PermitOutcome::Deferred, 1)];
        let permits = permits.map(|(outcome, count)| ((Platform::Tiktok, outcome), count));
        assert_eq!(counts.permits, BTreeMap::from(permits));
        let waited = u64::from(longest) + 500;
        assert_eq!(
            counts.permit_waits_ms,
            BTreeMap::from([(Platform::Tiktok, waited)])
        );
    }

    #[test]
    fn unit_reports_add_up_and_merge_unknown_endpoints() {
        let reported = Reported::default();
        let stats = |endpoint: &str, requests| RequestStats {
            endpoint: endpoint.to_owned(),
            outcome: Outcome::Ok.into(),
            requests,
            ..RequestStats::default()
        };
        let end = UnitReport {
            bytes: 7,
            request_stats: vec![stats("oembed", 2), stats("made-up", 1), stats("x", 1)],
            ..UnitReport::default()
        };
        reported.unit(Platform::Tiktok, &end, Outcome::Ok);
        reported
            .clone()
            .unit(Platform::Tiktok, &end, Outcome::IdentityChanged);
        let counts = reported.counts();
        let ok = |endpoint| (Platform::Tiktok, endpoint, Outcome::Ok);
        assert_eq!(
            counts.requests,
            BTreeMap::from([(ok("oembed"), 4), (ok(OTHER), 4)])
        );
        assert_eq!(counts.bytes, BTreeMap::from([(Platform::Tiktok, 14)]));
        assert_eq!(
            counts.units,
            BTreeMap::from([
                ((Platform::Tiktok, Outcome::Ok), 1),
                ((Platform::Tiktok, Outcome::IdentityChanged), 1),
            ])
        );
    }
}
