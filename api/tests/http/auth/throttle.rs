//! Tests of many concurrent sign-ins from one network: an office in the morning, and an attacker who guesses passwords.

use chrono::TimeDelta;
use clipmeter_api::ApiConfig;
use futures::future::join_all;
use serde_json::json;

use crate::support::{ADMIN_PASSWORD, World, run};

/// Number of wrong passwords that one network may try in a burst, for any names.
const NETWORK_BURST: usize = 20;

/// The same on one name.
const NAME_BURST: usize = 8;

async fn statuses(world: &World, attempts: impl IntoIterator<Item = (String, &str)>) -> Vec<u16> {
    let attempts = attempts.into_iter().map(|(username, password)| {
        let body = json!({"username": username, "password": password});
        async move { world.post("", "/api/auth/login", body).await.status.as_u16() }
    });
    join_all(attempts).await
}

/// Creates an installation without request timeouts, because hashing passwords on a busy machine takes long.
async fn with_long_timeout() -> World {
    World::configured(|config| config.run_wait = ApiConfig::MAX_RUN_WAIT).await
}

fn count(statuses: &[u16], status: u16) -> usize {
    statuses.iter().filter(|found| **found == status).count()
}

/// Creates users with the same password as `ann`.
async fn staff(world: &World, users: usize) -> Vec<String> {
    let names: Vec<String> = (0..users).map(|n| format!("staff{n}")).collect();
    sqlx::query(
        "INSERT INTO users (username, email, full_name, password_hash, group_id, created_at)
         SELECT name, name || '@example.com', name, password_hash, group_id, created_at
         FROM users, unnest($1::text[]) AS name WHERE username = 'ann'",
    )
    .bind(&names)
    .execute(&world.owner)
    .await
    .unwrap();
    names
}

#[test]
fn parallel_sign_ins_with_correct_passwords_all_succeed() {
    run(async {
        let world = with_long_timeout().await;
        let office = staff(&world, 60).await;
        let different = office.into_iter().map(|name| (name, ADMIN_PASSWORD));
        let responses = statuses(&world, different).await;
        assert_eq!(count(&responses, 200), 60, "different users: {responses:?}");
        let same = (0..3 * NAME_BURST).map(|_| ("ann".to_owned(), ADMIN_PASSWORD));
        let responses = statuses(&world, same).await;
        assert_eq!(count(&responses, 200), 3 * NAME_BURST, "one user: {responses:?}");
    });
}

#[test]
fn asvs_6_3_1_parallel_guesses_are_limited_to_burst() {
    run(async {
        let world = with_long_timeout().await;
        let one_name = (0..60).map(|n| {
            let password = if n % 2 == 0 { "wrong" } else { "also wrong" };
            ("ann".to_owned(), password)
        });
        let responses = statuses(&world, one_name).await;
        assert_eq!(count(&responses, 401), NAME_BURST, "{responses:?}");
        assert_eq!(count(&responses, 429), 60 - NAME_BURST, "{responses:?}");
        let many_names = staff(&world, 60).await.into_iter().map(|name| (name, "wrong"));
        let responses = statuses(&world, many_names).await;
        assert_eq!(
            count(&responses, 401),
            NETWORK_BURST - NAME_BURST,
            "{responses:?}"
        );
    });
}

#[test]
fn parallel_guesses_among_correct_passwords_are_limited_to_burst() {
    run(async {
        let world = with_long_timeout().await;
        let mixed = staff(&world, 60).await.into_iter().enumerate().map(|(n, name)| {
            let password = if n % 2 == 0 { "wrong" } else { ADMIN_PASSWORD };
            (name, password)
        });
        let responses = statuses(&world, mixed).await;
        assert_eq!(count(&responses, 401), NETWORK_BURST, "{responses:?}");
    });
}

#[test]
fn sign_ins_during_a_database_outage_do_not_count_as_wrong_passwords() {
    run(async {
        let world = with_long_timeout().await;
        world.api.close().await;
        let body = json!({"username": "ann", "password": ADMIN_PASSWORD});
        for _ in 0..2 * NETWORK_BURST {
            let response = world.post("", "/api/auth/login", body.clone()).await;
            response.refused(503, "unavailable");
        }
    });
}

#[test]
fn sign_in_limits_are_unaffected_by_clock_changes() {
    run(async {
        for shift in [TimeDelta::days(-1), TimeDelta::days(1), TimeDelta::days(-400)] {
            let world = with_long_timeout().await;
            let wrong = (0..2 * NAME_BURST).map(|_| ("ann".to_owned(), "wrong"));
            let responses = statuses(&world, wrong).await;
            assert_eq!(count(&responses, 401), NAME_BURST, "{shift}: {responses:?}");
            world.clock.set(shift);
            let body = json!({"username": "ann", "password": ADMIN_PASSWORD});
            let waiting = world.post("", "/api/auth/login", body.clone()).await;
            waiting.refused(429, "too_many_attempts");
            let wait: u64 = waiting.header("retry-after").parse().unwrap();
            assert!(wait <= 15, "{shift}: {wait} s");
            world.clock.advance(std::time::Duration::from_secs(wait));
            world.post("", "/api/auth/login", body).await.ok();
        }
    });
}
