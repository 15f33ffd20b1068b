use std::future;

use chrono::{DateTime, TimeDelta};
use clipmeter_runtime::ManualClock;
use futures::FutureExt as _;

use super::*;

struct Limited {
    clock: Arc<ManualClock>,
    throttle: Throttle,
}

impl Limited {
    fn new() -> Self {
        let clock = Arc::new(ManualClock::new(
            DateTime::from_timestamp(1_800_000_000, 0).unwrap(),
        ));
        Self {
            throttle: Throttle::new(Arc::clone(&clock) as Arc<dyn Clock>),
            clock,
        }
    }

    async fn wrong(&self, name: &str, address: &str) -> Result<(), Duration> {
        self.throttle
            .attempt(name, address.parse().unwrap())
            .await
            .map(drop)
    }

    async fn right(&self, name: &str, address: &str) -> Result<(), Duration> {
        let attempt = self.throttle.attempt(name, address.parse().unwrap()).await?;
        attempt.succeed();
        Ok(())
    }
}

const HERE: &str = "192.0.2.1";

#[tokio::test]
async fn throttle_wait_ends_independently_of_clock_changes() {
    for shift in [TimeDelta::zero(), TimeDelta::days(-1), TimeDelta::days(1)] {
        let limited = Limited::new();
        for _ in 0..NAME_AND_NETWORK.burst {
            limited.wrong("Admin", HERE).await.unwrap();
        }
        limited.clock.set(shift);
        let wait = limited.wrong("admin", HERE).await.unwrap_err();
        assert_eq!(wait, Duration::from_secs(15), "{shift}");
        limited.clock.advance(wait);
        limited.wrong("admin", HERE).await.unwrap();
        limited.wrong("admin", HERE).await.unwrap_err();
    }
}

#[tokio::test]
async fn throttle_does_not_block_other_names_or_networks() {
    let limited = Limited::new();
    while limited.wrong("admin", HERE).await.is_ok() {}
    limited.wrong("admin", "192.0.2.2").await.unwrap();
    limited.wrong("somebody", HERE).await.unwrap();
}

#[tokio::test]
async fn throttle_count_is_cleared_by_correct_password() {
    let limited = Limited::new();
    for _ in 0..1000 {
        limited.right("admin", HERE).await.unwrap();
    }
    for _ in 1..NAME_AND_NETWORK.burst {
        limited.wrong("admin", HERE).await.unwrap();
    }
    limited.right("admin", HERE).await.unwrap();
    for _ in 0..NAME_AND_NETWORK.burst {
        limited.wrong("admin", HERE).await.unwrap();
    }
}

#[tokio::test]
async fn throttle_charges_no_attempt_whose_user_cannot_be_looked_up() {
    let limited = Limited::new();
    let unavailable = async || {
        let attempt = limited.throttle.attempt("admin", HERE.parse().unwrap()).await;
        let found = attempt.unwrap().look_up(async { Err::<(), _>("unavailable") });
        assert_eq!(found.await.map(drop), Err("unavailable"));
    };
    for _ in 0..1000 {
        unavailable().await;
        let attempt = limited.throttle.attempt("admin", HERE.parse().unwrap()).await;
        let hangs = attempt.unwrap().look_up(future::pending::<Result<(), ()>>());
        assert!(hangs.now_or_never().is_none());
    }
    // It does not clear the count of wrong passwords either.
    for _ in 0..NAME_AND_NETWORK.burst {
        unavailable().await;
        limited.wrong("admin", HERE).await.unwrap();
    }
    limited.wrong("admin", HERE).await.unwrap_err();
}

#[tokio::test]
async fn throttle_counts_pending_attempts_as_wrong_until_they_succeed() {
    let limited = Limited::new();
    let mut in_flight = Vec::new();
    for n in 0..NETWORK.burst {
        in_flight.push(
            limited
                .throttle
                .attempt(&n.to_string(), HERE.parse().unwrap())
                .await
                .unwrap(),
        );
    }
    let mut next = Box::pin(limited.throttle.attempt("next", HERE.parse().unwrap()));
    assert!(futures::poll!(&mut next).is_pending(), "it depends on the others");
    in_flight.pop().unwrap().succeed();
    let next = next
        .await
        .unwrap_or_else(|wait| panic!("one was right, and still it waits {wait:?}"));
    // All others fail, including this one, whose caller disconnects.
    let mut last = Box::pin(limited.throttle.attempt("last", HERE.parse().unwrap()));
    assert!(futures::poll!(&mut last).is_pending());
    drop(in_flight);
    drop(next);
    assert_eq!(last.await.map(drop).unwrap_err(), NETWORK.every);
}

#[tokio::test]
async fn throttle_waiting_place_is_released_on_disconnect() {
    let limited = Limited::new();
    let address: IpAddr = HERE.parse().unwrap();
    let mut in_flight = Vec::new();
    for _ in 0..NAME_AND_NETWORK.burst {
        in_flight.push(limited.throttle.attempt("admin", address).await.unwrap());
    }
    let mut waiting: Vec<_> = (0..MAX_WAITING)
        .map(|_| Box::pin(limited.throttle.attempt("admin", address)))
        .collect();
    for attempt in &mut waiting {
        assert!(futures::poll!(attempt).is_pending());
    }
    let refused = limited.wrong("admin", HERE).await.unwrap_err();
    assert_eq!(refused, NAME_AND_NETWORK.every, "there is no place left");
    drop(waiting);
    let mut next = Box::pin(limited.throttle.attempt("admin", address));
    assert!(futures::poll!(&mut next).is_pending());
    drop(next);
    drop(in_flight);
    assert_eq!(limited.throttle.tables.lock().waiting, 0);
}

#[tokio::test]
async fn throttle_limits_many_names_from_one_network() {
    let limited = Limited::new();
    let mut passed = 0;
    for n in 0..1000 {
        passed += u32::from(
            limited
                .wrong(&n.to_string(), &format!("2001:db8::{n:x}"))
                .await
                .is_ok(),
        );
    }
    assert_eq!(passed, NETWORK.burst);
}

#[tokio::test]
async fn asvs_6_3_1_throttle_limits_guesses_from_many_networks_but_admits_owner() {
    let limited = Limited::new();
    limited.right("admin", HERE).await.unwrap();
    let mut passed = 0;
    for n in 0..1000 {
        passed += u32::from(
            limited
                .wrong("admin", &format!("2001:db8:0:{n:x}::1"))
                .await
                .is_ok(),
        );
    }
    assert_eq!(passed, NAME.burst);
    limited.clock.set(TimeDelta::days(-1));
    limited.wrong("admin", HERE).await.unwrap();
    // From other networks the owner waits, but not indefinitely.
    let elsewhere = "192.0.2.2";
    let wait = limited.wrong("admin", elsewhere).await.unwrap_err();
    assert!(wait <= Duration::from_secs(20), "{wait:?}");
    limited.clock.advance(wait);
    limited.wrong("admin", elsewhere).await.unwrap();
}

#[tokio::test]
async fn throttle_tables_stay_bounded_and_keep_blocked_callers() {
    let limited = Limited::new();
    while limited.wrong("admin", HERE).await.is_ok() {}
    for n in 0..2 * u32::try_from(MAX_KEYS).unwrap() {
        let other_ip = IpAddr::V6(Ipv6Addr::from(u128::from(n) << 64)).to_string();
        limited.wrong(&format!("name {n}"), &other_ip).await.unwrap();
        limited.right(&format!("{n}"), &other_ip).await.unwrap();
    }
    limited.wrong("admin", HERE).await.unwrap_err();
    let tables = limited.throttle.tables.lock();
    assert!(tables.name_and_network.0.len() <= MAX_KEYS);
    assert!(tables.network.0.len() <= MAX_KEYS);
    assert!(tables.name.0.len() <= MAX_KEYS);
    assert!(tables.known.0.len() <= MAX_KEYS);
}
