//! The request costs of one unit.

use std::collections::BTreeMap;

use clipmeter_proto::v1::{Outcome, RequestStats};
use parking_lot::Mutex;

/// Requests by endpoint, session and outcome. Requests in flight are not included.
#[derive(Debug, Default)]
pub struct Traffic(Mutex<BTreeMap<TrafficKey, TrafficCost>>);

/// Endpoint, session (0: anonymous) and outcome.
type TrafficKey = (&'static str, i64, Outcome);

#[derive(Debug, Default, Clone, Copy)]
struct TrafficCost {
    requests: u32,
    bytes: u64,
}

impl Traffic {
    /// Returns the requests sent, including retries.
    pub fn requests(&self) -> u32 {
        self.0.lock().values().map(|cost| cost.requests).sum()
    }

    /// Returns the bytes of the received bodies.
    pub fn bytes(&self) -> u64 {
        self.0.lock().values().map(|cost| cost.bytes).sum()
    }

    /// Returns the statistics for the report: their sums are [`Self::requests`] and [`Self::bytes`].
    pub fn request_stats(&self) -> Vec<RequestStats> {
        let stats = |(kind, cost): (&TrafficKey, &TrafficCost)| RequestStats {
            endpoint: kind.0.to_owned(),
            outcome: kind.2.into(),
            session_id: kind.1,
            requests: cost.requests,
            bytes: cost.bytes,
        };
        self.0.lock().iter().map(stats).collect()
    }

    /// Counts a finished request.
    pub(super) fn count(&self, endpoint: &'static str, session_id: i64, outcome: Outcome, bytes: usize) {
        let mut costs = self.0.lock();
        let cost = costs.entry((endpoint, session_id, outcome)).or_default();
        cost.requests += 1;
        cost.bytes += bytes as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traffic_sums_requests_by_endpoint_session_and_outcome() {
        let traffic = Traffic::default();
        for (endpoint, session, outcome, bytes) in [
            ("feed_user", 7, Outcome::Ok, 10),
            ("feed_user", 7, Outcome::Ok, 20),
            ("feed_user", 0, Outcome::Ok, 1),
            ("feed_user", 7, Outcome::Transient, 0),
        ] {
            traffic.count(endpoint, session, outcome, bytes);
        }
        let request_stats: Vec<_> = traffic
            .request_stats()
            .into_iter()
            .map(|stats| (stats.session_id, stats.outcome(), stats.requests, stats.bytes))
            .collect();
        assert_eq!(
            request_stats,
            [
                (0, Outcome::Ok, 1, 1),
                (7, Outcome::Ok, 2, 30),
                (7, Outcome::Transient, 1, 0)
            ]
        );
        assert_eq!((traffic.requests(), traffic.bytes()), (4, 31));
    }
}
