//! Prometheus metrics. Label values are bounded: no names of objects, groups or accounts, except of scraper pools, which only platform
//! admins create.

use clipmeter_crds::Reason;
use clipmeter_proto::v1::Platform;
use clipmeter_runtime::saturate;
use kube::Resource;
use prometheus_client::encoding::{EncodeLabelSet, text::encode};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Metric, Registry};
use tonic::Code;

/// Buckets in seconds for the duration of a reconciliation: a call takes milliseconds, and times out after 30 s.
const RECONCILE_SECONDS: [f64; 7] = [0.01, 0.05, 0.25, 1.0, 5.0, 30.0, 120.0];
/// Buckets in seconds between a unit being due and having a Job: the batch window is 10 s, an interval 300 s or more.
const SKEW_SECONDS: [f64; 9] = [1.0, 5.0, 10.0, 15.0, 30.0, 60.0, 120.0, 300.0, 900.0];
/// Buckets in seconds for the run time of a Job: typically 90, with a default deadline of 300.
const JOB_SECONDS: [f64; 8] = [5.0, 15.0, 30.0, 60.0, 120.0, 300.0, 900.0, 3600.0];

type Seconds<L> = Family<L, Histogram, fn() -> Histogram>;

pub(crate) struct Metrics {
    registry: Registry,
    pub(crate) reconciliations: Family<ReconcileLabels, Counter>,
    pub(crate) reconcile_seconds: Seconds<ControllerLabels>,
    pub(crate) reconcile_errors: Family<ReconcileErrorLabels, Counter>,
    pub(crate) objects: Family<KindLabels, Gauge>,
    pub(crate) unparsable_objects: Family<KindLabels, Gauge>,
    pub(crate) watch_errors: Family<KindLabels, Counter>,
    pub(crate) skew_seconds: Histogram,
    pub(crate) queue_depth: Family<PlatformLabels, Gauge>,
    pub(crate) oldest_due_seconds: Gauge,
    /// Whether the policy allows no runs, which explains a queue that does not shrink.
    pub(crate) suspended: Gauge,
    pub(crate) jobs_created: Family<JobCreatedLabels, Counter>,
    platform_waiting: Family<PlatformWaitLabels, Gauge>,
    requests_waiting: Family<PlatformLabels, Gauge>,
    pool_waiting: Family<PoolWaitLabels, Gauge>,
    pool_jobs: Family<PoolLabels, Gauge>,
    pub(crate) jobs_running: Family<PlatformLabels, Gauge>,
    pub(crate) jobs_failed: Family<ReasonLabels, Counter>,
    pub(crate) job_seconds: Seconds<JobEndedLabels>,
    pub(crate) throttled: Family<LimitLabels, Counter>,
    pub(crate) status_writes: Family<KindLabels, Counter>,
    /// Number of failed writes. They are queued again after seconds, so the queue length does not show them.
    pub(crate) status_write_errors: Family<KindLabels, Counter>,
    pub(crate) status_queue: Family<KindLabels, Gauge>,
    purge_errors: Family<KindLabels, Counter>,
    pub(crate) status_write_limit: Gauge,
    pub(crate) is_leader: Gauge,
    definitions: Family<DefinitionLabels, Gauge>,
    calls: Family<CallLabels, Counter>,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub(crate) struct ReconcileLabels {
    pub(crate) controller: &'static str,
    pub(crate) outcome: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub(crate) struct ControllerLabels {
    pub(crate) controller: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub(crate) struct ReconcileErrorLabels {
    pub(crate) controller: &'static str,
    pub(crate) reason: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub(crate) struct KindLabels {
    pub(crate) kind: String,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub(crate) struct PlatformLabels {
    pub(crate) platform: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct PlatformWaitLabels {
    platform: &'static str,
    reason: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct PoolWaitLabels {
    pool: String,
    platform: &'static str,
    reason: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct PoolLabels {
    pool: String,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub(crate) struct JobCreatedLabels {
    pub(crate) platform: &'static str,
    pub(crate) reason: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub(crate) struct JobEndedLabels {
    pub(crate) platform: String,
    pub(crate) outcome: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub(crate) struct ReasonLabels {
    pub(crate) reason: String,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub(crate) struct LimitLabels {
    pub(crate) cap: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct DefinitionLabels {
    definition: String,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct CallLabels {
    method: &'static str,
    code: String,
}

/// Registers metrics under their names.
struct NamedRegistry(Registry);

impl NamedRegistry {
    fn add<M: Metric + Clone>(&mut self, name: &str, help: &str, metric: M) -> M {
        self.0.register(name, help, metric.clone());
        metric
    }
}

impl Metrics {
    /// Creates all metrics at zero.
    pub(crate) fn new() -> Self {
        let mut named = NamedRegistry(Registry::with_prefix("clipmeter"));
        Self {
            reconciliations: named.add("reconcile", "Reconciliations of objects", Family::default()),
            reconcile_seconds: named.add(
                "reconcile_duration_seconds",
                "Duration of reconciliations",
                Family::new_with_constructor(|| Histogram::new(RECONCILE_SECONDS)),
            ),
            reconcile_errors: named.add("reconcile_errors", "Failed reconciliations", Family::default()),
            objects: named.add(
                "store_objects",
                "Objects in the operator's memory",
                Family::default(),
            ),
            unparsable_objects: named.add(
                "unparsable_objects",
                "Objects whose current version is ignored because it cannot be parsed",
                Family::default(),
            ),
            watch_errors: named.add("watch_errors", "Failed watches", Family::default()),
            skew_seconds: named.add(
                "schedule_skew_seconds",
                "Time from when a unit becomes due until it has a Job",
                Histogram::new(SKEW_SECONDS),
            ),
            queue_depth: named.add(
                "due_queue_depth",
                "Units that are due and not in a run",
                Family::default(),
            ),
            oldest_due_seconds: named.add(
                "due_oldest_seconds",
                "Time since the longest-waiting unit became due",
                Gauge::default(),
            ),
            suspended: named.add(
                "scraping_suspended",
                "1 while the ScrapePolicy is suspended or allows no Jobs",
                Gauge::default(),
            ),
            jobs_created: named.add("jobs_created", "Jobs made", Family::default()),
            platform_waiting: named.add(
                "platform_waiting",
                "1 for each platform that cannot be scraped now",
                Family::default(),
            ),
            requests_waiting: named.add(
                "scrape_requests_waiting",
                "Requested scrapes that cannot run now",
                Family::default(),
            ),
            pool_waiting: named.add(
                "scraper_pool_waiting",
                "1 for each platform that a scraper pool cannot scrape now, or only without a session",
                Family::default(),
            ),
            pool_jobs: named.add(
                "scraper_pool_jobs",
                "Unfinished Jobs of a scraper pool",
                Family::default(),
            ),
            jobs_running: named.add("jobs_running", "Unfinished Jobs", Family::default()),
            jobs_failed: named.add("jobs_failed", "Failed Jobs", Family::default()),
            job_seconds: named.add(
                "job_duration_seconds",
                "Duration of Jobs",
                Family::new_with_constructor(|| Histogram::new(JOB_SECONDS)),
            ),
            throttled: named.add("throttled", "Batches throttled", Family::default()),
            status_writes: named.add("status_writes", "Statuses written", Family::default()),
            status_write_errors: named.add("status_write_errors", "Failed status writes", Family::default()),
            status_queue: named.add(
                "status_queue_depth",
                "Objects whose status is queued to be checked or written",
                Family::default(),
            ),
            purge_errors: named.add("purge_errors", "Failed steps of deletions", Family::default()),
            status_write_limit: named.add(
                "status_write_limit",
                "Statuses that are written per second at most",
                Gauge::default(),
            ),
            is_leader: named.add("leader", "1 if this operator is the leader", Gauge::default()),
            definitions: named.add(
                "definition_missing",
                "1 for each resource definition that is not installed",
                Family::default(),
            ),
            calls: named.add("api_calls", "Calls to the API", Family::default()),
            registry: named.0,
        }
    }

    /// Encodes the metrics in the `OpenMetrics` text format.
    pub(crate) fn text(&self) -> Result<String, std::fmt::Error> {
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }

    /// Clears what only the leader measures, so that the values of an earlier leader do not stand beside those of its successor.
    pub(crate) fn clear_leader(&self) {
        for gauge in [
            &self.oldest_due_seconds,
            &self.suspended,
            &self.status_write_limit,
        ] {
            gauge.set(0);
        }
        for family in [&self.queue_depth, &self.requests_waiting, &self.jobs_running] {
            family.clear();
        }
        for family in [&self.objects, &self.unparsable_objects, &self.status_queue] {
            family.clear();
        }
        self.platform_waiting.clear();
        self.pool_waiting.clear();
        self.pool_jobs.clear();
        self.is_leader.set(0);
    }

    /// Sets the missing definitions, replacing the previous ones.
    pub(crate) fn set_missing_definitions(&self, names: &[String]) {
        self.definitions.clear();
        for name in names {
            let definition = DefinitionLabels {
                definition: name.clone(),
            };
            self.definitions.get_or_create(&definition).set(1);
        }
    }

    /// Counts a completed call to the API.
    pub(crate) fn count_api_call(&self, method: &'static str, code: Code) {
        let code = format!("{code:?}");
        self.calls.get_or_create(&CallLabels { method, code }).inc();
    }

    /// Counts a step of the deletion of an object that failed.
    pub(crate) fn count_purge_error<K: Resource<DynamicType = ()>>(&self) {
        let kind = K::kind(&()).into_owned();
        self.purge_errors.get_or_create(&KindLabels { kind }).inc();
    }

    /// Counts a batch that was delayed by this limit.
    pub(crate) fn count_throttled(&self, cap: &'static str) {
        self.throttled.get_or_create(&LimitLabels { cap }).inc();
    }

    /// Sets the platforms that cannot be scraped and the reasons, replacing the previous ones.
    pub(crate) fn set_platform_waits(&self, waits: impl IntoIterator<Item = (&'static str, &'static str)>) {
        self.platform_waiting.clear();
        for (platform, reason) in waits {
            let labels = PlatformWaitLabels { platform, reason };
            self.platform_waiting.get_or_create(&labels).set(1);
        }
    }

    /// Sets the platforms that scraper pools do not scrape and the reasons, replacing the previous ones.
    pub(crate) fn set_pool_waits<'a>(&self, waits: impl IntoIterator<Item = (&'a str, Platform, Reason)>) {
        self.pool_waiting.clear();
        for (pool, platform, reason) in waits {
            let labels = PoolWaitLabels {
                pool: pool.to_owned(),
                platform: platform.code(),
                reason: reason.as_str(),
            };
            self.pool_waiting.get_or_create(&labels).set(1);
        }
    }

    /// Sets the numbers of unfinished Jobs of scraper pools, replacing the previous ones.
    pub(crate) fn set_pool_jobs<'a>(&self, pools: impl IntoIterator<Item = (&'a str, usize)>) {
        self.pool_jobs.clear();
        for (pool, jobs) in pools {
            let pool = PoolLabels {
                pool: pool.to_owned(),
            };
            self.pool_jobs.get_or_create(&pool).set(saturate::<i64>(jobs));
        }
    }

    /// Sets the number of requested scrapes that cannot run now.
    pub(crate) fn set_waiting_requests(&self, platform: Platform, requests: usize) {
        Self::set_for_platform(&self.requests_waiting, platform, requests);
    }

    /// Sets a gauge for every platform.
    pub(crate) fn set_for_platform(family: &Family<PlatformLabels, Gauge>, platform: Platform, value: usize) {
        let platform = PlatformLabels {
            platform: platform.code(),
        };
        family.get_or_create(&platform).set(saturate::<i64>(value));
    }
}

/// Converts a duration for a histogram.
#[must_use]
#[allow(clippy::cast_precision_loss, reason = "durations are far below 2^52 s")]
pub(crate) fn seconds(span: i64) -> f64 {
    span.max(0) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_earlier_leader_are_cleared_and_counters_kept() {
        let metrics = Metrics::new();
        let before = metrics.text().unwrap();
        metrics.is_leader.set(1);
        metrics.oldest_due_seconds.set(9);
        metrics.suspended.set(1);
        metrics.status_write_limit.set(10);
        let kind = KindLabels {
            kind: "TikTokAccount".to_owned(),
        };
        metrics.objects.get_or_create(&kind).set(3);
        metrics.status_queue.get_or_create(&kind).set(3);
        metrics.unparsable_objects.get_or_create(&kind).set(3);
        metrics.set_waiting_requests(Platform::Tiktok, 2);
        Metrics::set_for_platform(&metrics.queue_depth, Platform::Tiktok, 2);
        Metrics::set_for_platform(&metrics.jobs_running, Platform::Tiktok, 2);
        metrics.set_platform_waits([("tiktok", "rate_limited")]);
        metrics.set_pool_waits([("eu", Platform::Tiktok, Reason::PoolMissing)]);
        metrics.set_pool_jobs([("eu", 2)]);
        metrics.clear_leader();
        assert_eq!(metrics.text().unwrap(), before);
        metrics.status_writes.get_or_create(&kind).inc();
        metrics.clear_leader();
        assert_ne!(metrics.text().unwrap(), before);
    }

    #[test]
    fn metrics_have_prefix_and_list_currently_missing_definitions() {
        let metrics = Metrics::new();
        metrics.count_api_call("ListRuns", Code::Unavailable);
        metrics.set_missing_definitions(&["clientgroups.clipmeter.io".to_owned()]);
        let text = metrics.text().unwrap();
        assert!(
            text.contains(r#"clipmeter_api_calls_total{method="ListRuns",code="Unavailable"} 1"#),
            "{text}"
        );
        assert!(
            text.contains(r#"clipmeter_definition_missing{definition="clientgroups.clipmeter.io"} 1"#),
            "{text}"
        );
        metrics.set_missing_definitions(&[]);
        assert!(!metrics.text().unwrap().contains("clipmeter_definition_missing{"));
    }
}
