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

/// Requests that wait for a run, requests whose run has a Job, and requests whose run has ended.
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
    /// Requests whose run was completed, until it is known whether it has scraped their unit.
    ended: Vec<(UnitKey, QueuedRequest)>,
}

impl PendingRequests {
    /// Queues requests again. A newer request on the same object takes precedence.
    fn queue_again(&mut self, requests: Vec<(UnitKey, QueuedRequest)>) {
        for (unit, request) in requests {
            let ScrapeRequest { kind, key, .. } = &request.scrape_request;
            let unit_requests = self.open.entry(unit).or_default();
            if !unit_requests
                .iter()
                .any(|other| other.scrape_request.is_on(*kind, key))
            {
                unit_requests.push(request);
            }
        }
    }
}

#[derive(Clone)]
struct QueuedRequest {
    scrape_request: ScrapeRequest,
    /// Number of runs so far for this request.
    runs: u8,
    /// When the last of these runs got its Job, by the API's clock, seconds since 1970-01-01T00:00:00Z.
    served_at: i64,
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
            served_at: 0,
        });
        true
    }

    /// Returns at most `limit` units whose scrape is requested.
    pub(crate) fn units(&self, limit: usize) -> Vec<UnitKey> {
        self.pending.lock().open.keys().take(limit).copied().collect()
    }

    /// Assigns the requests for these units to a run with a Job, and returns the requests. `now` is the API's time.
    pub(crate) fn serve(&self, run: Uuid, units: &[UnitKey], now: i64) -> Vec<ScrapeRequest> {
        let mut pending = self.pending.lock();
        let mut served = Vec::new();
        for unit in units {
            for mut request in pending.open.remove(unit).into_iter().flatten() {
                request.runs += 1;
                request.served_at = now;
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

    /// Returns the requests of a run that was closed early to the queue.
    pub(crate) fn requeue(&self, run: Uuid) {
        let mut pending = self.pending.lock();
        let mut served = pending.served.remove(&run).unwrap_or_default();
        served.retain(|(_, request)| request.runs < MAX_RUNS);
        pending.queue_again(served);
    }

    /// Records which runs are no longer open, because they are completed.
    pub(crate) fn retain(&self, is_open: impl Fn(&Uuid) -> bool) {
        let mut pending = self.pending.lock();
        let PendingRequests { served, ended, .. } = &mut *pending;
        served.retain(|run, run_requests| {
            let is_open = is_open(run);
            if !is_open {
                run_requests.retain(|(_, request)| request.runs < MAX_RUNS);
                ended.append(run_requests);
            }
            is_open
        });
    }

    /// Returns at most `limit` units of completed runs whose last attempts must be passed to [`Self::settle`].
    pub(crate) fn unsettled(&self, limit: usize) -> Vec<UnitKey> {
        let pending = self.pending.lock();
        pending.ended.iter().map(|(unit, _)| *unit).take(limit).collect()
    }

    /// Drops the requests of completed runs that have scraped their unit, and returns the others to the queue: the scraper has put the
    /// unit back, for example because its address had no permit. `attempts` are the times of the units' last attempts, by the API's
    /// clock. A unit that is not among them is in another run, or does not exist.
    pub(crate) fn settle(&self, attempts: impl IntoIterator<Item = (UnitKey, Option<i64>)>) {
        let mut pending = self.pending.lock();
        if pending.ended.is_empty() {
            return;
        }
        let attempts: HashMap<UnitKey, Option<i64>> = attempts.into_iter().collect();
        let mut unscraped = Vec::new();
        for (unit, request) in std::mem::take(&mut pending.ended) {
            match attempts.get(&unit) {
                Some(last_attempt) if *last_attempt > Some(request.served_at) => {}
                Some(_) => unscraped.push((unit, request)),
                None => pending.ended.push((unit, request)),
            }
        }
        pending.queue_again(unscraped);
    }

    /// Drops the waiting request on an object that is not scraped now, so that it does not count toward the limit of [`Self::units`].
    /// The request is added again when the object is.
    pub(crate) fn withdraw(&self, unit: UnitKey, kind: TrackedKind, key: &ObjectKey) {
        let mut pending = self.pending.lock();
        pending
            .ended
            .retain(|(_, request)| !request.scrape_request.is_on(kind, key));
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
        pending
            .ended
            .retain(|(_, request)| !request.scrape_request.is_on(kind, key));
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
        assert_eq!(values(&requests.serve(Uuid::from_u128(1), &[UNIT], 0)), ["2"]);
        assert!(requests.units(9).is_empty());
    }

    #[test]
    fn scrape_request_is_served_again_after_requeue() {
        let (requests, run) = (ScrapeRequests::default(), Uuid::from_u128);
        let (key, other) = (ObjectKey::new("ns", "a"), ObjectKey::new("ns", "b"));
        requests.add(UNIT, KIND, &key, "1");
        requests.add(UNIT, KIND, &other, "1");
        requests.serve(run(1), &[UNIT], 0);
        requests.add(UNIT, KIND, &key, "2");
        requests.requeue(run(2));
        requests.requeue(run(1));
        assert_eq!(values(&requests.serve(run(3), &[UNIT], 0)), ["2", "1"]);

        requests.retain(|open| *open == run(3));
        requests.remove(KIND, &key);
        requests.requeue(run(3));
        assert_eq!(values(&requests.serve(run(4), &[UNIT], 0)), ["1"]);
        requests.retain(|_| false);
        requests.requeue(run(4));
        assert!(requests.units(9).is_empty());

        requests.add(UNIT, KIND, &key, "3");
        requests.remove(KIND, &key);
        assert!(requests.units(9).is_empty());
    }

    #[test]
    fn scrape_request_is_queued_again_if_its_completed_run_did_not_scrape_the_unit() {
        let (key, run) = (ObjectKey::new("ns", "a"), Uuid::from_u128(1));
        let other = UnitKey {
            target: Target::Account(2),
            ..UNIT
        };
        for (last_attempt, is_queued) in [(None, true), (Some(100), true), (Some(101), false)] {
            let requests = ScrapeRequests::default();
            requests.add(UNIT, KIND, &key, "1");
            requests.serve(run, &[UNIT], 100);
            requests.retain(|_| false);
            assert!(requests.units(9).is_empty());
            requests.settle([(other, Some(200))]);
            assert_eq!(requests.unsettled(9), [UNIT]);
            requests.settle([(UNIT, last_attempt)]);
            assert!(requests.unsettled(9).is_empty());
            assert_eq!(!requests.units(9).is_empty(), is_queued, "{last_attempt:?}");
        }
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
            assert_eq!(values(&requests.serve(run, &[UNIT], 0)), ["1"]);
            requests.requeue(run);
        }
        assert!(requests.units(9).is_empty());
        assert!(
            requests.add(UNIT, KIND, &key, "2"),
            "a repeated request is served"
        );
    }
}
