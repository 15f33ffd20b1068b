//! The scraper pools: the objects that take effect, and what the API reports about them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clipmeter_crds::{ConditionType, Placement, Reason, ScraperPool, oldest};
use clipmeter_domain::platforms::PerPlatform;
use clipmeter_proto::v1::{PoolCapacity, SyncScraperPoolsRequest};
use clipmeter_scheduler::{Limits, PoolId};
use kube::{Resource as _, ResourceExt as _};
use parking_lot::Mutex;

use super::platform_wait::Wait;
use super::pool_starts::PoolStarts;
use super::sessions::{SessionCounts, sessions};
use crate::kubernetes::store::ObjectStore;
use crate::kubernetes::watch::InitialSync;
use crate::status::StatusCache;

/// Interval for writing numbers that change constantly. Changes of conditions are written immediately.
const NUMBERS_EVERY: Duration = Duration::from_secs(30);

/// All scraper pools.
pub(crate) struct Pools {
    pub(crate) status_cache: StatusCache<ScraperPool>,
    /// Set when all pools are known.
    pub(crate) initial_sync: InitialSync,
    state: Mutex<PoolsState>,
}

#[derive(Default)]
struct PoolsState {
    /// The objects that take effect.
    effective: BTreeMap<PoolId, Arc<ScraperPool>>,
    /// Names of ignored objects, with the name of the object that has their set of sessions.
    duplicates: BTreeMap<String, String>,
    /// The last request to the API, and its result.
    synced: Option<(SyncScraperPoolsRequest, Result<(), String>)>,
    /// Whether the API has accepted the pools since this operator became the leader.
    is_accepted: bool,
    starts: BTreeMap<PoolId, PoolStarts>,
    reported: BTreeMap<PoolId, ReportedPool>,
}

/// The numbers of a pool as reported in its status.
struct ReportedPool {
    capacity: PoolCapacity,
    running_jobs: usize,
    at: Instant,
}

/// State of a pool that its object does not contain.
#[derive(Clone, Debug, Default)]
pub(crate) struct PoolSnapshot {
    /// The object that has the same set of sessions and takes effect instead.
    pub(crate) duplicate_of: Option<String>,
    /// The API's scraping capacity for the pool; `None` until the API has reported the pools that were last sent.
    pub(crate) capacity: Option<PoolCapacity>,
    pub(crate) running_jobs: usize,
    /// Whether a scraper began since the last Job that did not start, and since this operator became the leader.
    pub(crate) is_proven: bool,
    /// Human-readable reason why the last Job did not start.
    pub(crate) failure: Option<String>,
}

impl Pools {
    pub(crate) fn new() -> Self {
        Self {
            status_cache: StatusCache::new(ObjectStore::parsed()),
            initial_sync: InitialSync::default(),
            state: Mutex::default(),
        }
    }

    /// Determines again which objects take effect. Returns whether a pool appeared or disappeared.
    pub(crate) fn refresh(&self) -> bool {
        self.set_objects(self.status_cache.store().all())
    }

    fn set_objects(&self, objects: Vec<Arc<ScraperPool>>) -> bool {
        let (effective, duplicates) = take_effect(objects);
        let mut state = self.state.lock();
        let is_same = effective.keys().eq(state.effective.keys());
        let previous = std::mem::replace(&mut state.effective, effective);
        state.duplicates = duplicates;
        let PoolsState {
            effective,
            starts,
            reported,
            ..
        } = &mut *state;
        // With a changed placement, Jobs that failed may now start, and others may not.
        starts.retain(|pool, _| effective.get(pool).map(nodes) == previous.get(pool).map(nodes));
        reported.retain(|pool, _| effective.contains_key(pool));
        !is_same
    }

    /// Returns the objects that take effect.
    pub(crate) fn effective(&self) -> Vec<Arc<ScraperPool>> {
        self.state.lock().effective.values().cloned().collect()
    }

    /// Returns the object of a pool, if it takes effect.
    pub(crate) fn object(&self, pool: PoolId) -> Option<Arc<ScraperPool>> {
        self.state.lock().effective.get(&pool).cloned()
    }

    /// Returns whether no object of this pool takes effect. Unknown pools are not missing before all pools are known.
    pub(crate) fn is_missing(&self, pool: PoolId) -> bool {
        pool != PoolId::NONE && self.initial_sync.is_set() && self.object(pool).is_none()
    }

    /// Records what was sent to the API. Returns whether the API has accepted the pools for the first time.
    pub(crate) fn set_synced(&self, request: SyncScraperPoolsRequest, result: Result<(), String>) -> bool {
        let mut state = self.state.lock();
        let is_first = result.is_ok() && !state.is_accepted;
        state.is_accepted |= result.is_ok();
        let synced = (request, result);
        if synced.1.is_ok() && state.synced.as_ref() != Some(&synced) {
            // The API has reported the previous pools.
            state.reported.clear();
        }
        state.synced = Some(synced);
        is_first
    }

    pub(crate) fn synced(&self) -> Option<(SyncScraperPoolsRequest, Result<(), String>)> {
        self.state.lock().synced.clone()
    }

    /// Returns why the API has not accepted the pools, if the last attempt failed.
    pub(crate) fn sync_error(&self) -> Option<String> {
        let state = self.state.lock();
        let (_, result) = state.synced.as_ref()?;
        result.as_ref().err().cloned()
    }

    /// Returns whether the API supports pools. An older API would read accounts without their pool.
    pub(crate) fn is_accepted(&self) -> bool {
        self.state.lock().is_accepted
    }

    /// Restricts the runs of each pool to those that its object and its pods allow.
    pub(crate) fn restrict(&self, limits: &mut Limits, now: Instant) {
        limits.pools.retain(|pool, _| self.object(*pool).is_some());
        for (pool, runs) in &mut limits.pools {
            if let Some(limit) = self.limit(*pool, now) {
                *runs = runs.map(|allowed| Some(allowed.map_or(limit, |allowed| allowed.min(limit))));
            }
        }
    }

    /// Returns whether no Job of the pool may be created now.
    pub(crate) fn is_paused(&self, pool: PoolId, now: Instant) -> bool {
        self.limit(pool, now) == Some(0)
    }

    /// Returns whether the pool may have fewer runs than the policy and the API allow.
    pub(crate) fn is_limited(&self, pool: PoolId, now: Instant) -> bool {
        self.limit(pool, now).is_some()
    }

    /// Returns the maximum runs of a pool on a platform; `None`: no limit. Until a scraper of the pool has begun, there is one run, so
    /// that pods that cannot be scheduled do not use all Jobs.
    pub(crate) fn limit(&self, pool: PoolId, now: Instant) -> Option<usize> {
        if pool == PoolId::NONE {
            return None;
        }
        let state = self.state.lock();
        if !state.effective.contains_key(&pool) {
            return Some(0);
        }
        state
            .starts
            .get(&pool)
            .map_or(Some(1), |starts| starts.limit(now))
    }

    /// Records that the scraper of a run began.
    pub(crate) fn record_start(&self, pool: PoolId) {
        self.update_starts(pool, |starts| *starts = PoolStarts::begun());
    }

    /// Pauses the Jobs of a pool at least until this time.
    pub(crate) fn pause(&self, pool: PoolId, until: Instant) {
        self.update_starts(pool, |starts| starts.pause(until));
    }

    /// Records that a Job did not start, for this human-readable reason.
    pub(crate) fn record_failure(&self, pool: PoolId, why: String, now: Instant) {
        self.update_starts(pool, |starts| starts.record_failure(why, now));
    }

    /// Ignores pools without an object that takes effect.
    fn update_starts(&self, pool: PoolId, update: impl FnOnce(&mut PoolStarts)) {
        let mut state = self.state.lock();
        if state.effective.contains_key(&pool) {
            update(state.starts.entry(pool).or_default());
        }
    }

    /// Sets the numbers for the statuses.
    pub(crate) fn set_reported(&self, capacities: &[PoolCapacity], running_jobs: impl Fn(&str) -> usize) {
        let mut state = self.state.lock();
        for capacity in capacities {
            let pool = PoolId::of(&capacity.pool);
            let is_same = state.reported.get(&pool).is_some_and(|reported| {
                reported.at.elapsed() < NUMBERS_EVERY && reasons(&reported.capacity) == reasons(capacity)
            });
            if is_same || !state.effective.contains_key(&pool) {
                continue;
            }
            let reported = ReportedPool {
                capacity: capacity.clone(),
                running_jobs: running_jobs(&capacity.pool),
                at: Instant::now(),
            };
            state.reported.insert(pool, reported);
        }
    }

    /// Returns whether Jobs of the pool do not start.
    pub(crate) fn has_failed(&self, name: &str) -> bool {
        let snapshot = self.snapshot(name);
        let written = || written_failure(&*self.object(PoolId::of(name))?, &snapshot);
        snapshot.failure.is_some() || written().is_some()
    }

    pub(crate) fn snapshot(&self, name: &str) -> PoolSnapshot {
        let state = self.state.lock();
        let pool = PoolId::of(name);
        let reported = state.reported.get(&pool);
        let starts = state.starts.get(&pool);
        PoolSnapshot {
            duplicate_of: state.duplicates.get(name).cloned(),
            capacity: reported.map(|reported| reported.capacity.clone()),
            running_jobs: reported.map_or(0, |reported| reported.running_jobs),
            is_proven: starts.is_some_and(PoolStarts::is_proven),
            failure: starts.and_then(PoolStarts::failure).map(str::to_owned),
        }
    }
}

/// Returns the failure that an earlier leader has written, until this one knows whether the Jobs of the pool start.
pub(crate) fn written_failure(pool: &ScraperPool, snapshot: &PoolSnapshot) -> Option<(Reason, String)> {
    if snapshot.is_proven {
        return None;
    }
    let reason = Reason::PodsNotStarted;
    let mut conditions = pool.status.as_ref()?.conditions.iter();
    let written = conditions.find(|condition| {
        condition.type_ == ConditionType::Ready.as_str()
            && condition.reason == reason.as_str()
            && condition.observed_generation == pool.meta().generation
    })?;
    Some((reason, written.message.clone()))
}

/// Returns the objects that take effect, and the duplicates. Of several objects with the same set of sessions, the oldest takes
/// effect. Objects that are being deleted are ignored.
fn take_effect(
    objects: Vec<Arc<ScraperPool>>,
) -> (BTreeMap<PoolId, Arc<ScraperPool>>, BTreeMap<String, String>) {
    let mut sets: BTreeMap<String, Vec<Arc<ScraperPool>>> = BTreeMap::new();
    for object in objects {
        if object.meta().deletion_timestamp.is_none() {
            sets.entry(object.session_set()).or_default().push(object);
        }
    }
    let (mut effective, mut duplicates) = (BTreeMap::new(), BTreeMap::new());
    for same in sets.into_values() {
        let Some(first) = oldest(same.iter().map(|object| &**object)).map(ScraperPool::name_any) else {
            continue;
        };
        for object in same {
            let name = object.name_any();
            if name == first {
                effective.insert(PoolId::of(&name), object);
            } else {
                duplicates.insert(name, first.clone());
            }
        }
    }
    (effective, duplicates)
}

/// Identifies an object and the nodes of its pods.
fn nodes(object: &Arc<ScraperPool>) -> (Option<&str>, Option<&Placement>) {
    (object.meta().uid.as_deref(), object.spec.placement.as_ref())
}

/// Returns the reasons that a capacity implies: for sessions, and for platforms that wait.
fn reasons(capacity: &PoolCapacity) -> (Reason, PerPlatform<Option<Reason>>) {
    let waits = PerPlatform::from_fn(|platform| Wait::of(&capacity.waits, platform).map(|wait| wait.reason));
    (sessions(SessionCounts::from(capacity)).1, waits)
}

#[cfg(test)]
pub(crate) mod tests {
    use clipmeter_proto::v1::{self, Platform};
    use serde_json::{Value, json};

    use super::*;

    /// Returns a pool that was created in this second.
    pub(crate) fn pool(name: &str, second: u8, spec: &Value) -> ScraperPool {
        let created = format!("2026-11-21T10:00:{second:02}Z");
        let metadata = json!({"name": name, "uid": name, "generation": 2, "creationTimestamp": created});
        serde_json::from_value(json!({"metadata": metadata, "spec": spec})).unwrap()
    }

    /// Returns the state with these objects.
    pub(crate) fn pools_with(objects: Vec<ScraperPool>) -> Pools {
        let pools = Pools::new();
        pools.set_objects(objects.into_iter().map(Arc::new).collect());
        pools.initial_sync.set();
        pools
    }

    #[test]
    fn oldest_pool_of_each_session_set_takes_effect() {
        let shared = json!({"sessionSet": "a"});
        let mut deleted = pool("z", 1, &shared);
        deleted.metadata.deletion_timestamp = deleted.metadata.creation_timestamp.clone();
        let pools = pools_with(vec![
            deleted,
            pool("c", 3, &shared),
            pool("b", 2, &shared),
            pool("a", 4, &json!({})),
            pool("d", 5, &json!({})),
        ]);
        let mut names: Vec<_> = pools.effective().iter().map(|pool| pool.name_any()).collect();
        names.sort();
        assert_eq!(names, ["b", "d"]);
        for (name, of) in [("a", Some("b")), ("b", None), ("c", Some("b")), ("d", None)] {
            assert_eq!(pools.snapshot(name).duplicate_of.as_deref(), of, "{name}");
            assert_eq!(pools.is_missing(PoolId::of(name)), of.is_some(), "{name}");
        }
        assert!(pools.is_missing(PoolId::of("z")));
        assert!(!pools.is_missing(PoolId::NONE));
        assert!(
            !Pools::new().is_missing(PoolId::of("d")),
            "the pools are not known"
        );
    }

    #[test]
    fn pool_has_one_run_until_a_scraper_began_and_none_while_it_waits() {
        let (eu, now) = (PoolId::of("eu"), Instant::now());
        let pools = pools_with(vec![pool("eu", 1, &json!({}))]);
        let later = |minutes| now + Duration::from_mins(minutes);
        assert_eq!(pools.limit(eu, now), Some(1));
        pools.record_start(eu);
        assert_eq!(pools.limit(eu, now), None);
        pools.record_failure(eu, "the Job ended".to_owned(), now);
        assert_eq!(pools.snapshot("eu").failure.as_deref(), Some("the Job ended"));
        assert_eq!(
            (pools.limit(eu, now), pools.limit(eu, later(1))),
            (Some(0), Some(1))
        );
        // Another Job of the same outage.
        pools.record_failure(eu, "the Job was deleted".to_owned(), now);
        assert_eq!(
            pools.snapshot("eu").failure.as_deref(),
            Some("the Job was deleted")
        );
        assert_eq!(pools.limit(eu, later(1)), Some(1));
        pools.record_failure(eu, "the Job ended".to_owned(), later(1));
        assert_eq!(
            (pools.limit(eu, later(2)), pools.limit(eu, later(3))),
            (Some(0), Some(1))
        );
        assert!(!pools.snapshot("eu").is_proven);
        pools.record_start(eu);
        assert_eq!((pools.limit(eu, now), pools.snapshot("eu").failure), (None, None));
        assert!(pools.snapshot("eu").is_proven);
        assert_eq!(pools.limit(PoolId::NONE, now), None);
        for unknown in [PoolId::of("us"), PoolId::of("")] {
            pools.record_start(unknown);
            pools.record_failure(unknown, "unknown".to_owned(), now);
        }
        assert_eq!(pools.limit(PoolId::of("us"), now), Some(0), "it has no object");
    }

    #[test]
    fn paused_pool_keeps_its_limit_after_the_pause() {
        let (eu, now) = (PoolId::of("eu"), Instant::now());
        let later = now + Duration::from_mins(1);
        let pools = pools_with(vec![pool("eu", 1, &json!({}))]);
        for expected in [Some(1), None] {
            pools.pause(eu, later);
            assert_eq!(
                (pools.limit(eu, now), pools.limit(eu, later)),
                (Some(0), expected)
            );
            assert_eq!(pools.snapshot("eu").failure, None);
            assert_eq!(pools.is_limited(eu, later), expected.is_some());
            pools.record_start(eu);
            assert_eq!(pools.limit(eu, now), None);
        }
        pools.pause(eu, later);
        pools.pause(eu, now);
        assert_eq!(pools.limit(eu, now), Some(0), "the later time applies");
        pools.pause(PoolId::NONE, later);
        assert_eq!(pools.limit(PoolId::NONE, now), None);
    }

    #[test]
    fn pool_is_tried_again_after_its_placement_changed() {
        let (eu, now) = (PoolId::of("eu"), Instant::now());
        let pools = pools_with(vec![pool("eu", 1, &json!({}))]);
        pools.record_failure(eu, "the Job ended".to_owned(), now);
        let change = |generation, spec: &Value| {
            let mut changed = pool("eu", 1, spec);
            changed.metadata.generation = Some(generation);
            pools.set_objects(vec![Arc::new(changed)])
        };
        assert!(!change(3, &json!({"region": "eu-west-1"})));
        assert_eq!(pools.limit(eu, now), Some(0));
        assert!(!change(4, &json!({"placement": {"nodeSelector": {"zone": "a"}}})));
        assert_eq!(pools.limit(eu, now), Some(1));
    }

    #[test]
    fn limits_of_pools_require_objects_and_scrapers_that_began() {
        let pools = pools_with(vec![pool("eu", 1, &json!({})), pool("us", 1, &json!({}))]);
        pools.record_start(PoolId::of("us"));
        let of = |instagram| {
            PerPlatform::from_fn(|platform| {
                if platform == Platform::Instagram {
                    instagram
                } else {
                    None
                }
            })
        };
        let mut limits = Limits {
            pools: ["eu", "us", "gone"]
                .map(|name| (PoolId::of(name), of(Some(4))))
                .into(),
            ..Limits::default()
        };
        pools.restrict(&mut limits, Instant::now());
        let one = PerPlatform::from_fn(|_| Some(1));
        let expected = [(PoolId::of("eu"), one), (PoolId::of("us"), of(Some(4)))];
        assert_eq!(limits.pools, BTreeMap::from(expected));

        let mut limits = Limits {
            pools: [(PoolId::of("eu"), of(Some(0)))].into(),
            ..Limits::default()
        };
        pools.restrict(&mut limits, Instant::now());
        let runs = limits.pools[&PoolId::of("eu")];
        assert_eq!(
            (runs.of(Platform::Instagram), runs.of(Platform::Tiktok)),
            (Some(0), Some(1))
        );
    }

    #[test]
    fn pools_are_accepted_once_and_stay_so() {
        let pools = Pools::new();
        let request = SyncScraperPoolsRequest::default;
        assert!(!pools.set_synced(request(), Err("away".to_owned())));
        assert!(!pools.is_accepted());
        assert_eq!(pools.sync_error().as_deref(), Some("away"));
        assert!(pools.set_synced(request(), Ok(())));
        assert_eq!(pools.sync_error(), None);
        assert!(!pools.set_synced(request(), Err("away".to_owned())));
        assert!(pools.is_accepted());
        assert_eq!(pools.synced(), Some((request(), Err("away".to_owned()))));
        assert!(!pools.set_synced(request(), Ok(())));
    }

    #[test]
    fn capacity_of_pool_is_unknown_after_other_pools_were_sent() {
        let pools = pools_with(vec![pool("eu", 1, &json!({}))]);
        let reported = PoolCapacity {
            pool: "eu".to_owned(),
            ..PoolCapacity::default()
        };
        for (region, result, is_known) in [
            ("a", Ok(()), false),
            ("a", Ok(()), true),
            ("a", Err("away".to_owned()), true),
            ("a", Ok(()), false),
            ("b", Ok(()), false),
        ] {
            pools.set_reported(std::slice::from_ref(&reported), |_| 0);
            let sent = v1::ScraperPool {
                region: region.to_owned(),
                ..v1::ScraperPool::default()
            };
            pools.set_synced(SyncScraperPoolsRequest { pools: vec![sent] }, result);
            assert_eq!(pools.snapshot("eu").capacity.is_some(), is_known, "{region}");
        }
    }
}
