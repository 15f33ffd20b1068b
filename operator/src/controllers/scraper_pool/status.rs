//! Computes the status of a scraper pool.

use clipmeter_crds::{
    Condition, ConditionChange, ConditionType, Reason, ScraperPool, ScraperPoolStatus, clear_condition,
    set_condition,
};
use clipmeter_proto::v1::{Platform, PoolCapacity, SyncScraperPoolsRequest};
use kube::{Resource as _, ResourceExt as _};

use super::build::message;
use super::controller::ScraperPoolController;
use crate::convert::{now, time};
use crate::state::{AVAILABILITY, PoolSnapshot, SessionCounts, Wait, sessions, written_failure};
use crate::status::{Reported, Reporter, StatusCache};

impl Reported for ScraperPool {
    type Status = ScraperPoolStatus;

    fn status(&self) -> Option<&Self::Status> {
        self.status.as_ref()
    }

    fn conditions(status: &Self::Status) -> &[Condition] {
        &status.conditions
    }
}

impl Reporter for ScraperPoolController {
    type Kind = ScraperPool;

    fn status_cache(&self) -> &StatusCache<ScraperPool> {
        &self.pools.status_cache
    }

    fn report(&self, pool: &ScraperPool) -> Option<ScraperPoolStatus> {
        let (request, result) = self.pools.synced()?;
        let snapshot = self.pools.snapshot(&pool.name_any());
        is_known(pool, &snapshot, &request, &result).then(|| status(pool, &snapshot, &result, now()))
    }
}

/// Returns whether the current state of the object is known: it is ignored, or it was sent to the API, which has reported its
/// proxies since.
fn is_known(
    pool: &ScraperPool,
    snapshot: &PoolSnapshot,
    request: &SyncScraperPoolsRequest,
    result: &Result<(), String>,
) -> bool {
    let is_reported = result.is_err() || snapshot.capacity.is_some();
    snapshot.duplicate_of.is_some() || (is_reported && is_sent(pool, request))
}

/// Returns whether the object was sent to the API as it is now.
fn is_sent(pool: &ScraperPool, request: &SyncScraperPoolsRequest) -> bool {
    pool.meta().deletion_timestamp.is_none() && request.pools.contains(&message(pool))
}

/// Returns the last written status, updated with the current state.
fn status(
    pool: &ScraperPool,
    snapshot: &PoolSnapshot,
    synced: &Result<(), String>,
    now: i64,
) -> ScraperPoolStatus {
    let mut status = pool.status.clone().unwrap_or_default();
    let generation = pool.meta().generation.unwrap_or(0);
    let mut set = |type_, is_true, reason: Reason, message: &str| {
        let change = ConditionChange {
            type_,
            status: Some(is_true),
            reason: reason.as_str(),
            message,
            generation,
        };
        set_condition(&mut status.conditions, change, &time(now));
    };
    let (reason, message) = ready(pool, snapshot, synced);
    set(ConditionType::Ready, reason == Reason::UpToDate, reason, &message);
    let is_stalled = reason == Reason::Duplicate;
    if is_stalled {
        set(ConditionType::Stalled, true, reason, &message);
    }
    if let Some(capacity) = &snapshot.capacity {
        let (is_available, reason, message) = sessions(SessionCounts::from(capacity));
        set(ConditionType::SessionsAvailable, is_available, reason, &message);
        for (platform, type_) in AVAILABILITY {
            match Wait::of(&capacity.waits, platform) {
                Some(wait) => set(type_, false, wait.reason, &wait.message),
                None => set(type_, true, Reason::Available, ""),
            }
        }
        status.sessions = i32::try_from(capacity.sessions).ok();
        status.usable_sessions = i32::try_from(capacity.usable_sessions).ok();
        status.running_jobs = i32::try_from(snapshot.running_jobs).ok();
    }
    if is_stalled {
        withdraw(&mut status);
    } else {
        clear_condition(&mut status.conditions, ConditionType::Stalled);
    }
    status.observed_generation = Some(generation);
    status
}

/// Removes what is known only about a pool that takes effect.
fn withdraw(status: &mut ScraperPoolStatus) {
    let platforms = AVAILABILITY.map(|(_, type_)| type_);
    for type_ in platforms.into_iter().chain([ConditionType::SessionsAvailable]) {
        clear_condition(&mut status.conditions, type_);
    }
    (status.sessions, status.usable_sessions, status.running_jobs) = (None, None, None);
}

/// Returns the reason and message of `Ready`.
fn ready(pool: &ScraperPool, snapshot: &PoolSnapshot, synced: &Result<(), String>) -> (Reason, String) {
    if let Some(older) = &snapshot.duplicate_of {
        let set = pool.session_set();
        return (
            Reason::Duplicate,
            format!("The older ScraperPool {older} uses the session set {set}; choose another sessionSet"),
        );
    }
    if let Err(message) = synced {
        return (Reason::ApiUnavailable, message.clone());
    }
    let proxy = snapshot
        .capacity
        .as_ref()
        .and_then(|capacity| proxy(pool, capacity));
    if let Some(proxy) = proxy {
        return proxy;
    }
    match &snapshot.failure {
        Some(why) => (Reason::PodsNotStarted, why.clone()),
        None => written_failure(pool, snapshot).unwrap_or((Reason::UpToDate, String::new())),
    }
}

/// Returns which proxy cannot be used, and why.
fn proxy(pool: &ScraperPool, capacity: &PoolCapacity) -> Option<(Reason, String)> {
    Platform::ALL.into_iter().find_map(|platform| {
        let proxy = pool.spec.proxies.of(platform)?;
        let reason = Wait::of(&capacity.waits, platform)?.reason;
        let what = match reason {
            Reason::ProxyMissing => "does not exist: add it in the dashboard",
            Reason::ProxyUnreadable => "cannot be decrypted: restore the key, or add the proxy again",
            _ => return None,
        };
        let platform = platform.descriptor().name;
        Some((reason, format!("The proxy {proxy} for {platform} {what}")))
    })
}

#[cfg(test)]
mod tests {
    use clipmeter_proto::v1::{PlatformWait, WaitReason};
    use serde_json::{Value, json};

    use super::super::build::request;
    use super::*;
    use crate::state::pool;

    const OK: Result<(), String> = Ok(());

    fn eu() -> ScraperPool {
        pool("eu", 1, &json!({"proxies": {"instagram": "Frankfurt"}}))
    }

    fn with_wait(reason: WaitReason) -> PoolSnapshot {
        let wait = PlatformWait {
            platform: Platform::Instagram.into(),
            reason: reason.into(),
            message: "why".to_owned(),
            ..PlatformWait::default()
        };
        PoolSnapshot {
            capacity: Some(PoolCapacity {
                waits: vec![wait],
                sessions: 3,
                usable_sessions: 2,
                required_sessions: 1,
                ..PoolCapacity::default()
            }),
            running_jobs: 4,
            ..PoolSnapshot::default()
        }
    }

    fn formatted(status: &ScraperPoolStatus) -> Vec<String> {
        let conditions = status.conditions.iter();
        conditions
            .map(|it| format!("{} {} {}: {}", it.type_, it.status, it.reason, it.message))
            .collect()
    }

    #[test]
    fn pool_status_reports_api_proxies_and_pods_in_this_order() {
        let failed = |reason| PoolSnapshot {
            failure: Some("the Job ended".to_owned()),
            ..with_wait(reason)
        };
        let away = Err("away".to_owned());
        for (snapshot, synced, expected) in [
            (PoolSnapshot::default(), &OK, "True UpToDate: "),
            (
                failed(WaitReason::ProxyMissing),
                &away,
                "False ApiUnavailable: away",
            ),
            (
                failed(WaitReason::ProxyMissing),
                &OK,
                "False ProxyMissing: The proxy Frankfurt for Instagram does not exist: add it in the dashboard",
            ),
            (
                failed(WaitReason::ProxyUnreadable),
                &OK,
                "False ProxyUnreadable: The proxy Frankfurt for Instagram cannot be decrypted: restore the key, or add the \
                 proxy again",
            ),
            (
                failed(WaitReason::AddressCooldown),
                &OK,
                "False PodsNotStarted: the Job ended",
            ),
            (with_wait(WaitReason::AddressCooldown), &OK, "True UpToDate: "),
        ] {
            let status = status(&eu(), &snapshot, synced, 0);
            assert_eq!(formatted(&status)[0], format!("Ready {expected}"));
            assert_eq!(status.observed_generation, Some(2));
        }
    }

    #[test]
    fn pool_status_keeps_written_failure_until_a_scraper_began() {
        let mut eu = eu();
        let failed = PoolSnapshot {
            failure: Some("the Job ended".to_owned()),
            ..PoolSnapshot::default()
        };
        eu.status = Some(status(&eu, &failed, &OK, 0));
        let ready = |eu: &ScraperPool, is_proven| {
            let snapshot = PoolSnapshot {
                is_proven,
                ..PoolSnapshot::default()
            };
            formatted(&status(eu, &snapshot, &OK, 0)).remove(0)
        };
        assert_eq!(ready(&eu, false), "Ready False PodsNotStarted: the Job ended");
        assert_eq!(ready(&eu, true), "Ready True UpToDate: ");
        eu.metadata.generation = Some(3);
        assert_eq!(ready(&eu, false), "Ready True UpToDate: ", "the spec has changed");
    }

    #[test]
    fn pool_status_has_numbers_until_another_pool_has_the_sessions() {
        let mut eu = eu();
        let known = status(&eu, &with_wait(WaitReason::RateLimit), &OK, 0);
        assert_eq!(
            formatted(&known),
            [
                "Ready True UpToDate: ",
                "SessionsAvailable True SessionsUsable: 2 of 3 Instagram sessions are usable; the accounts need 1",
                "InstagramAvailable False RateLimit: why",
                "TikTokAvailable True Available: ",
            ]
        );
        let numbers = |status: &ScraperPoolStatus| -> Value {
            json!([status.sessions, status.usable_sessions, status.running_jobs])
        };
        assert_eq!(numbers(&known), json!([3, 2, 4]));

        eu.status = Some(known);
        let duplicate = PoolSnapshot {
            duplicate_of: Some("de".to_owned()),
            ..PoolSnapshot::default()
        };
        let duplicate = status(&eu, &duplicate, &OK, 0);
        assert_eq!(
            formatted(&duplicate),
            [
                "Ready False Duplicate: The older ScraperPool de uses the session set eu; choose another sessionSet",
                "Stalled True Duplicate: The older ScraperPool de uses the session set eu; choose another sessionSet",
            ]
        );
        assert_eq!(numbers(&duplicate), json!([null, null, null]));
        eu.status = Some(duplicate);
        let effective = status(&eu, &PoolSnapshot::default(), &OK, 0);
        assert_eq!(formatted(&effective), ["Ready True UpToDate: "]);
    }

    #[test]
    fn pool_status_waits_until_the_spec_was_sent_and_reported() {
        let sent = request(&[eu().into()]);
        let (reported, unknown) = (with_wait(WaitReason::ProxyMissing), PoolSnapshot::default());
        assert!(is_known(&eu(), &reported, &sent, &OK));
        assert!(!is_known(&eu(), &unknown, &sent, &OK));
        assert!(is_known(&eu(), &unknown, &sent, &Err("away".to_owned())));
        let changed = pool("eu", 1, &json!({"region": "eu-west-1"}));
        assert!(!is_known(&changed, &reported, &sent, &OK));
        let mut deleted = eu();
        deleted.metadata.deletion_timestamp = deleted.metadata.creation_timestamp.clone();
        assert!(!is_known(&deleted, &reported, &sent, &OK));
        let duplicate = PoolSnapshot {
            duplicate_of: Some("de".to_owned()),
            ..PoolSnapshot::default()
        };
        assert!(is_known(&eu(), &duplicate, &request(&[]), &OK));
    }
}
