//! Scrapes that people asked for with an annotation, until they are read.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use clipmeter_proto::v1::TrackedKind;
use clipmeter_scheduler::UnitKey;
use uuid::Uuid;

use crate::key::Key;

/// Runs for one request. When so many Jobs have ended without being through, the next one will, too, and the account waits for
/// its turn in the schedule.
const MOST_RUNS: u8 = 3;

/// Those that wait for a run, and those whose run has a Job.
#[derive(Default)]
pub(crate) struct Requests {
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    /// By what has to be scraped for them.
    open: HashMap<UnitKey, Vec<Request>>,
    /// By the run that reads it.
    served: HashMap<Uuid, Vec<(UnitKey, Request)>>,
}

#[derive(Clone)]
struct Request {
    asked: Asked,
    /// How many there were for it.
    runs: u8,
}

/// Somebody asked on this object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) kind: TrackedKind,
    pub(crate) key: Key,
    /// The annotation's value.
    pub(crate) value: String,
}

impl Asked {
    fn is_on(&self, kind: TrackedKind, key: &Key) -> bool {
        self.kind == kind && self.key == *key
    }
}

impl Requests {
    /// Whether this is news.
    pub(crate) fn add(&self, unit: UnitKey, kind: TrackedKind, key: &Key, value: &str) -> bool {
        let asked = Asked {
            kind,
            key: key.clone(),
            value: value.to_owned(),
        };
        let mut known = self.known();
        let of_unit = known.open.entry(unit).or_default();
        if of_unit.iter().any(|request| request.asked == asked) {
            return false;
        }
        // Whoever asks again asks for one scrape.
        of_unit.retain(|other| !other.asked.is_on(kind, key));
        of_unit.push(Request { asked, runs: 0 });
        true
    }

    /// Whether somebody waits for it.
    pub(super) fn wants(&self, unit: UnitKey) -> bool {
        self.known().open.contains_key(&unit)
    }

    /// A run that reads these units has its Job. Returns what is acted on with that.
    pub(super) fn serve(&self, run: Uuid, units: &[UnitKey]) -> Vec<Asked> {
        let mut known = self.known();
        let mut served = Vec::new();
        for unit in units {
            for mut request in known.open.remove(unit).into_iter().flatten() {
                request.runs += 1;
                served.push((*unit, request));
            }
        }
        let all = served.iter().map(|(_, request)| request.asked.clone()).collect();
        if !served.is_empty() {
            known.served.entry(run).or_default().extend(served);
        }
        all
    }

    /// A run was closed before it was through: what people asked for is still to be read. Who has asked anew meanwhile waits
    /// for that.
    pub(super) fn put_back(&self, run: Uuid) {
        let mut known = self.known();
        let mut served = known.served.remove(&run).unwrap_or_default();
        served.retain(|(_, request)| request.runs < MOST_RUNS);
        for (unit, request) in served {
            let Asked { kind, key, .. } = &request.asked;
            let of_unit = known.open.entry(unit).or_default();
            if !of_unit.iter().any(|other| other.asked.is_on(*kind, key)) {
                of_unit.push(request);
            }
        }
    }

    /// Runs that are not open any more have read what they were for.
    pub(super) fn keep(&self, is_open: impl Fn(&Uuid) -> bool) {
        self.known().served.retain(|run, _| is_open(run));
    }

    /// Nobody waits for what was asked on an object that is gone.
    pub(crate) fn forget(&self, kind: TrackedKind, key: &Key) {
        let mut known = self.known();
        known.open.retain(|_, of_unit| {
            of_unit.retain(|request| !request.asked.is_on(kind, key));
            !of_unit.is_empty()
        });
        known.served.retain(|_, of_run| {
            of_run.retain(|(_, request)| !request.asked.is_on(kind, key));
            !of_run.is_empty()
        });
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
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

    fn values(asked: &[Asked]) -> Vec<&str> {
        asked.iter().map(|asked| asked.value.as_str()).collect()
    }

    #[test]
    fn asking_again_is_asking_once() {
        let (requests, key) = (Requests::default(), Key::new("ns", "a"));
        assert!(requests.add(UNIT, KIND, &key, "1"));
        assert!(!requests.add(UNIT, KIND, &key, "1"));
        assert!(requests.add(UNIT, KIND, &key, "2"));
        assert!(requests.wants(UNIT));
        assert_eq!(values(&requests.serve(Uuid::from_u128(1), &[UNIT])), ["2"]);
        assert!(!requests.wants(UNIT));
    }

    #[test]
    fn what_a_run_did_not_read_is_waited_for_again() {
        let (requests, run) = (Requests::default(), Uuid::from_u128);
        let (key, other) = (Key::new("ns", "a"), Key::new("ns", "b"));
        requests.add(UNIT, KIND, &key, "1");
        requests.add(UNIT, KIND, &other, "1");
        requests.serve(run(1), &[UNIT]);
        requests.add(UNIT, KIND, &key, "2");
        requests.put_back(run(2));
        requests.put_back(run(1));
        assert_eq!(values(&requests.serve(run(3), &[UNIT])), ["2", "1"]);

        requests.keep(|open| *open == run(3));
        requests.forget(KIND, &key);
        requests.put_back(run(3));
        assert_eq!(values(&requests.serve(run(4), &[UNIT])), ["1"]);
        requests.keep(|_| false);
        requests.put_back(run(4));
        assert!(!requests.wants(UNIT));

        requests.add(UNIT, KIND, &key, "3");
        requests.forget(KIND, &key);
        assert!(!requests.wants(UNIT));
    }

    #[test]
    fn a_request_that_no_run_gets_through_with_is_given_up() {
        let (requests, key) = (Requests::default(), Key::new("ns", "a"));
        requests.add(UNIT, KIND, &key, "1");
        for run in (1..=u128::from(MOST_RUNS)).map(Uuid::from_u128) {
            assert_eq!(values(&requests.serve(run, &[UNIT])), ["1"]);
            requests.put_back(run);
        }
        assert!(!requests.wants(UNIT));
        assert!(requests.add(UNIT, KIND, &key, "2"), "whoever asks anew is heard");
    }
}
