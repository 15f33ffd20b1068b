//! Scrapes that were requested by annotation and are not completed yet.

use std::collections::HashMap;

use clipmeter_proto::v1::TrackedKind;
use clipmeter_scheduler::UnitKey;
use parking_lot::Mutex;
use uuid::Uuid;

use crate::kubernetes::objects::ObjectKey;

/// Maximum number of runs for one request. If that many Jobs have ended early, the next one would probably do so too, and the
/// account is scraped on its regular schedule.
const MAX_RUNS: u8 = 3;

/// Requests that wait for a run, and requests whose run has a Job.
#[derive(Default)]
pub(crate) struct ScrapeRequests {
    pending: Mutex<PendingRequests>,
}

#[derive(Default)]
struct PendingRequests {
    /// Waiting requests by unit.
    open: HashMap<UnitKey, Vec<QueuedRequest>>,
    /// Requests by the run that scrapes their unit.
    served: HashMap<Uuid, Vec<(UnitKey, QueuedRequest)>>,
}

#[derive(Clone)]
struct QueuedRequest {
    scrape_request: ScrapeRequest,
    /// Number of runs so far for this request.
    runs: u8,
}

/// A scrape request on an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ScrapeRequest {
    pub(crate) kind: TrackedKind,
    pub(crate) key: ObjectKey,
    /// The annotation's value.
    pub(crate) value: String,
}

impl ScrapeRequest {
    fn is_on(&self, kind: TrackedKind, key: &ObjectKey) -> bool {
        self.kind == kind && self.key == *key
    }
}

impl ScrapeRequests {
    /// Adds a request; returns whether it is new.
    pub(crate) fn add(&self, unit: UnitKey, kind: TrackedKind, key: &ObjectKey, value: &str) -> bool {
        let scrape_request = ScrapeRequest {
            kind,
            key: key.clone(),
            value: value.to_owned(),
        };
        let mut pending = self.pending.lock();
        let unit_requests = pending.open.entry(unit).or_default();
        if unit_requests
            .iter()
            .any(|request| request.scrape_request == scrape_request)
        {
            return false;
        }
        // A repeated request replaces the previous one.
        unit_requests.retain(|other| !other.scrape_request.is_on(kind, key));
        unit_requests.push(QueuedRequest {
            scrape_request,
            runs: 0,
        });
        true
    }

    /// Returns at most `limit` units whose scrape is requested.
    pub(crate) fn units(&self, limit: usize) -> Vec<UnitKey> {
        self.pending.lock().open.keys().take(limit).copied().collect()
    }

    /// Assigns the requests for these units to a run with a Job, and returns the requests.
    pub(crate) fn serve(&self, run: Uuid, units: &[UnitKey]) -> Vec<ScrapeRequest> {
        let mut pending = self.pending.lock();
        let mut served = Vec::new();
        for unit in units {
            for mut request in pending.open.remove(unit).into_iter().flatten() {
                request.runs += 1;
                served.push((*unit, request));
            }
        }
        let all = served
            .iter()
            .map(|(_, request)| request.scrape_request.clone())
            .collect();
        if !served.is_empty() {
            pending.served.entry(run).or_default().extend(served);
        }
        all
    }

    /// Returns the requests of a run that was closed early to the queue. A newer request on the same object takes precedence.
    pub(crate) fn requeue(&self, run: Uuid) {
        let mut pending = self.pending.lock();
        let mut served = pending.served.remove(&run).unwrap_or_default();
        served.retain(|(_, request)| request.runs < MAX_RUNS);
        for (unit, request) in served {
            let ScrapeRequest { kind, key, .. } = &request.scrape_request;
            let unit_requests = pending.open.entry(unit).or_default();
            if !unit_requests
                .iter()
                .any(|other| other.scrape_request.is_on(*kind, key))
            {
                unit_requests.push(request);
            }
        }
    }

    /// Drops the requests of runs that are no longer open, because they are completed.
    pub(crate) fn retain(&self, is_open: impl Fn(&Uuid) -> bool) {
        self.pending.lock().served.retain(|run, _| is_open(run));
    }

    /// Drops the waiting request on an object that is not scraped now, so that it does not count toward the limit of [`Self::units`].
    /// The request is added again when the object is.
    pub(crate) fn withdraw(&self, unit: UnitKey, kind: TrackedKind, key: &ObjectKey) {
        let mut pending = self.pending.lock();
        if let Some(unit_requests) = pending.open.get_mut(&unit) {
            unit_requests.retain(|request| !request.scrape_request.is_on(kind, key));
            if unit_requests.is_empty() {
                pending.open.remove(&unit);
            }
        }
    }

    /// Drops the requests on a deleted object.
    pub(crate) fn remove(&self, kind: TrackedKind, key: &ObjectKey) {
        let mut pending = self.pending.lock();
        pending.open.retain(|_, unit_requests| {
            unit_requests.retain(|request| !request.scrape_request.is_on(kind, key));
            !unit_requests.is_empty()
        });
        pending.served.retain(|_, run_requests| {
            run_requests.retain(|(_, request)| !request.scrape_request.is_on(kind, key));
            !run_requests.is_empty()
        });
    }
}

#[cfg(test)]
mod tests {
    use clipmeter_scheduler::{Platform, Target};

    use super::*;

    const KIND: TrackedKind = TrackedKind::InstagramAccount;
    const UNIT: UnitKey = UnitKey {
        platform: Platform::Instagram,
        target: Target::Account(1),
    };

    fn values(scrape_request: &[ScrapeRequest]) -> Vec<&str> {
        scrape_request
            .iter()
            .map(|scrape_request| scrape_request.value.as_str())
            .collect()
    }

    #[test]
    fn scrape_request_with_same_value_is_added_once() {
        let (requests, key) = (ScrapeRequests::default(), ObjectKey::new("ns", "a"));
        assert!(requests.add(UNIT, KIND, &key, "1"));
        assert!(!requests.add(UNIT, KIND, &key, "1"));
        assert!(requests.add(UNIT, KIND, &key, "2"));
        assert_eq!(requests.units(9), [UNIT]);
        assert_eq!(values(&requests.serve(Uuid::from_u128(1), &[UNIT])), ["2"]);
        assert!(requests.units(9).is_empty());
    }

    #[test]
    fn scrape_request_is_served_again_after_requeue() {
        let (requests, run) = (ScrapeRequests::default(), Uuid::from_u128);
        let (key, other) = (ObjectKey::new("ns", "a"), ObjectKey::new("ns", "b"));
        requests.add(UNIT, KIND, &key, "1");
        requests.add(UNIT, KIND, &other, "1");
        requests.serve(run(1), &[UNIT]);
        requests.add(UNIT, KIND, &key, "2");
        requests.requeue(run(2));
        requests.requeue(run(1));
        assert_eq!(values(&requests.serve(run(3), &[UNIT])), ["2", "1"]);

        requests.retain(|open| *open == run(3));
        requests.remove(KIND, &key);
        requests.requeue(run(3));
        assert_eq!(values(&requests.serve(run(4), &[UNIT])), ["1"]);
        requests.retain(|_| false);
        requests.requeue(run(4));
        assert!(requests.units(9).is_empty());

        requests.add(UNIT, KIND, &key, "3");
        requests.remove(KIND, &key);
        assert!(requests.units(9).is_empty());
    }

    #[test]
    fn withdrawn_scrape_request_leaves_those_on_other_objects() {
        let requests = ScrapeRequests::default();
        let (key, other) = (ObjectKey::new("ns", "a"), ObjectKey::new("ns", "b"));
        requests.add(UNIT, KIND, &key, "1");
        requests.add(UNIT, KIND, &other, "1");
        requests.withdraw(UNIT, KIND, &key);
        requests.withdraw(UNIT, KIND, &key);
        assert_eq!(requests.units(9), [UNIT]);
        requests.withdraw(UNIT, KIND, &other);
        assert!(requests.units(9).is_empty());
        assert!(
            requests.add(UNIT, KIND, &key, "1"),
            "it is added again when the object is resumed"
        );
    }

    #[test]
    fn scrape_request_is_dropped_after_maximum_run_requestss() {
        let (requests, key) = (ScrapeRequests::default(), ObjectKey::new("ns", "a"));
        requests.add(UNIT, KIND, &key, "1");
        for run in (1..=u128::from(MAX_RUNS)).map(Uuid::from_u128) {
            assert_eq!(values(&requests.serve(run, &[UNIT])), ["1"]);
            requests.requeue(run);
        }
        assert!(requests.units(9).is_empty());
        assert!(
            requests.add(UNIT, KIND, &key, "2"),
            "a repeated request is served"
        );
    }
}
