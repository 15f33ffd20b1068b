//! Reports that scrapers sent to this replica, by platform.

use clipmeter_db::ingest::reported::ReportedCounts;
use clipmeter_db::sessions::Withheld;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;

use super::raise;

/// Exports the counters of the API.
#[derive(Clone, Default)]
pub(super) struct PlatformCounts {
    requests: Family<RequestLabels, Counter>,
    bytes: Family<PlatformLabels, Counter>,
    units: Family<UnitLabels, Counter>,
    permits: Family<PermitLabels, Counter>,
    rate_limit_wait_seconds: Family<PlatformLabels, Counter>,
    sessions_withheld: Family<ReasonLabels, Counter>,
}

/// Labels of a request to a platform.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct RequestLabels {
    platform: &'static str,
    endpoint: &'static str,
    outcome: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct PlatformLabels {
    platform: &'static str,
}

/// Labels of a unit's outcome.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct UnitLabels {
    platform: &'static str,
    outcome: &'static str,
}

/// Labels of a requested permit.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct PermitLabels {
    platform: &'static str,
    outcome: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct ReasonLabels {
    reason: &'static str,
}

impl PlatformCounts {
    pub(super) fn update(&self, counts: &ReportedCounts) {
        for (&(platform, endpoint, outcome), &count) in &counts.requests {
            let labels = RequestLabels {
                platform: platform.code(),
                endpoint,
                outcome: outcome.code(),
            };
            raise(&self.requests.get_or_create(&labels), count);
        }
        for (platform, &count) in &counts.bytes {
            let labels = PlatformLabels {
                platform: platform.code(),
            };
            raise(&self.bytes.get_or_create(&labels), count);
        }
        for (&(platform, outcome), &count) in &counts.units {
            let labels = UnitLabels {
                platform: platform.code(),
                outcome: outcome.code(),
            };
            raise(&self.units.get_or_create(&labels), count);
        }
        for (&(platform, outcome), &count) in &counts.permits {
            let labels = PermitLabels {
                platform: platform.code(),
                outcome: outcome.code(),
            };
            raise(&self.permits.get_or_create(&labels), count);
        }
        for (platform, &waited) in &counts.permit_waits_ms {
            let labels = PlatformLabels {
                platform: platform.code(),
            };
            raise(
                &self.rate_limit_wait_seconds.get_or_create(&labels),
                waited / 1000,
            );
        }
        // All start at 0, so that the first event is an increase.
        for &withheld in Withheld::ALL {
            let labels = ReasonLabels {
                reason: withheld.code(),
            };
            let count = counts.withheld.get(&withheld).copied().unwrap_or_default();
            raise(&self.sessions_withheld.get_or_create(&labels), count);
        }
    }

    pub(super) fn register(&self, registry: &mut Registry) {
        registry.register(
            "platform_requests",
            "Requests that scrapers sent to the platforms",
            self.requests.clone(),
        );
        registry.register(
            "platform_bytes",
            "Bytes of the platforms' responses",
            self.bytes.clone(),
        );
        registry.register(
            "units",
            "Accounts and single videos whose scrape has ended",
            self.units.clone(),
        );
        registry.register(
            "rate_limit_permits",
            "Rate-limit permits that scrapers requested, granted or deferred",
            self.permits.clone(),
        );
        registry.register(
            "rate_limit_wait_seconds",
            "Seconds that scrapers waited for granted rate-limit permits",
            self.rate_limit_wait_seconds.clone(),
        );
        registry.register(
            "sessions_withheld",
            "Sessions that runs requested beyond their limit and did not get",
            self.sessions_withheld.clone(),
        );
    }
}

#[cfg(test)]
mod tests {
    use clipmeter_db::ingest::reported::PermitOutcome::Granted;
    use clipmeter_proto::v1::{Outcome, Platform as Name};
    use prometheus_client::encoding::text::encode;

    use super::*;

    #[test]
    fn platform_counters_match_reported_counts_and_never_decrease() {
        let mut counts = ReportedCounts::default();
        let metrics = PlatformCounts::default();
        let mut registry = Registry::with_prefix("clipmeter");
        metrics.register(&mut registry);
        for count in [3, 5, 5, 4] {
            counts
                .requests
                .insert((Name::Instagram, "feed_user", Outcome::RateLimited), count);
            counts.bytes.insert(Name::Instagram, count * 100);
            counts.units.insert((Name::Tiktok, Outcome::Ok), count);
            counts.permits.insert((Name::Instagram, Granted), count);
            counts.permit_waits_ms.insert(Name::Instagram, count * 1_500);
            counts.withheld.insert(Withheld::AtLimit, count);
            metrics.update(&counts);
        }
        let mut text = String::new();
        encode(&mut text, &registry).unwrap();
        for line in [
            "clipmeter_platform_requests_total{platform=\"instagram\",endpoint=\"feed_user\",outcome=\"rate_limited\"} 5",
            "clipmeter_platform_bytes_total{platform=\"instagram\"} 500",
            "clipmeter_units_total{platform=\"tiktok\",outcome=\"ok\"} 5",
            "clipmeter_rate_limit_permits_total{platform=\"instagram\",outcome=\"granted\"} 5",
            "clipmeter_rate_limit_wait_seconds_total{platform=\"instagram\"} 7",
            "clipmeter_sessions_withheld_total{reason=\"unreported\"} 0",
            "clipmeter_sessions_withheld_total{reason=\"at_limit\"} 5",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is not in {text}");
        }
    }
}
